//! Reads what servers have used since the last reading and counts it by the hour.
//!
//! What is counted shows at once. It is stored with the next change of anything, after a server was
//! suspended, every minute and when the sandbox stops: a crash loses the counters of a minute at
//! most, and no data.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::meter::Reading;
use crate::postgres::compute::{Compute, ServerState};
use crate::shared::Shared;
use crate::state::hour::hour_of;
use crate::state::{Endpoint, Hour, PlatformState, Record};

/// What one compute used between two readings.
#[derive(Debug)]
struct UsageDelta {
    endpoint_id: String,
    /// When its running time ends for the count.
    until: DateTime<Utc>,
    active_seconds: u64,
    written_bytes: u64,
    /// In total, as the endpoint's record has it.
    transfer_bytes: u64,
    storage_bytes: u64,
}

/// Counts what has been used; returns whether a server was suspended since the last reading.
pub async fn count(shared: &Shared) -> bool {
    let Some(pool) = shared.pool() else {
        return false;
    };
    let mut last = shared.meter.0.lock().await;
    let (now, usual) = (shared.now(), shared.config.idle_after);
    let (computes, before) = (pool.all(), last.clone());
    // Reads files, so it runs on a thread where it may block.
    let counted = tokio::task::spawn_blocking(move || read_all(&computes, &before, usual, now));
    let Ok((readings, used)) = counted.await else {
        return false;
    };
    let came_to_rest = readings.iter().any(|(id, it)| {
        let before = last.get(id);
        it.is_suspended && before.is_some_and(|before| !before.is_suspended)
    });
    if !used.is_empty() {
        let records = move |state: &PlatformState| {
            used.iter().flat_map(|it| records(state, it, now)).collect()
        };
        shared.store.count(records).await;
    }
    *last = readings;
    came_to_rest
}

fn read_all(
    computes: &[Arc<Compute>],
    before: &HashMap<String, Reading>,
    usual: Duration,
    now: DateTime<Utc>,
) -> (HashMap<String, Reading>, Vec<UsageDelta>) {
    let mut readings = HashMap::new();
    let mut used = Vec::new();
    for compute in computes {
        let before = before.get(&compute.endpoint_id).copied();
        if let Some(before) = before
            && compute.is_undecided(usual)
        {
            // Whether the time since then counts is known when its server was asked.
            readings.insert(compute.endpoint_id.clone(), before);
            continue;
        }
        let reading = read(compute, before);
        if before != Some(reading) {
            let until = running_until(compute, usual, now);
            used.push(between(compute, before, reading, until, now));
        }
        readings.insert(compute.endpoint_id.clone(), reading);
    }
    (readings, used)
}

/// A server that was suspended and still is, and did not run in between, has written nothing.
fn read(compute: &Compute, before: Option<Reading>) -> Reading {
    let is_suspended = compute.state() == ServerState::Suspended;
    let active_seconds = compute.active_seconds();
    let stayed_suspended = |before: &Reading| {
        is_suspended && before.is_suspended && before.active_seconds == active_seconds
    };
    let written_bytes = match before {
        Some(before) if stayed_suspended(&before) => before.written_bytes,
        _ => compute.written_bytes(),
    };
    Reading {
        is_suspended,
        active_seconds,
        written_bytes,
        transfer_bytes: compute.transfer_bytes(),
        storage_bytes: compute.storage_bytes(),
    }
}

fn between(
    compute: &Compute,
    before: Option<Reading>,
    now_read: Reading,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> UsageDelta {
    let since =
        |of: fn(&Reading) -> u64| of(&now_read).saturating_sub(before.as_ref().map_or(0, of));
    let active = since(|it| it.active_seconds);
    let after = u64::try_from((now - until).num_seconds()).unwrap_or(0);
    UsageDelta {
        endpoint_id: compute.endpoint_id.clone(),
        until,
        active_seconds: active.saturating_sub(after),
        written_bytes: since(|it| it.written_bytes),
        transfer_bytes: now_read.transfer_bytes,
        storage_bytes: now_read.storage_bytes,
    }
}

/// When a server's running time ends for the count. After the sandbox's clock was moved by days, a
/// server still runs that would have been suspended long before.
fn running_until(compute: &Compute, usual: Duration, now: DateTime<Utc>) -> DateTime<Utc> {
    let Some(idle_after) = compute
        .idle_after(usual)
        .filter(|_| !compute.is_kept_alive())
    else {
        return now;
    };
    let idle_after = TimeDelta::from_std(idle_after).unwrap_or(TimeDelta::MAX);
    let until = compute.last_used().checked_add_signed(idle_after);
    until.map_or(now, |until| until.min(now))
}

fn records(state: &PlatformState, used: &UsageDelta, now: DateTime<Utc>) -> Vec<Record> {
    let Some(endpoint) = state.endpoints.get(&used.endpoint_id) else {
        return Vec::new();
    };
    let mut records = Vec::new();
    let transferred = used.transfer_bytes.saturating_sub(endpoint.transfer_bytes);
    if transferred > 0 {
        records.push(Record::Endpoint(Endpoint {
            transfer_bytes: used.transfer_bytes,
            ..endpoint.clone()
        }));
    }
    let storage_before = state
        .hours_of_branch(&endpoint.project_id, &endpoint.branch_id)
        .next_back()
        .map_or(0, |it| it.storage_bytes);
    let mut hours: Vec<Hour> = Vec::new();
    for (start, seconds) in split_by_hour(used.until, used.active_seconds) {
        let mut hour = hour(state, endpoint, start, storage_before);
        hour.active_seconds += seconds;
        hour.compute_milliseconds += seconds * thousandths(endpoint.size.min_cu);
        hours.push(hour);
    }
    // What follows a branch's data is a copy of what is counted there.
    let storage_bytes = match endpoint.read_only {
        true => storage_before,
        false => used.storage_bytes,
    };
    let changed = used.written_bytes > 0 || transferred > 0 || storage_bytes != storage_before;
    if changed {
        let start = hour_of(now);
        if hours.last().is_none_or(|it| it.start != start) {
            hours.push(hour(state, endpoint, start, storage_before));
        }
        if let Some(last) = hours.last_mut() {
            last.written_bytes += used.written_bytes;
            last.transfer_bytes += transferred;
            last.storage_bytes = storage_bytes;
        }
    }
    records.extend(hours.into_iter().map(Record::Hour));
    records
}

fn hour(state: &PlatformState, endpoint: &Endpoint, start: DateTime<Utc>, storage: u64) -> Hour {
    let (project, branch) = (&endpoint.project_id, &endpoint.branch_id);
    let key = (project.clone(), branch.clone(), start);
    let known = state.hours.get(&key).cloned();
    known.unwrap_or_else(|| Hour::new(project, branch, start, storage))
}

/// The hours that so many seconds up to a moment fall into, oldest first.
fn split_by_hour(until: DateTime<Utc>, seconds: u64) -> Vec<(DateTime<Utc>, u64)> {
    let mut parts = Vec::new();
    let (mut end, mut left) = (until, seconds);
    while left > 0 {
        // A moment that is an hour's very beginning ends the hour before it.
        let start = hour_of(end - TimeDelta::milliseconds(1));
        let room = u64::try_from((end - start).num_seconds())
            .unwrap_or(0)
            .max(1);
        let part = room.min(left);
        parts.push((start, part));
        left -= part;
        end = start;
    }
    parts.reverse();
    parts
}

/// Compute units come in quarters. No compute is counted as larger than a thousand, whatever size
/// was asked for.
fn thousandths(cu: f64) -> u64 {
    format!("{:.0}", cu.clamp(0.0, 1000.0) * 1000.0)
        .parse()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn seconds_fall_into_the_hours_they_were_in() {
        assert_eq!(split_by_hour(at(1800), 0), []);
        assert_eq!(split_by_hour(at(1800), 600), [(at(0), 600)]);
        assert_eq!(split_by_hour(at(3600), 3600), [(at(0), 3600)]);
        assert_eq!(
            split_by_hour(at(3700), 4000),
            [(at(-3600), 300), (at(0), 3600), (at(3600), 100)]
        );
        assert_eq!(thousandths(0.25), 250);
        assert_eq!(thousandths(8.0), 8000);
        assert_eq!(thousandths(1e300), 1_000_000);
    }
}

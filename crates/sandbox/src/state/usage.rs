//! What branches used, hour by hour of the sandbox's clock.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Months, NaiveTime, TimeDelta, Utc};

use super::hour::{Hour, hour_of};
use super::model::PlatformState;
use super::snapshot::is_snapshot;

/// Counters over a time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    pub active_time_seconds: u64,
    pub compute_time_seconds: u64,
    pub written_data_bytes: u64,
    pub data_transfer_bytes: u64,
    pub data_storage_bytes_hour: u64,
    /// What is stored at the end of that time.
    pub synthetic_storage_size: u64,
}

impl PlatformState {
    /// Of all its branches, those that are gone too: by branch, then by time.
    pub fn hours_of<'a>(&'a self, project_id: &'a str) -> impl Iterator<Item = &'a Hour> {
        let from = (project_id.to_owned(), String::new(), DateTime::UNIX_EPOCH);
        let hours = self.hours.range(from..).map(|(_, it)| it);
        hours.take_while(move |it| it.project_id == project_id)
    }

    pub fn hours_of_branch<'a>(
        &'a self,
        project_id: &'a str,
        branch_id: &'a str,
    ) -> impl DoubleEndedIterator<Item = &'a Hour> {
        let key = |at| (project_id.to_owned(), branch_id.to_owned(), at);
        let all = key(DateTime::UNIX_EPOCH)..key(DateTime::<Utc>::MAX_UTC);
        self.hours.range(all).map(|(_, it)| it)
    }

    /// From an hour on, until now.
    pub fn usage_of(&self, project_id: &str, from: DateTime<Utc>, now: DateTime<Utc>) -> Usage {
        let mut branches: BTreeMap<&str, Vec<&Hour>> = BTreeMap::new();
        // What snapshots hold is counted apart.
        let of_branches = self.hours_of(project_id);
        for hour in of_branches.filter(|it| !is_snapshot(&it.branch_id)) {
            branches.entry(&hour.branch_id).or_default().push(hour);
        }
        let mut used = Usage::default();
        for (branch, hours) in branches {
            self.count(&mut used, branch, &hours, from, now);
        }
        used
    }

    pub fn usage_of_branch(
        &self,
        project_id: &str,
        branch_id: &str,
        from: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Usage {
        let hours: Vec<&Hour> = self.hours_of_branch(project_id, branch_id).collect();
        let mut used = Usage::default();
        self.count(&mut used, branch_id, &hours, from, now);
        used
    }

    fn count(
        &self,
        used: &mut Usage,
        branch_id: &str,
        hours: &[&Hour],
        from: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        let mut compute_milliseconds = 0;
        let nexts = hours.iter().skip(1).map(|it| Some(it.start)).chain([None]);
        for (hour, next) in hours.iter().zip(nexts) {
            let until = next.unwrap_or_else(|| self.stored_until(branch_id, hour, now));
            used.data_storage_bytes_hour +=
                hour.storage_bytes * whole_hours(hour.start.max(from), until);
            if next.is_none() && self.branches.contains_key(branch_id) {
                used.synthetic_storage_size += hour.storage_bytes;
            }
            if hour.start < from {
                continue;
            }
            used.active_time_seconds += hour.active_seconds;
            compute_milliseconds += hour.compute_milliseconds;
            used.written_data_bytes += hour.written_bytes;
            used.data_transfer_bytes += hour.transfer_bytes;
        }
        used.compute_time_seconds += compute_milliseconds / 1000;
    }

    /// Until when the last hour of a branch says what is stored: a branch that is gone has no data.
    pub fn stored_until(&self, branch_id: &str, last: &Hour, now: DateTime<Utc>) -> DateTime<Utc> {
        match self.branches.contains_key(branch_id) {
            true => hour_of(now) + TimeDelta::hours(1),
            false => last.start + TimeDelta::hours(1),
        }
    }
}

fn whole_hours(from: DateTime<Utc>, until: DateTime<Utc>) -> u64 {
    u64::try_from((until - from).num_hours()).unwrap_or(0)
}

/// The calendar month, which consumption is counted by: its beginning and the next one's.
pub fn month_of(at: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let day = at.date_naive();
    let start = day.with_day(1).unwrap_or(day);
    let start = start.and_time(NaiveTime::MIN).and_utc();
    (start, start + Months::new(1))
}

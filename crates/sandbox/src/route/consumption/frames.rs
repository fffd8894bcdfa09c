//! Hours put together to the frames of a reply.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::query::Span;
use crate::route::body::Seconds;
use crate::state::snapshot::is_snapshot;
use crate::state::usage::month_of;
use crate::state::{Branch, Hour, PlatformState, Project};

/// What one branch did within one hour, those in which nothing happened among them.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    pub start: DateTime<Utc>,
    pub active_seconds: u64,
    pub compute_milliseconds: u64,
    pub written_bytes: u64,
    pub transfer_bytes: u64,
    pub storage_bytes: u64,
    /// Written since the branch was made, until the end of this hour.
    pub written_so_far: u64,
    pub is_root: bool,
    pub is_snapshot: bool,
}

/// The frames of a month, which is the time that is billed together.
#[derive(Debug, Serialize)]
pub struct Period<T> {
    period_id: String,
    period_plan: &'static str,
    period_start: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_end: Option<Seconds>,
    consumption: Vec<T>,
}

/// A project's frames within the span, oldest first: from its beginning, until now.
pub fn periods<T>(
    project: &Project,
    samples: &[Sample],
    span: Span,
    now: DateTime<Utc>,
    frame: impl Fn((DateTime<Utc>, DateTime<Utc>), &[Sample]) -> T,
) -> Vec<Period<T>> {
    let mut periods: Vec<Period<T>> = Vec::new();
    let mut at = span.granularity.frame(span.from.max(project.created_at)).0;
    while at < span.to && at <= now {
        let (start, end) = span.granularity.frame(at);
        let first = samples.partition_point(|it| it.start < start);
        let last = samples.partition_point(|it| it.start < end);
        let consumption = frame((start, end), samples.get(first..last).unwrap_or_default());
        let (month, next) = month_of(start);
        match periods.last_mut() {
            Some(period) if period.period_start.0 == month => period.consumption.push(consumption),
            _ => periods.push(Period {
                period_id: period_id(project, month),
                period_plan: "scale",
                period_start: Seconds(month),
                period_end: (next <= now).then_some(next).map(Seconds),
                consumption: vec![consumption],
            }),
        }
        at = end;
    }
    periods
}

/// The same at every call.
fn period_id(project: &Project, month: DateTime<Utc>) -> String {
    let digest = Sha256::digest(format!("{}/{}", project.id, month.timestamp()));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    let uuid = uuid::Builder::from_random_bytes(bytes).into_uuid();
    uuid.hyphenated().to_string()
}

/// Every hour of a project's branches within the span, by time.
pub fn samples(
    state: &PlatformState,
    project: &Project,
    span: Span,
    now: DateTime<Utc>,
) -> Vec<Sample> {
    let hours: Vec<&Hour> = state.hours_of(&project.id).collect();
    let branches = hours.chunk_by(|left, right| left.branch_id == right.branch_id);
    let mut samples: Vec<Sample> = branches
        .flat_map(|hours| of_hours(state, hours, span, now))
        .collect();
    samples.sort_by_key(|it| it.start);
    samples
}

pub fn samples_of_branch(
    state: &PlatformState,
    branch: &Branch,
    span: Span,
    now: DateTime<Utc>,
) -> Vec<Sample> {
    let hours = state.hours_of_branch(&branch.project_id, &branch.id);
    of_hours(state, &hours.collect::<Vec<_>>(), span, now)
}

fn of_hours(state: &PlatformState, hours: &[&Hour], span: Span, now: DateTime<Utc>) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut written_so_far = 0;
    let nexts = hours.iter().skip(1).map(|it| Some(it.start)).chain([None]);
    for (hour, next) in hours.iter().zip(nexts) {
        written_so_far += hour.written_bytes;
        let branch = state.branches.get(&hour.branch_id);
        let is_snapshot = is_snapshot(&hour.branch_id);
        let quiet = Sample {
            start: hour.start,
            active_seconds: 0,
            compute_milliseconds: 0,
            written_bytes: 0,
            transfer_bytes: 0,
            storage_bytes: hour.storage_bytes,
            written_so_far,
            is_root: !is_snapshot && branch.is_none_or(|it| it.parent_id.is_none()),
            is_snapshot,
        };
        if (span.from..span.to).contains(&hour.start) {
            samples.push(Sample {
                active_seconds: hour.active_seconds,
                compute_milliseconds: hour.compute_milliseconds,
                written_bytes: hour.written_bytes,
                transfer_bytes: hour.transfer_bytes,
                ..quiet
            });
        }
        let until = next.unwrap_or_else(|| state.stored_until(&hour.branch_id, hour, now));
        let mut start = (hour.start + TimeDelta::hours(1)).max(span.from);
        while start < until.min(span.to) {
            samples.push(Sample { start, ..quiet });
            start += TimeDelta::hours(1);
        }
    }
    samples
}

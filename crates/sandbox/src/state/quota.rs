//! What a project may use in a calendar month, and what a branch of it may hold.

use std::fmt;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::model::PlatformState;
use super::project::Project;
use super::usage::{Usage, month_of};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quota {
    ActiveTime,
    ComputeTime,
    WrittenData,
    DataTransfer,
    LogicalSize,
}

const ALL: [Quota; 5] = [
    Quota::ActiveTime,
    Quota::ComputeTime,
    Quota::WrittenData,
    Quota::DataTransfer,
    Quota::LogicalSize,
];

impl Quota {
    fn field(self) -> &'static str {
        match self {
            Self::ActiveTime => "active_time_seconds",
            Self::ComputeTime => "compute_time_seconds",
            Self::WrittenData => "written_data_bytes",
            Self::DataTransfer => "data_transfer_bytes",
            Self::LogicalSize => "logical_size_bytes",
        }
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ActiveTime => "active time",
            Self::ComputeTime => "compute time",
            Self::WrittenData => "written data",
            Self::DataTransfer => "data transfer",
            Self::LogicalSize => "logical size",
        })
    }
}

/// The first quota that is used up, for one branch of a project.
pub fn exceeded(
    state: &PlatformState,
    project: &Project,
    branch_id: &str,
    now: DateTime<Utc>,
) -> Option<Quota> {
    let set = project.settings.get("quota")?;
    let limits = ALL.map(|it| (it, set.get(it.field()).and_then(Value::as_u64).unwrap_or(0)));
    // Counting reads all hours of the project.
    if limits.iter().all(|(_, limit)| *limit == 0) {
        return None;
    }
    let used = state.usage_of(&project.id, month_of(now).0, now);
    let mut hours = state.hours_of_branch(&project.id, branch_id);
    let size = hours.next_back().map_or(0, |it| it.storage_bytes);
    first_used_up(limits, &used, size)
}

/// 0 is no limit.
fn first_used_up(limits: [(Quota, u64); 5], used: &Usage, size: u64) -> Option<Quota> {
    let of = |quota| match quota {
        Quota::ActiveTime => used.active_time_seconds,
        Quota::ComputeTime => used.compute_time_seconds,
        Quota::WrittenData => used.written_data_bytes,
        Quota::DataTransfer => used.data_transfer_bytes,
        Quota::LogicalSize => size,
    };
    let mut used_up = limits
        .into_iter()
        .filter(|(quota, limit)| *limit > 0 && of(*quota) >= *limit);
    used_up.next().map(|(quota, _)| quota)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_counts_from_its_limit_on_and_zero_is_none() {
        let used = Usage {
            active_time_seconds: 100,
            compute_time_seconds: 25,
            written_data_bytes: 1_000,
            data_transfer_bytes: 2_000,
            data_storage_bytes_hour: 9_000,
            synthetic_storage_size: 9_000,
        };
        let judged = |values: [u64; 5]| {
            let mut values = values.into_iter();
            let limits = ALL.map(|it| (it, values.next().unwrap()));
            first_used_up(limits, &used, 3_000)
        };
        for (limits, found) in [
            ([0, 0, 0, 0, 0], None),
            ([101, 26, 1_001, 2_001, 3_001], None),
            ([100, 0, 0, 0, 0], Some(Quota::ActiveTime)),
            ([0, 25, 0, 0, 0], Some(Quota::ComputeTime)),
            ([0, 0, 1_000, 0, 0], Some(Quota::WrittenData)),
            ([0, 0, 0, 2_000, 0], Some(Quota::DataTransfer)),
            ([0, 0, 0, 0, 3_000], Some(Quota::LogicalSize)),
            ([101, 26, 1, 1, u64::MAX], Some(Quota::WrittenData)),
        ] {
            assert_eq!(judged(limits), found, "{limits:?}");
        }
    }
}

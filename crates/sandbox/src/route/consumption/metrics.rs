use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::frames::Sample;
use crate::reply::Failure;
use crate::route::body::{Seconds, invalid};
use crate::state::usage::month_of;

/// Metrics of the first form that are only returned when they are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct OptionalMetrics {
    data_storage: bool,
    logical_size: bool,
    logical_size_hour: bool,
}

impl OptionalMetrics {
    pub fn parse(metrics: &[&str], of_older_plans: bool) -> Result<Self, Failure> {
        const USUAL: [&str; 4] = [
            "active_time_seconds",
            "compute_time_seconds",
            "written_data_bytes",
            "synthetic_storage_size_bytes",
        ];
        let mut more = Self {
            data_storage: of_older_plans && metrics.is_empty(),
            ..Self::default()
        };
        for metric in metrics {
            match *metric {
                "data_storage_bytes_hour" => more.data_storage = true,
                "logical_size_bytes" => more.logical_size = true,
                "logical_size_bytes_hour" => more.logical_size_hour = true,
                usual if USUAL.contains(&usual) => {}
                other => return Err(unknown(other)),
            }
        }
        Ok(more)
    }
}

/// A frame of the first form.
#[derive(Debug, Serialize)]
pub struct Frame {
    timeframe_start: Seconds,
    timeframe_end: Seconds,
    active_time_seconds: u64,
    compute_time_seconds: u64,
    written_data_bytes: u64,
    synthetic_storage_size_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_storage_bytes_hour: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_size_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_size_bytes_hour: Option<u64>,
}

impl Frame {
    pub fn of(
        (start, end): (DateTime<Utc>, DateTime<Utc>),
        it: &[Sample],
        more: OptionalMetrics,
    ) -> Self {
        let by_hour = stored_by_hour(it);
        let last = by_hour.values().next_back().copied().unwrap_or(0);
        let sum: u64 = by_hour.values().sum();
        Self {
            timeframe_start: Seconds(start),
            timeframe_end: Seconds(end),
            active_time_seconds: it.iter().map(|it| it.active_seconds).sum(),
            compute_time_seconds: it.iter().map(|it| it.compute_milliseconds).sum::<u64>() / 1000,
            written_data_bytes: it.iter().map(|it| it.written_bytes).sum(),
            synthetic_storage_size_bytes: last,
            data_storage_bytes_hour: more.data_storage.then_some(sum),
            logical_size_bytes: more.logical_size.then_some(last),
            logical_size_bytes_hour: more.logical_size_hour.then_some(sum),
        }
    }
}

fn stored_by_hour(samples: &[Sample]) -> BTreeMap<DateTime<Utc>, u64> {
    let mut stored = BTreeMap::new();
    for it in samples.iter().filter(|it| !it.is_snapshot) {
        *stored.entry(it.start).or_insert(0) += it.storage_bytes;
    }
    stored
}

/// A metric of the second form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    ComputeUnitSeconds,
    RootBranchBytesMonth,
    ChildBranchBytesMonth,
    InstantRestoreBytesMonth,
    PublicNetworkTransferBytes,
    PrivateNetworkTransferBytes,
    ExtraBranchesMonth,
    SnapshotStorageBytesMonth,
}

impl Metric {
    const ALL: [Self; 8] = [
        Self::ComputeUnitSeconds,
        Self::RootBranchBytesMonth,
        Self::ChildBranchBytesMonth,
        Self::InstantRestoreBytesMonth,
        Self::PublicNetworkTransferBytes,
        Self::PrivateNetworkTransferBytes,
        Self::ExtraBranchesMonth,
        Self::SnapshotStorageBytesMonth,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::ComputeUnitSeconds => "compute_unit_seconds",
            Self::RootBranchBytesMonth => "root_branch_bytes_month",
            Self::ChildBranchBytesMonth => "child_branch_bytes_month",
            Self::InstantRestoreBytesMonth => "instant_restore_bytes_month",
            Self::PublicNetworkTransferBytes => "public_network_transfer_bytes",
            Self::PrivateNetworkTransferBytes => "private_network_transfer_bytes",
            Self::ExtraBranchesMonth => "extra_branches_month",
            Self::SnapshotStorageBytesMonth => "snapshot_storage_bytes_month",
        }
    }

    /// Those that are asked for; some are returned for whole projects only.
    pub fn parse(words: &[&str], of_branches: bool) -> Result<BTreeSet<Self>, Failure> {
        if words.is_empty() {
            return Err(invalid("query: metrics: parameter is required"));
        }
        let known = |word: &str| {
            let mut all = Self::ALL.into_iter();
            let found = all.find(|it| it.word() == word)?;
            (!of_branches || !found.is_of_projects_only()).then_some(found)
        };
        let each = words.iter();
        each.map(|word| known(word).ok_or_else(|| unknown(word)))
            .collect()
    }

    fn is_of_projects_only(self) -> bool {
        matches!(
            self,
            Self::ExtraBranchesMonth | Self::SnapshotStorageBytesMonth
        )
    }

    /// The sandbox's computes are reached by the machine's own addresses, which count as public,
    /// and it has no branches beyond what a plan includes.
    fn value(self, it: &[Sample], start: DateTime<Utc>) -> u64 {
        let month = |bytes: u64| bytes / hours_of_month(start);
        let child = |it: &&Sample| !it.is_root && !it.is_snapshot;
        match self {
            Self::ComputeUnitSeconds => {
                it.iter().map(|it| it.compute_milliseconds).sum::<u64>() / 1000
            }
            Self::RootBranchBytesMonth => {
                let roots = it.iter().filter(|it| it.is_root);
                month(roots.map(|it| it.storage_bytes).sum())
            }
            // What differs from its parent, and never more than there is.
            Self::ChildBranchBytesMonth => {
                let children = it.iter().filter(child);
                month(
                    children
                        .map(|it| it.written_so_far.min(it.storage_bytes))
                        .sum(),
                )
            }
            Self::InstantRestoreBytesMonth => {
                let roots = it.iter().filter(|it| it.is_root);
                month(roots.map(|it| it.written_bytes).sum())
            }
            Self::PublicNetworkTransferBytes => it.iter().map(|it| it.transfer_bytes).sum(),
            Self::SnapshotStorageBytesMonth => {
                let snapshots = it.iter().filter(|it| it.is_snapshot);
                month(snapshots.map(|it| it.storage_bytes).sum())
            }
            Self::PrivateNetworkTransferBytes | Self::ExtraBranchesMonth => 0,
        }
    }
}

/// A frame of the second form.
#[derive(Debug, Serialize)]
pub struct MetricFrame {
    timeframe_start: Seconds,
    timeframe_end: Seconds,
    metrics: Vec<Value>,
}

#[derive(Debug, Serialize)]
struct Value {
    metric_name: &'static str,
    value: u64,
}

impl MetricFrame {
    pub fn of(
        (start, end): (DateTime<Utc>, DateTime<Utc>),
        it: &[Sample],
        metrics: &BTreeSet<Metric>,
    ) -> Self {
        let metrics = metrics.iter().map(|metric| Value {
            metric_name: metric.word(),
            value: metric.value(it, start),
        });
        Self {
            timeframe_start: Seconds(start),
            timeframe_end: Seconds(end),
            metrics: metrics.collect(),
        }
    }
}

fn hours_of_month(at: DateTime<Utc>) -> u64 {
    let (start, end) = month_of(at);
    u64::try_from((end - start).num_hours()).unwrap_or(744)
}

fn unknown(metric: &str) -> Failure {
    invalid(format!("query: metrics: unknown metric \"{metric}\""))
}

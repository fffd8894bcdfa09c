//! What was used, as the platform reports it.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::resource::lenient;
use crate::{BranchId, ProjectId};

/// What one project used (`GET /consumption_history/projects`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProjectConsumption {
    /// The project.
    pub project_id: ProjectId,
    /// Periods of its account, each under one plan.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub periods: Vec<Period<Usage>>,
}

/// What one project used, metric by metric (`GET /consumption_history/v2/projects`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ProjectMetrics {
    /// The project.
    pub project_id: ProjectId,
    /// Periods of its account, each under one plan.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub periods: Vec<Period<Metrics>>,
}

/// What one branch used, metric by metric (`GET /consumption_history/v2/branches`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BranchMetrics {
    /// The project.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub project_id: Option<ProjectId>,
    /// The branch.
    pub branch_id: BranchId,
    /// Periods of its account, each under one plan.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub periods: Vec<Period<Metrics>>,
}

/// A time under one plan and what was used in it, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
pub struct Period<T> {
    /// A UUID.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub period_id: String,
    /// The plan.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub period_plan: String,
    /// When it began.
    #[serde(default, deserialize_with = "lenient::time")]
    pub period_start: Option<DateTime<Utc>>,
    /// When it ended; `None` for the one that lasts.
    #[serde(default, deserialize_with = "lenient::time")]
    pub period_end: Option<DateTime<Utc>>,
    /// What was used, one entry an hour, day or month.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub consumption: Vec<T>,
}

/// What was used in one hour, day or month.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Usage {
    /// Its first moment.
    #[serde(default, deserialize_with = "lenient::time")]
    pub timeframe_start: Option<DateTime<Utc>>,
    /// The moment after its last.
    #[serde(default, deserialize_with = "lenient::time")]
    pub timeframe_end: Option<DateTime<Utc>>,
    /// Seconds in which computes were active.
    pub active_time_seconds: Option<i64>,
    /// Seconds of work counted with the size of the computes.
    pub compute_time_seconds: Option<i64>,
    /// Bytes written.
    pub written_data_bytes: Option<i64>,
    /// Bytes that storage held, history included.
    pub synthetic_storage_size_bytes: Option<i64>,
    /// Bytes stored times hours.
    pub data_storage_bytes_hour: Option<i64>,
    /// Bytes of the databases.
    pub logical_size_bytes: Option<i64>,
    /// Bytes of the databases times hours.
    pub logical_size_bytes_hour: Option<i64>,
}

/// Metrics of one hour, day or month.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Metrics {
    /// Its first moment.
    #[serde(default, deserialize_with = "lenient::time")]
    pub timeframe_start: Option<DateTime<Utc>>,
    /// The moment after its last.
    #[serde(default, deserialize_with = "lenient::time")]
    pub timeframe_end: Option<DateTime<Utc>>,
    /// The values, in no order.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub metrics: Vec<MetricValue>,
}

/// The value of one metric.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct MetricValue {
    /// Which one.
    #[serde(rename = "metric_name")]
    pub metric: Metric,
    /// Its value in the unit that the metric's name ends in.
    pub value: f64,
}

open_enum! {
    /// Something that is counted; its word ends in the unit.
    pub enum Metric {
        /// Seconds of work counted with the size of the computes.
        ComputeUnitSeconds = "compute_unit_seconds",
        /// What root branches hold.
        RootBranchBytesMonth = "root_branch_bytes_month",
        /// What other branches hold beyond their parents.
        ChildBranchBytesMonth = "child_branch_bytes_month",
        /// What the restore window holds.
        InstantRestoreBytesMonth = "instant_restore_bytes_month",
        /// What left over the public internet.
        PublicNetworkTransferBytes = "public_network_transfer_bytes",
        /// What left over private networks.
        PrivateNetworkTransferBytes = "private_network_transfer_bytes",
        /// Branches beyond those of the plan; of projects only.
        ExtraBranchesMonth = "extra_branches_month",
        /// What snapshots hold; of projects only.
        SnapshotStorageBytesMonth = "snapshot_storage_bytes_month",
    }
}

open_enum! {
    /// How long one entry of a history is. Each kind reaches back a different time.
    pub enum Granularity {
        /// An hour, up to 168 hours back.
        Hourly = "hourly",
        /// A day, up to 60 days back.
        Daily = "daily",
        /// A month, up to a year back.
        Monthly = "monthly",
    }
}

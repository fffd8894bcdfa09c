//! One hour of the sandbox's clock.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One branch within one hour. Hours in which nothing happened have none: what is stored stays as
/// the last one before them says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hour {
    pub project_id: String,
    pub branch_id: String,
    pub start: DateTime<Utc>,
    pub active_seconds: u64,
    /// Thousandths of a compute unit for a second.
    pub compute_milliseconds: u64,
    pub written_bytes: u64,
    pub transfer_bytes: u64,
    /// As it was last seen.
    pub storage_bytes: u64,
}

impl Hour {
    /// An hour that begins where another one of the branch ended.
    pub fn new(
        project_id: &str,
        branch_id: &str,
        start: DateTime<Utc>,
        storage_bytes: u64,
    ) -> Self {
        Self {
            project_id: project_id.to_owned(),
            branch_id: branch_id.to_owned(),
            start,
            active_seconds: 0,
            compute_milliseconds: 0,
            written_bytes: 0,
            transfer_bytes: 0,
            storage_bytes,
        }
    }
}

/// By project, branch and time.
pub type HourKey = (String, String, DateTime<Utc>);

/// The beginning of the hour.
pub fn hour_of(at: DateTime<Utc>) -> DateTime<Utc> {
    let into = at.timestamp().rem_euclid(3600);
    DateTime::from_timestamp(at.timestamp() - into, 0).unwrap_or(at)
}

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// How far a read-only compute is behind its branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReplicaLagView {
    /// How much of the branch's WAL it has not replayed; none while the compute that writes does not run.
    #[specta(type = Option<u32>)]
    pub bytes: Option<f64>,
    /// Up to where it has replayed, such as `0/1A2B3C8`.
    pub replayed_lsn: String,
    /// When that was asked.
    pub asked_at: DateTime<Utc>,
}

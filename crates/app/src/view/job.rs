use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::BulkVerb;

/// Something that runs now and that the activity strip shows.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// Its id.
    pub id: String,
    /// What runs.
    pub verb: JobVerb,
    /// On what, such as the name of a temporary database.
    pub subject: String,
    /// The list row it is about.
    pub temporary_id: Option<String>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// How far it is, when that is known.
    pub progress: Option<ProgressView>,
    /// True when it can be stopped.
    pub cancellable: bool,
}

/// How far something is.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// Units done.
    #[specta(type = u32)]
    pub done: f64,
    /// Units in all.
    #[specta(type = u32)]
    pub total: f64,
    /// The unit, such as `statements`.
    pub unit: String,
}

/// What runs.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum JobVerb {
    /// A temporary database is being made.
    CreateTemporary,
    /// An SQL file is being run.
    Seed,
    /// A temporary database is being saved to a file or copied into a project.
    Save,
    /// What a restore would put there is being compared.
    PreviewRestore,
    /// A script is being run on a branch to see what it does.
    TrySql,
    /// The sandbox is starting.
    StartSandbox,
    /// The sandbox is stopping.
    StopSandbox,
    /// An account's key is being changed for a new one.
    RotateKey,
    /// One action is being done to many.
    #[serde(untagged)]
    Bulk(BulkVerb),
}

/// A count as the window takes it. Exact up to 2^53.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 do not occur, and would only be shown rounded"
)]
#[must_use]
pub fn count(count: u64) -> f64 {
    count as f64
}

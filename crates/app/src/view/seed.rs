use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// What an SQL file would do, read before anything runs.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SeedPlanView {
    /// The file, links followed.
    pub path: String,
    /// Its size in bytes.
    #[specta(type = u32)]
    pub bytes: f64,
    /// Statements, a `COPY` with its data counting as one.
    pub statements: u32,
    /// True when it runs as one transaction: all or nothing.
    pub transaction: bool,
    /// Why it does not run as one transaction, when it does not.
    pub transaction_note: Option<String>,
}

/// How the last seeding of a database stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SeedStateView {
    /// The file.
    pub path: String,
    /// How it stands.
    pub status: SeedStatus,
    /// Statements done.
    pub statements: u32,
    /// Rows that `COPY` brought in.
    #[specta(type = u32)]
    pub rows_copied: f64,
    /// What failed: line, column and the server's message.
    pub error: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// How a seeding stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SeedStatus {
    /// It runs.
    Running,
    /// All of it was done.
    Done,
    /// It failed and nothing of it stayed.
    RolledBack,
    /// It failed, and what came before stayed.
    Partial,
    /// The person stopped it and nothing of it stayed.
    Cancelled,
}

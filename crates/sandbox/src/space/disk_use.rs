//! What the disk holds, as it is told.

use chrono::{DateTime, Utc};
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiskKind {
    /// Default branches of projects and of temporary databases.
    Projects,
    Branches,
    /// Deleted projects and branches that can still be recovered.
    Deleted,
    /// What new databases are copied from, with the one that is copied ahead.
    Templates,
    Logs,
    /// What was put aside, because nobody knows it or it could not be read.
    Quarantine,
    Other,
}

/// What one kind takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiskPart {
    pub kind: DiskKind,
    pub bytes: u64,
    /// How many of the kind there are; none of `Other`.
    pub count: usize,
    /// When the last of what is deleted goes for good.
    pub until: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DiskUse {
    pub used_bytes: u64,
    /// Beyond this nothing new is made; what is there goes on. None where the system does not tell
    /// how much is free.
    pub max_bytes: Option<u64>,
    /// Only kinds of which there is something.
    pub parts: Vec<DiskPart>,
}

//! Operations: asynchronous steps of a project, one after the other.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::change::Change;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    CreateTimeline,
    CreateBranch,
    StartCompute,
    SuspendCompute,
    ApplyConfig,
    ApplyStorageConfig,
    CheckAvailability,
    DeleteTimeline,
    DeleteTenant,
    TenantAttach,
    TenantDetach,
    TenantReattach,
    TimelineArchive,
    TimelineUnarchive,
    TimelineUpdateProtectedConfig,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Scheduling,
    Running,
    Finished,
    /// Not the end: it is tried again.
    Failed,
    /// Given up.
    Error,
    Cancelling,
    Cancelled,
    Skipped,
}

impl Status {
    pub fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Finished | Self::Error | Self::Cancelled | Self::Skipped
        )
    }

    /// Whether the project takes no conflicting call meanwhile.
    pub fn locks(self) -> bool {
        matches!(self, Self::Scheduling | Self::Running | Self::Cancelling)
    }
}

impl Operation {
    /// The same at its end. It lasted from its beginning, at least a millisecond if at all.
    pub fn ended(&self, status: Status, error: Option<String>, now: DateTime<Utc>) -> Self {
        let lasted = (now - self.created_at).num_milliseconds().max(1);
        Self {
            status,
            error,
            retry_at: None,
            updated_at: now,
            total_duration_ms: i32::try_from(lasted).unwrap_or(i32::MAX),
            ..self.clone()
        }
    }
}

/// A moment of a branch's past.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Past {
    /// Such as `0/1A2B3C8`.
    Lsn(String),
    /// By the sandbox's clock.
    Time(DateTime<Utc>),
}

/// What an operation really does. Each can be done twice, as after a crash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// The platform's own housekeeping, which is only recorded.
    #[serde(rename = "note")]
    RecordOnly,
    /// Takes place outside the engine, as a server that wakes for a connection.
    #[serde(rename = "observed")]
    External,
    /// Data for a root branch: a copy of the template, with the branch's databases and roles.
    CreateTimeline,
    /// Data for a branch: a copy of another one's, as it is or as it was.
    CreateBranch {
        from: String,
        schema_only: bool,
        #[serde(default)]
        at: Option<Past>,
    },
    /// Takes another branch's data in place of its own, which goes to `preserve_as` if given. With a moment of the past it
    /// may be its own.
    Restore {
        from: String,
        preserve_as: Option<String>,
        #[serde(default)]
        at: Option<Past>,
        /// What the branch has again when this is given up.
        #[serde(default)]
        last_reset_at: Option<DateTime<Utc>>,
    },
    /// Has a restored branch replace the one that it was restored for, which gets that name.
    FinalizeRestore {
        former_name: String,
    },
    StartCompute,
    SuspendCompute,
    /// Takes a compute away for good.
    RetireCompute,
    /// Starts a server over the branch's data, asks it something and lets it go again.
    CheckAvailability,
    ApplyConfig(Vec<Change>),
    /// Removes data that no branch leads to any more.
    RemoveData {
        branch_ids: Vec<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// A UUID.
    pub id: String,
    pub project_id: String,
    #[serde(default)]
    pub branch_id: Option<String>,
    #[serde(default)]
    pub endpoint_id: Option<String>,
    pub action: Action,
    pub status: Status,
    #[serde(default)]
    pub error: Option<String>,
    #[serde(default)]
    pub failures_count: i32,
    #[serde(default)]
    pub retry_at: Option<DateTime<Utc>>,
    /// In microseconds and different for each operation of a project: the list's cursor.
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[serde(default)]
    pub total_duration_ms: i32,
    /// Operations of one call; when one is given up, the rest of them is cancelled.
    #[serde(rename = "chain")]
    pub batch_id: String,
    pub task: Task,
}

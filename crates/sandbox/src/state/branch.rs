//! What a project consists of: branches, the computes over them, roles and databases.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::project::ComputeSize;
use super::secret::{Secret, stored_secret_option};
use super::snapshot::{BackupSchedule, RestoreStatus, SnapshotOf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BranchState {
    /// Its data directory is being made.
    Init,
    Ready,
    /// Its data is being replaced.
    Resetting,
    Archived,
}

impl BranchState {
    pub fn word(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Ready => "ready",
            Self::Resetting => "resetting",
            Self::Archived => "archived",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletedBy {
    User,
    Ttl,
}

/// A branch that was deleted and can still be recovered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deleted {
    pub at: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub by: DeletedBy,
}

/// One data directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    pub id: String,
    pub project_id: String,
    pub name: String,
    pub state: BranchState,
    #[serde(default)]
    pub parent_id: Option<String>,
    /// The parent's position at the copy.
    #[serde(default)]
    pub parent_lsn: Option<String>,
    #[serde(default)]
    pub parent_timestamp: Option<DateTime<Utc>>,
    #[serde(default)]
    pub default: bool,
    #[serde(default)]
    pub protected: bool,
    /// `parent-data` or `schema-only`; none for a root branch.
    #[serde(default)]
    pub init_source: Option<String>,
    #[serde(default)]
    pub creation_source: String,
    /// The user who made it.
    #[serde(default)]
    pub created_by: Option<String>,
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// What `expires_at` was set to, counted from then.
    #[serde(default)]
    pub ttl_interval_seconds: Option<i64>,
    #[serde(default)]
    pub last_reset_at: Option<DateTime<Utc>>,
    /// The branch that this one was restored to replace.
    #[serde(default)]
    pub restored_as: Option<String>,
    /// The snapshot that its data is from.
    #[serde(default)]
    pub restored_from: Option<String>,
    #[serde(default)]
    pub restore_status: Option<RestoreStatus>,
    /// Set for one that is a snapshot.
    #[serde(default)]
    pub snapshot: Option<SnapshotOf>,
    #[serde(default)]
    pub backup_schedule: Option<BackupSchedule>,
    #[serde(default)]
    pub annotation: Option<serde_json::Map<String, serde_json::Value>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub state_changed_at: DateTime<Utc>,
    #[serde(default)]
    pub deleted: Option<Deleted>,
    /// It only stands in the store, and its data is made by whoever needs it first: it was seeded
    /// in, or made while there were no servers. Without this mark, data that is not there is lost.
    #[serde(default)]
    pub unmade: bool,
}

impl Branch {
    /// A branch whose data is yet to be made.
    pub fn new(id: String, project_id: String, name: String, now: DateTime<Utc>) -> Self {
        Self {
            id,
            project_id,
            name,
            state: BranchState::Init,
            parent_id: None,
            parent_lsn: None,
            parent_timestamp: None,
            default: false,
            protected: false,
            init_source: None,
            creation_source: "console".into(),
            created_by: None,
            expires_at: None,
            ttl_interval_seconds: None,
            last_reset_at: None,
            restored_as: None,
            restored_from: None,
            restore_status: None,
            snapshot: None,
            backup_schedule: None,
            annotation: None,
            created_at: now,
            updated_at: now,
            state_changed_at: now,
            deleted: None,
            unmade: false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndpointState {
    Init,
    Active,
    Idle,
}

impl EndpointState {
    pub fn word(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Active => "active",
            Self::Idle => "idle",
        }
    }
}

/// One compute: a server behind a port that never changes, over a branch's data, or over a copy that follows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    pub id: String,
    pub project_id: String,
    pub branch_id: String,
    /// A branch has one that is not, and any number that are.
    #[serde(default)]
    pub read_only: bool,
    #[serde(default)]
    pub name: Option<String>,
    /// None until somebody needs it: projects that were only seeded have none.
    pub port: Option<u16>,
    pub state: EndpointState,
    #[serde(default)]
    pub size: ComputeSize,
    #[serde(default)]
    pub disabled: bool,
    #[serde(default)]
    pub passwordless_access: bool,
    pub transfer_bytes: u64,
    #[serde(default)]
    pub creation_source: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[serde(default)]
    pub last_active: Option<DateTime<Utc>>,
    #[serde(default)]
    pub started_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub suspended_at: Option<DateTime<Utc>>,
}

impl Endpoint {
    /// A compute that was never started.
    pub fn new(id: String, branch: &Branch, size: ComputeSize, now: DateTime<Utc>) -> Self {
        Self {
            id,
            project_id: branch.project_id.clone(),
            branch_id: branch.id.clone(),
            read_only: false,
            name: None,
            port: None,
            state: EndpointState::Init,
            size,
            disabled: false,
            passwordless_access: true,
            transfer_bytes: 0,
            creation_source: branch.creation_source.clone(),
            created_at: now,
            updated_at: now,
            last_active: None,
            started_at: None,
            suspended_at: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Role {
    pub branch_id: String,
    pub project_id: String,
    pub name: String,
    /// None for one that cannot log in, or whose password is not known.
    #[serde(with = "stored_secret_option")]
    pub password: Option<Secret>,
    /// It logs in with a password that was set by SQL, so that only its people know it.
    #[serde(default)]
    pub password_unknown: bool,
    /// SQL took its right to log in away. The password is kept for when it is given back.
    #[serde(default)]
    pub login_revoked: bool,
    #[serde(default)]
    pub protected: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Role {
    pub fn new(
        branch: &Branch,
        name: String,
        password: Option<Secret>,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            branch_id: branch.id.clone(),
            project_id: branch.project_id.clone(),
            name,
            password,
            password_unknown: false,
            login_revoked: false,
            protected: false,
            created_at: now,
            updated_at: now,
        }
    }

    pub fn can_log_in(&self) -> bool {
        !self.login_revoked && (self.password.is_some() || self.password_unknown)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Database {
    pub id: i64,
    pub branch_id: String,
    pub project_id: String,
    pub name: String,
    pub owner: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl Database {
    pub fn new(id: i64, branch: &Branch, name: String, owner: String, now: DateTime<Utc>) -> Self {
        Self {
            id,
            branch_id: branch.id.clone(),
            project_id: branch.project_id.clone(),
            name,
            owner,
            created_at: now,
            updated_at: now,
        }
    }
}

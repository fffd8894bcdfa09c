use std::collections::BTreeMap;

use api::resource::branches::{AnnotatedBranch, Branch, InitSource, RestoreWindow};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::{counted, text};
use super::{ComputeView, OneTimeSecretView, OperationView};

/// A branch of a project.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BranchView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The branch it was made from; a root branch has none.
    pub parent_id: Option<String>,
    /// Where in the parent's log it begins.
    pub parent_lsn: Option<String>,
    /// The moment of the parent at which it begins.
    pub parent_timestamp: Option<DateTime<Utc>>,
    /// What it is, in the platform's word, such as `ready`.
    pub state: Option<String>,
    /// What it is about to be.
    pub pending_state: Option<String>,
    /// Whether it is the project's default branch.
    pub is_default: bool,
    /// Whether it is protected from deletion and reset.
    pub is_protected: bool,
    /// Whether it began with the parent's schema alone.
    pub is_schema_only: bool,
    /// When its state last changed.
    pub state_changed_at: Option<DateTime<Utc>>,
    /// Where it was made, such as `console`.
    pub creation_source: Option<String>,
    /// What it began with, in the platform's word, such as `schema-only`.
    pub init_source: Option<String>,
    /// How far a restore is, in the platform's word.
    pub restore_status: Option<String>,
    /// The snapshot it was restored from.
    pub restored_from: Option<String>,
    /// The branch that it was restored to replace.
    pub restored_as: Option<String>,
    /// Bytes of its databases.
    #[specta(type = Option<u32>)]
    pub logical_size: Option<f64>,
    /// Seconds in which its computes were active.
    #[specta(type = Option<u32>)]
    pub active_time_seconds: Option<f64>,
    /// Seconds of work counted with the size of its computes.
    #[specta(type = Option<u32>)]
    pub compute_time_seconds: Option<f64>,
    /// Seconds of processor time.
    #[specta(type = Option<u32>)]
    pub cpu_used_seconds: Option<f64>,
    /// Bytes written.
    #[specta(type = Option<u32>)]
    pub written_data_bytes: Option<f64>,
    /// Bytes sent out.
    #[specta(type = Option<u32>)]
    pub data_transfer_bytes: Option<f64>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// When it expires; `None` is never.
    pub expires_at: Option<DateTime<Utc>>,
    /// How long it was meant to live, in seconds.
    #[specta(type = Option<u32>)]
    pub ttl_seconds: Option<f64>,
    /// When its data was last set back.
    pub last_reset_at: Option<DateTime<Utc>>,
    /// Who made it.
    pub created_by: Option<String>,
    /// What cannot be done with it now, and why.
    pub restrictions: Vec<RestrictionView>,
    /// When it was deleted, for one that can be brought back.
    pub deleted_at: Option<DateTime<Utc>>,
    /// Until when it can be brought back.
    pub recoverable_until: Option<DateTime<Utc>>,
    /// How it was deleted, in the platform's word, such as `ttl`.
    pub deletion_method: Option<String>,
    /// How far back it can be restored; `None` where only the project's retention is known.
    pub restore_window: Option<RestoreWindowView>,
}

/// What can be restored of a branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoreWindowView {
    /// The first moment; `None` while there is no history yet.
    pub start: Option<DateTime<Utc>>,
    /// Bytes that its history takes.
    #[specta(type = Option<u32>)]
    pub bytes: Option<f64>,
    /// Bytes that the histories of all branches of its project may take.
    #[specta(type = Option<u32>)]
    pub project_limit_bytes: Option<f64>,
    /// Whether it is shorter than the project's because of that limit.
    pub is_shortened: bool,
}

/// Something that cannot be done now.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestrictionView {
    /// What, in the platform's word, such as `restore`.
    pub action: String,
    /// Why, in the platform's words.
    pub reason: String,
}

/// One page of branches.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BranchPageView {
    /// The branches of this page.
    pub items: Vec<BranchView>,
    /// Pass as `cursor` to get the next page; `None` at the end.
    pub next: Option<String>,
}

/// One branch with what is noted on it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BranchDetailView {
    /// The branch.
    pub branch: BranchView,
    /// Notes by name, such as the commit it was made for.
    pub notes: BTreeMap<String, String>,
}

/// The schema of a branch's database.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BranchSchemaView {
    /// As `pg_dump` writes it.
    pub sql: String,
}

/// How the schema of a database differs from another branch's.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SchemaComparisonView {
    /// In the form of `diff -u`, from the other branch to this one. Empty when nothing differs.
    pub diff: String,
}

/// A new branch and what came with it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBranchView {
    /// The branch, which is not ready yet.
    pub branch: BranchView,
    /// Computes made with it.
    pub computes: Vec<ComputeView>,
    /// How to connect, as one-time secrets; empty without a compute and after a lost reply.
    pub connections: Vec<OneTimeSecretView>,
    /// What makes it.
    pub operations: Vec<OperationView>,
}

impl From<&Branch> for BranchView {
    fn from(branch: &Branch) -> Self {
        let restrictions = branch.restricted_actions.iter();
        let recovery = branch.recovery.as_ref();
        Self {
            id: branch.id.to_string(),
            name: branch.name.clone(),
            parent_id: text(branch.parent_id.as_ref()),
            parent_lsn: branch.parent_lsn.clone(),
            parent_timestamp: branch.parent_timestamp,
            state: text(branch.current_state.as_ref()),
            pending_state: text(branch.pending_state.as_ref()),
            state_changed_at: branch.state_changed_at,
            creation_source: branch.creation_source.clone(),
            init_source: text(branch.init_source.as_ref()),
            restore_status: branch.restore_status.clone(),
            restored_from: branch.restored_from.clone(),
            restored_as: branch.restored_as.clone(),
            is_default: branch.is_default(),
            is_protected: branch.protected,
            is_schema_only: branch.init_source == Some(InitSource::SchemaOnly),
            logical_size: counted(branch.logical_size),
            active_time_seconds: counted(branch.active_time_seconds),
            compute_time_seconds: counted(branch.compute_time_seconds),
            cpu_used_seconds: counted(branch.cpu_used_sec),
            ttl_seconds: counted(branch.ttl_interval_seconds),
            written_data_bytes: counted(branch.written_data_bytes),
            data_transfer_bytes: counted(branch.data_transfer_bytes),
            created_at: branch.created_at,
            updated_at: branch.updated_at,
            expires_at: branch.expires_at,
            last_reset_at: branch.last_reset_at,
            created_by: branch.created_by.as_ref().and_then(|by| by.name.clone()),
            restrictions: restrictions
                .map(|it| RestrictionView {
                    action: it.name.clone(),
                    reason: it.reason.clone(),
                })
                .collect(),
            deleted_at: recovery.and_then(|recovery| recovery.deleted_at),
            recoverable_until: recovery.and_then(|recovery| recovery.recoverable_until),
            deletion_method: text(recovery.and_then(|recovery| recovery.deletion_method.as_ref())),
            restore_window: branch.restore_window.as_ref().map(RestoreWindowView::from),
        }
    }
}

impl From<&RestoreWindow> for RestoreWindowView {
    fn from(window: &RestoreWindow) -> Self {
        Self {
            start: window.start,
            bytes: counted(window.bytes),
            project_limit_bytes: counted(window.project_limit_bytes),
            is_shortened: window.shortened,
        }
    }
}

impl From<&AnnotatedBranch> for BranchDetailView {
    fn from(found: &AnnotatedBranch) -> Self {
        Self {
            branch: BranchView::from(&found.branch),
            notes: found.notes.clone(),
        }
    }
}

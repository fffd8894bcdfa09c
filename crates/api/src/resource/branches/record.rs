//! A branch as the platform describes it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::resource::lenient;
use crate::{BranchId, Listed, ProjectId};

/// A branch of a project. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Branch {
    /// Such as `br-cool-night-a1b2c3d4`.
    pub id: BranchId,
    /// The project it belongs to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub project_id: Option<ProjectId>,
    /// The branch it was made from; a root branch has none.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub parent_id: Option<BranchId>,
    /// Where in the parent's log it begins, such as `0/1A2B3C8`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub parent_lsn: Option<String>,
    /// The moment of the parent at which it begins.
    #[serde(default, deserialize_with = "lenient::time")]
    pub parent_timestamp: Option<DateTime<Utc>>,
    /// Its name. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// What it is.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub current_state: Option<BranchState>,
    /// What it is about to be.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub pending_state: Option<BranchState>,
    /// When its state last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub state_changed_at: Option<DateTime<Utc>>,
    /// Bytes of its databases.
    pub logical_size: Option<i64>,
    /// Where it was made, such as `console`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub creation_source: Option<String>,
    /// Whether the reply says that it is the default branch.
    #[serde(default, rename = "default")]
    said_default: Option<bool>,
    /// The same by its older name.
    #[serde(default)]
    primary: Option<bool>,
    /// Whether it is protected from deletion and reset.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub protected: bool,
    /// Seconds of processor time.
    pub cpu_used_sec: Option<i64>,
    /// Seconds of work counted with the size of the computes.
    pub compute_time_seconds: Option<i64>,
    /// Seconds in which its computes were active.
    pub active_time_seconds: Option<i64>,
    /// Bytes written.
    pub written_data_bytes: Option<i64>,
    /// Bytes sent out.
    pub data_transfer_bytes: Option<i64>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
    /// How long it was meant to live, in seconds.
    pub ttl_interval_seconds: Option<i64>,
    /// When it expires; `None` is never.
    #[serde(default, deserialize_with = "lenient::time")]
    pub expires_at: Option<DateTime<Utc>>,
    /// When its data was last set back.
    #[serde(default, deserialize_with = "lenient::time")]
    pub last_reset_at: Option<DateTime<Utc>>,
    /// Who made it.
    pub created_by: Option<BranchCreator>,
    /// What it began with.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub init_source: Option<InitSource>,
    /// How far a restore is, such as `restored` or `finalized`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub restore_status: Option<String>,
    /// The snapshot it was restored from.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub restored_from: Option<String>,
    /// The branch that it was restored to replace.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub restored_as: Option<String>,
    /// What cannot be done with it now, and why.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub restricted_actions: Vec<RestrictedAction>,
    /// Set on a deleted branch that can be brought back.
    pub recovery: Option<BranchRecovery>,
    /// How far back it can be restored, from platforms that say so. Else only the project's retention is known.
    #[serde(default, deserialize_with = "lenient::understood")]
    pub restore_window: Option<RestoreWindow>,
    /// What is noted on it, such as the commit it was made for. Only lists say it with the branch.
    #[serde(skip)]
    pub annotations: BTreeMap<String, String>,
}

impl Branch {
    /// Whether it is the project's default branch, as `default` says, or the older `primary` in replies without that.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.said_default.or(self.primary).unwrap_or_default()
    }
}

impl Listed for Branch {
    const FIELD: &'static str = "branches";
    const BESIDE: &'static [&'static str] = &["annotations"];

    fn note(&mut self, _field: &str, all: &Map<String, Value>) {
        let noted = all.get(self.id.as_str()).and_then(|it| it.get("value"));
        let noted = noted.and_then(Value::as_object).into_iter().flatten();
        let texts =
            noted.filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
        self.annotations = texts.collect();
    }
}

open_enum! {
    /// What a branch is.
    pub enum BranchState {
        /// It is being made.
        Init = "init",
        /// Its data is being set back.
        Resetting = "resetting",
        /// It can be used.
        Ready = "ready",
        /// It lies in cheaper storage until somebody uses it.
        Archived = "archived",
        /// Its data is gone.
        StorageDeleted = "storage_deleted",
    }
}

open_enum! {
    /// What a branch begins with.
    pub enum InitSource {
        /// The parent's schema and data.
        ParentData = "parent-data",
        /// The parent's schema, with empty tables.
        SchemaOnly = "schema-only",
    }
}

/// Who made a branch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BranchCreator {
    /// Name of a person or a key.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub name: Option<String>,
    /// Address of a picture.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub image: Option<String>,
}

/// An action that the platform refuses for a branch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RestrictedAction {
    /// Such as `restore` or `delete-rw-endpoint`.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Why, in the platform's words.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub reason: String,
}

/// What can be restored of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RestoreWindow {
    /// The first moment; `None` while there is no history yet.
    #[serde(default, deserialize_with = "lenient::time")]
    pub start: Option<DateTime<Utc>>,
    /// Bytes that its history takes.
    pub bytes: Option<i64>,
    /// Bytes that the histories of all branches of its project may take.
    pub project_limit_bytes: Option<i64>,
    /// Whether it is shorter than the project's because of that limit.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub shortened: bool,
}

/// How a deleted branch can be brought back.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BranchRecovery {
    /// When it was deleted.
    #[serde(default, deserialize_with = "lenient::time")]
    pub deleted_at: Option<DateTime<Utc>>,
    /// Until when it can be brought back.
    #[serde(default, deserialize_with = "lenient::time")]
    pub recoverable_until: Option<DateTime<Utc>>,
    /// How it was deleted.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub deletion_method: Option<DeletionMethod>,
}

open_enum! {
    /// How a branch was deleted.
    pub enum DeletionMethod {
        /// Somebody deleted it.
        User = "user",
        /// It had expired.
        Ttl = "ttl",
    }
}

/// One branch with what is noted on it (`GET /projects/{project_id}/branches/{branch_id}`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AnnotatedBranch {
    /// The branch.
    pub branch: Branch,
    /// Notes by name, such as the commit it was made for.
    #[serde(default, rename = "annotation", deserialize_with = "notes")]
    pub notes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Annotation {
    #[serde(default, deserialize_with = "lenient::or_default")]
    value: BTreeMap<String, String>,
}

fn notes<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let annotation = Option::<Annotation>::deserialize(deserializer)?;
    Ok(annotation
        .map(|annotation| annotation.value)
        .unwrap_or_default())
}

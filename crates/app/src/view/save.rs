use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::ErrorCode;

/// As what a temporary database is saved to a file.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SaveFormat {
    /// The archive of `pg_dump`, compressed, with owners and privileges, for `pg_restore`.
    Archive,
    /// SQL that creates everything anew, without owners and privileges.
    Sql,
}

/// The database that a temporary one is copied into: a new one on a branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CopyTarget {
    /// Local id of the account.
    pub account_id: String,
    /// The project.
    pub project_id: String,
    /// The branch.
    pub branch_id: String,
    /// Its name, which no other database of the branch may have.
    pub database: String,
    /// The role that owns all of the copy.
    pub owner: String,
}

/// The project that is made for a copy, which goes into the database that comes with it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewProjectTarget {
    /// Local id of the account.
    pub account_id: String,
    /// The organization it is for; the platform's choice when `None`.
    pub organization_id: Option<String>,
    /// Its name, 1 to 256 characters.
    pub name: String,
}

/// Where a temporary database is copied to.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum CopyInto {
    /// A new database on a branch that is there.
    Branch(CopyTarget),
    /// A project that is made for it.
    NewProject(NewProjectTarget),
}

/// A role that something in a database names.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedRole {
    /// The role's name.
    pub name: String,
    /// An object that names the role, such as `policy own on table ledger`.
    pub object: String,
}

/// How the last save or copy of a database stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveStateView {
    /// The database that it is copied into; `None` for a file, and until the project is there that is made for it.
    pub into: Option<CopyTarget>,
    /// The project that is made for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub new_project: Option<NewProjectTarget>,
    /// The file's path, or project, branch and database; of a project that is not there yet its name.
    pub to: String,
    /// How it stands.
    pub status: SaveStatus,
    /// Bytes of the file, or of SQL that was copied.
    #[specta(type = u32)]
    pub bytes: f64,
    /// What kind of error it ended with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub code: Option<ErrorCode>,
    /// Why it failed.
    pub error: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// Sentences about what was saved: roles that it needs, and what is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// How a save stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SaveStatus {
    /// It runs.
    Running,
    /// All of it was saved.
    Done,
    /// It failed. Nothing of it was kept, unless the code says that it may be.
    Failed,
    /// The person stopped it, and nothing of it was kept.
    Cancelled,
}

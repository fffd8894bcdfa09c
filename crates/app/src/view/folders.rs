use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    ConnectionRequest, EnvPreviewView, ErrorView, GitState, InstantServiceChoice, SeedPlanView,
    SeedStateView,
};

/// The project folders.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderListView {
    /// By path.
    pub items: Vec<FolderView>,
}

/// One project folder, as it is on the disk now.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderView {
    /// Local id.
    pub id: String,
    /// The folder, links followed.
    pub path: String,
    /// The last part of the path.
    pub name: String,
    /// When it was added.
    pub added_at: DateTime<Utc>,
    /// What it is to get, and where.
    pub settings: FolderSettings,
    /// Where its database comes from, in words, such as `This machine` or `shop / main / svcdb`.
    pub source_label: String,
    /// How it stands.
    pub state: FolderState,
    /// Why the env file or the folder cannot be used, or why the last try did not finish.
    pub problem: Option<ErrorView>,
    /// The env file, whether it exists or not.
    pub env_path: String,
    /// The env file in which the variable has a value: another one where that of the settings has none.
    pub set_in: Option<String>,
    /// Its line there, from 1.
    pub line: Option<u32>,
    /// Local id of the temporary database, where it has one that is in the list.
    pub temporary_id: Option<String>,
    /// What its database is called.
    pub database: Option<String>,
    /// When its temporary database goes with its data, by the platform's clock.
    pub expires_at: Option<DateTime<Utc>>,
    /// How far the platform's clock is ahead of this machine's, in milliseconds.
    #[specta(type = i32)]
    pub clock_offset_ms: f64,
    /// How the seed of its database stands.
    pub seed: Option<SeedStateView>,
    /// True while it is given a database.
    pub busy: bool,
}

/// What a project folder is to get, and where.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderSettings {
    /// The env file, by its path in the folder.
    pub env_file: String,
    /// Variable of the connection string.
    pub variable: String,
    /// What the name of the public variable starts with. No connection string gets such a name.
    pub public_prefix: String,
    /// Referrer sent to the instant service.
    pub referrer: String,
    /// SQL that fills a new database.
    pub seed: Option<FolderSeed>,
    /// Where the database comes from.
    pub source: FolderSource,
    /// Write the env file without showing the change first.
    pub write_without_asking: bool,
}

impl Default for FolderSettings {
    fn default() -> Self {
        Self {
            env_file: ".env".to_owned(),
            variable: "DATABASE_URL".to_owned(),
            public_prefix: "VITE_".to_owned(),
            referrer: "plinth".to_owned(),
            seed: None,
            source: FolderSource::Temporary { service: None },
            write_without_asking: false,
        }
    }
}

/// SQL that runs once in a new database.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FolderSeed {
    /// A file of SQL.
    SqlScript {
        /// From the folder, or absolute.
        path: String,
    },
}

/// Where a folder's database comes from.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum FolderSource {
    /// A temporary database of its own.
    Temporary {
        /// Where it is made; `None` means this machine, and never a service that was not chosen.
        service: Option<InstantServiceChoice>,
    },
    /// A database of a project.
    Branch {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
        /// Branch, database, role, and whether through the pooler.
        request: ConnectionRequest,
    },
}

/// How a project folder stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FolderState {
    /// The variable has no value.
    Absent,
    /// It has the value that Plinth wrote, and the database is there.
    Filled,
    /// It has a value that Plinth did not write.
    Foreign,
    /// Filled, and the database goes in less than a day.
    Expiring,
    /// Filled, and the database is gone.
    Expired,
    /// Filled, and the database was claimed.
    Claimed,
    /// A database was made for it, and the env file does not have it yet.
    Unfinished,
    /// Filled, and the seed has not run to its end.
    Unseeded,
    /// A database may have been made for it.
    Unclear,
    /// The env file cannot be read or edited.
    EnvUnusable,
    /// The folder is not there or cannot be read.
    Gone,
}

/// How a folder is given a database.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderEnsureOptions {
    /// Make another database although Plinth made one that was written or is unclear.
    pub replace: bool,
    /// This is a production build: nothing happens.
    pub production: bool,
}

/// What is left to do until a folder has its database.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FolderStep {
    /// Nothing: the variable has a value, or this is a production build.
    Nothing,
    /// Make a database, write it, seed it.
    Create,
    /// The same in place of the one that was written.
    Replace,
    /// Write a database that exists.
    Write,
    /// Run the seed in the database that was written.
    Seed,
}

/// What would be done for a folder, before anything is.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderPlanView {
    /// Names this plan when it is carried out.
    pub id: String,
    /// The folder.
    pub folder_id: String,
    /// What it begins with.
    pub step: FolderStep,
    /// The change of the env file, every value masked; `None` where it does not change.
    pub env: Option<EnvPreviewView>,
    /// The seed that would run.
    pub seed: Option<SeedPlanView>,
}

/// What was done for a folder.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderEnsuredView {
    /// The folder since.
    pub folder: FolderView,
    /// What it began with.
    pub step: FolderStep,
    /// The variables that were written.
    pub variables: Vec<String>,
    /// Names the change of the env file for `env_undo`.
    pub undo_id: Option<String>,
}

/// A folder whose env file has a former connection string.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StaleFolderView {
    /// The folder.
    pub folder: FolderView,
    /// The change of its env file, every value masked.
    pub env: Option<EnvPreviewView>,
    /// Why there is none: its current connection string or its env file could not be read.
    pub error: Option<ErrorView>,
}

/// How a change of one of several env files ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderWrittenView {
    /// The plan.
    pub plan_id: String,
    /// The folder, where the plan is known.
    pub folder_id: Option<String>,
    /// Names the change for `env_undo`, where it was written.
    pub undo_id: Option<String>,
    /// Why it was not written.
    pub error: Option<ErrorView>,
}

/// What was found in the env files of folders.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderScanView {
    /// By folder, file and line.
    pub found: Vec<FoundDatabaseView>,
    /// What could not be read.
    pub problems: Vec<FolderScanProblemView>,
}

/// A folder or an env file that could not be read.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderScanProblemView {
    /// The folder or the file.
    pub path: String,
    /// Why.
    pub error: ErrorView,
}

/// A database in an env file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundDatabaseView {
    /// The folder.
    pub folder: String,
    /// The name of its env file.
    pub file: String,
    /// The variable.
    pub variable: String,
    /// Its line, from 1.
    pub line: u32,
    /// What it holds.
    pub kind: FoundDatabaseKind,
    /// The value with every secret part replaced by bullets.
    pub masked: String,
    /// The host that it leads to.
    pub host: String,
    /// What Plinth calls it, when it knows it.
    pub known_as: Option<String>,
    /// Why it cannot be brought into the list.
    pub refused: Option<String>,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FoundDatabaseKind {
    /// The claim link of a temporary database.
    ClaimLink,
    /// A connection string.
    ConnectionString,
}

/// A database that is brought into the list, named as it was found.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderImportPick {
    /// The folder.
    pub folder: String,
    /// The name of its env file.
    pub file: String,
    /// The variable.
    pub variable: String,
}

/// How bringing one into the list ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderImportedView {
    /// What was asked for.
    pub of: FolderImportPick,
    /// Local id of the folder.
    pub folder_id: Option<String>,
    /// Local id of the temporary database.
    pub temporary_id: Option<String>,
    /// Why it failed.
    pub error: Option<ErrorView>,
}

/// The project folder that a path belongs to.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FolderAroundView {
    /// The folder. One that is not in the list has the defaults, and an id that names nothing.
    pub folder: FolderView,
    /// True if the folder is in the list.
    pub is_listed: bool,
    /// Whether git would pick up the env file; `None` if a run would not write it.
    pub git: Option<GitState>,
}

/// What a program that is started in a folder gets. Its values are secrets.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FolderRunView {
    /// The folder.
    pub folder: FolderView,
    /// What was done.
    pub step: FolderStep,
    /// The folder's variables that every program reads alike.
    pub variables: Vec<FolderVariable>,
    /// Sentences without a full stop about variables that are not passed on and files that can't be read.
    pub notes: Vec<String>,
}

/// A variable with its value, which is a secret.
#[derive(Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FolderVariable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl fmt::Debug for FolderVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FolderVariable").field(&self.name).finish()
    }
}

//! The sandbox as its panel shows it.

use app::view::{ErrorView, SandboxOptions};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The sandbox as its panel shows it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SandboxView {
    pub status: SandboxStatus,
    /// Why the last start or stop failed.
    pub error: Option<ErrorView>,
    /// Present while it runs.
    pub running: Option<RunningView>,
    /// Folder that holds its state store and certificate authority.
    pub data_dir: String,
    /// The options with which it starts where nothing was chosen.
    pub usual: SandboxOptions,
    /// Those with which it is as the live platform.
    pub live: SandboxOptions,
    /// What can be chosen as the region.
    pub regions: Vec<String>,
    /// What it keeps and returns without enforcing it.
    pub recorded: Vec<RecordedView>,
}

/// A setting that the sandbox keeps and returns without enforcing it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RecordedView {
    /// As the Management API calls it.
    pub field: String,
    /// What the sandbox does instead, as the end of a sentence.
    pub instead: String,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum SandboxStatus {
    Stopped,
    Starting,
    Running,
    Stopping,
    Failed,
}

#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunningView {
    pub instant_url: String,
    pub base_url: String,
    pub ca_file: String,
    pub postgres_version: String,
    /// It has known security holes, and serves because a setting says so.
    pub postgres_outdated: bool,
    /// `bundled`, `environment` or `installed`.
    pub postgres_source: String,
    pub postgres_folder: String,
    /// The folder of the servers' data, where that is not in the data folder: PostgreSQL can't run as root.
    pub servers_folder: Option<String>,
    /// The sandbox's own time; it differs from this machine's once its clock was moved.
    pub now: DateTime<Utc>,
    #[specta(type = i32)]
    pub clock_offset_ms: f64,
    pub disk: DiskView,
    pub servers: Vec<ServerView>,
    /// How many of them run at once at most, as the free memory at the start had room for.
    pub max_running: u32,
    pub faults: Vec<FaultView>,
    /// Whether settings were changed since it started that it reads at its next start.
    pub restart_needed: bool,
}

/// What the sandbox takes of the disk.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiskView {
    /// `None` before the first measurement.
    #[specta(type = Option<u32>)]
    pub used_bytes: Option<f64>,
    /// Beyond this nothing new is made.
    #[specta(type = Option<u32>)]
    pub max_bytes: Option<f64>,
    /// Whether a copy shares its blocks until one is written to; none where that is not known.
    pub clones: Option<bool>,
    /// Only kinds of which there is something; none before the first read.
    pub parts: Vec<DiskPartView>,
    /// What of that the histories of projects take, by the project's name.
    pub histories: Vec<HistoryView>,
}

/// What the histories of a project's branches take of the disk.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryView {
    pub project_id: String,
    /// The temporary database's name or the project's.
    pub name: String,
    #[specta(type = u32)]
    pub bytes: f64,
    /// Beyond this the largest restore window is shortened.
    #[specta(type = u32)]
    pub limit_bytes: f64,
    /// Names of branches whose windows are shorter than the project's because of that.
    pub shortened: Vec<String>,
}

/// What one kind of thing takes of the disk.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiskPartView {
    pub kind: DiskKind,
    #[specta(type = u32)]
    pub bytes: f64,
    pub count: u32,
    /// When the last of what is deleted goes for good, by the sandbox's clock.
    pub until: Option<DateTime<Utc>>,
}

/// What takes the disk.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum DiskKind {
    /// Default branches of projects and of temporary databases.
    Projects,
    /// All other branches.
    Branches,
    /// What read-only computes have.
    Replicas,
    /// Frozen copies of branches.
    Snapshots,
    /// Deleted projects that can still be recovered.
    DeletedProjects,
    /// Deleted branches that can still be recovered, of projects that are not deleted.
    DeletedBranches,
    /// What new databases are copied from.
    Templates,
    /// What servers have said.
    Logs,
    /// What was quarantined, because nobody knows it or it could not be read.
    Quarantine,
    /// The state store, certificates, and whatever else lies there.
    Other,
}

/// A deleted project of the sandbox, or a deleted branch of a project that is not deleted. Its data is still there, so that
/// it can be recovered.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DeletedItemView {
    pub kind: DeletedKind,
    pub id: String,
    pub name: String,
    /// The project, or the branch's project.
    pub project_id: String,
    pub project_name: String,
    /// The disk space that it holds.
    #[specta(type = u32)]
    pub bytes: f64,
    /// By the sandbox's clock, as `recoverableUntil`.
    pub deleted_at: DateTime<Utc>,
    /// When it goes for good by itself.
    pub recoverable_until: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum DeletedKind {
    Project,
    Branch,
}

/// One database server of the sandbox.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServerView {
    pub project_id: String,
    pub endpoint_id: String,
    /// Id of its temporary database, when it is one in the list.
    pub temporary_id: Option<String>,
    /// The temporary database's name or the project's; with the branch when that is not the default one, and whether it is
    /// read-only.
    pub name: String,
    /// How much of what its branch's server wrote a read-only one that runs has not replayed yet.
    #[specta(type = Option<u32>)]
    pub behind_bytes: Option<f64>,
    pub state: ServerState,
    pub port: u16,
    #[specta(type = u32)]
    pub storage_bytes: f64,
    #[specta(type = u32)]
    pub storage_limit_bytes: f64,
    #[specta(type = u32)]
    pub transfer_bytes: f64,
    #[specta(type = u32)]
    pub transfer_limit_bytes: f64,
    pub connections: u32,
    /// When it will be suspended if nobody connects, by the sandbox's clock.
    #[serde(rename = "sleepsAt")]
    pub suspends_at: Option<DateTime<Utc>>,
    pub error: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum ServerState {
    #[serde(rename = "asleep")]
    Suspended,
    Starting,
    #[serde(rename = "awake")]
    Running,
    Stopping,
    Failed,
}

/// Something that a move of the clock would take away with its data.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LossView {
    pub kind: LossKind,
    /// The name in the list of temporary databases or the project's; with the branch where it is one.
    pub name: String,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum LossKind {
    /// A database that nobody claimed.
    TemporaryDatabase,
    /// A branch that expires.
    Branch,
    /// A deleted project that can still be recovered.
    DeletedProject,
    /// A deleted branch that can still be recovered.
    DeletedBranch,
}

/// An injected fault.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FaultView {
    pub id: String,
    pub kind: FaultKind,
    /// Which requests it hits, where the panel offers these.
    pub target: Option<FaultTarget>,
    /// A path, after the method where only one is hit, such as `POST /api/v1/database`.
    pub route: String,
    /// Requests it still hits.
    pub times: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum FaultKind {
    /// 429 with Retry-After.
    RateLimited,
    /// 500.
    ServerError,
    /// 503.
    Unavailable,
    /// The reply is held back for five seconds.
    Slow,
    /// The reply is cut in the middle after the work was done.
    Cut,
    /// The reply is not JSON.
    Garbage,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum FaultTarget {
    Any,
    Read,
    Create,
    Update,
    Delete,
}

/// Something the sandbox found on its disk and quarantined.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuarantinedView {
    pub id: String,
    pub kind: QuarantinedKind,
    /// What it seems to be: project and branch, or the name of its folder.
    pub name: String,
    pub path: String,
    #[specta(type = u32)]
    pub size_bytes: f64,
    /// By this machine's clock, as `lastUsedAt`.
    #[serde(rename = "putAsideAt")]
    pub quarantined_at: DateTime<Utc>,
    /// When its server wrote to it last.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The major version of PostgreSQL that made it.
    pub postgres: Option<String>,
    /// Whether all of a database is there. Else it can only be deleted.
    pub is_whole: bool,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum QuarantinedKind {
    /// Data of a branch that the state store does not know.
    Branch,
    /// A state store that could not be read.
    #[serde(rename = "catalogue")]
    StateStore,
}

/// One request the sandbox answered.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RequestView {
    /// By the sandbox's clock.
    pub at: DateTime<Utc>,
    pub method: String,
    /// Route with its ids left out, such as `/api/v1/database/:id`.
    pub route: String,
    pub status: u16,
    pub milliseconds: u32,
}

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::ErrorView;

/// What is done to many projects, keys, branches or computes of one account, one after the other.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkRequest {
    /// Local id of the account.
    pub account_id: String,
    /// What is done.
    pub verb: BulkVerb,
    /// To which, by id.
    pub item_ids: Vec<String>,
    /// The organization whose keys they are, where they are an organization's.
    pub organization_id: Option<String>,
    /// The project whose branches or computes they are.
    pub project_id: Option<String>,
    /// When the branches expire, to the second; `None` is never.
    pub expires_at: Option<DateTime<Utc>>,
}

/// What can be done to many at once.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkVerb {
    /// Delete them; each can be brought back for 7 days.
    DeleteProjects,
    /// Bring them back.
    RecoverProjects,
    /// Revoke API keys, for good.
    RevokeKeys,
    /// Delete branches; each can be recovered for 7 days.
    DeleteBranches,
    /// Recover deleted branches.
    RecoverBranches,
    /// Protect branches from deletion and reset.
    ProtectBranches,
    /// Unprotect branches.
    UnprotectBranches,
    /// Set when branches expire, or that they never do.
    ExpireBranches,
    /// Start computes.
    StartComputes,
    /// Suspend computes, which closes their connections.
    SuspendComputes,
}

/// What would be done, before it is begun. Nothing was changed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkPlanView {
    /// What would be done.
    pub verb: BulkVerb,
    /// To which, by name as far as it is known, in the order of the request.
    pub items: Vec<BulkItemView>,
    /// How many requests it takes when nothing goes wrong.
    pub requests: u32,
    /// How long it takes within the key's rate, in seconds.
    pub seconds: u32,
    /// What to know before, each a sentence.
    pub warnings: Vec<String>,
}

/// Something that is being done to many at once, or was.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkView {
    /// Names it.
    pub id: String,
    /// Local id of the account.
    pub account_id: String,
    /// What is done.
    pub verb: BulkVerb,
    /// The project whose branches or computes they are.
    pub project_id: Option<String>,
    /// How it stands.
    pub state: BulkState,
    /// Why it was paused by itself; `None` when a person did so or it goes on.
    pub problem: Option<ErrorView>,
    /// Each with its result, in the order in which it is done.
    pub items: Vec<BulkItemView>,
    /// When it began.
    pub started_at: DateTime<Utc>,
}

/// How a bulk stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkState {
    /// It goes on.
    Running,
    /// It waits until it is resumed.
    Paused,
    /// Every item has ended.
    Done,
    /// It was stopped; what had not begun was left as it is.
    Stopped,
}

/// One item of a bulk.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkItemView {
    /// Its id.
    pub item_id: String,
    /// Its name; its id when the name is not known.
    pub name: String,
    /// How it stands.
    pub state: BulkItemState,
    /// Why it failed, or cannot be done.
    pub error: Option<ErrorView>,
}

/// How one item of a bulk stands.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkItemState {
    /// Its turn is to come.
    Waiting,
    /// It is being done.
    Running,
    /// It was done.
    Done,
    /// It was not done.
    Failed,
    /// It was left as it is.
    Skipped,
}

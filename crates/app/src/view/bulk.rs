use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::ErrorView;

/// What is done to many projects of one account, one after the other.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkWish {
    /// Local id of the account.
    pub account_id: String,
    /// What is done.
    pub verb: BulkVerb,
    /// To which projects, or which keys.
    pub item_ids: Vec<String>,
    /// The organization whose keys they are, where they are an organization's.
    pub organization_id: Option<String>,
}

/// What can be done to many projects.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkVerb {
    /// Delete them; each can be brought back for 7 days.
    DeleteProjects,
    /// Bring them back.
    RecoverProjects,
    /// Revoke API keys, for good.
    RevokeKeys,
}

/// What would be done, before it is begun. Nothing was changed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkPlanView {
    /// What would be done.
    pub verb: BulkVerb,
    /// To which projects or keys, by name as far as it is known.
    pub items: Vec<BulkItemView>,
    /// How many requests it takes when nothing goes wrong.
    pub requests: u32,
    /// How long it takes within the key's rate, in seconds.
    pub seconds: u32,
    /// What to know before, each a sentence.
    pub warnings: Vec<String>,
}

/// Something that is being done to many projects or keys, or was.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkView {
    /// Names it.
    pub id: String,
    /// Local id of the account.
    pub account_id: String,
    /// What is done.
    pub verb: BulkVerb,
    /// How it stands.
    pub state: BulkState,
    /// Why it was paused by itself; `None` when a person did so or it goes on.
    pub problem: Option<ErrorView>,
    /// Each project or key with what came of it.
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
    /// Id of the project or of the key.
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

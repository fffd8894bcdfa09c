use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A page of the activity log, newest first.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityPageView {
    /// The entries of this page.
    pub items: Vec<ActivityView>,
    /// Pass as `before` to get the next page; `None` at the end.
    pub next: Option<String>,
}

/// One thing that was done here, in words without secrets.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityView {
    /// Position in the log.
    pub id: String,
    /// When it ended.
    pub at: DateTime<Utc>,
    /// What was done, such as `Create temporary database`.
    pub action: String,
    /// What it was done to, such as the list name.
    pub subject: String,
    /// Where: the label of the instant service or account.
    pub place: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The error's message, or another detail in a sentence.
    pub detail: Option<String>,
    /// Request id of the platform, when there is one.
    pub request_id: Option<String>,
    /// The list row it is about, when it still exists.
    pub temporary_id: Option<String>,
    /// Local id of the account it was done on; `None` where none has to do with it.
    pub account_id: Option<String>,
    /// The project it was done in.
    pub project_id: Option<String>,
    /// The operations it began.
    pub operation_ids: Vec<String>,
    /// The request as a command of curl, with variables in place of the key and of every other secret.
    pub curl: Option<String>,
}

/// Which entries of the activity log are wanted; what is `None` does not count.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ActivityFilter {
    /// Only those of this account, by its local id.
    pub account_id: Option<String>,
    /// Only those in the project with this id.
    pub project_id: Option<String>,
    /// Only what ended so.
    pub outcome: Option<Outcome>,
    /// Only this action, such as `Create branch`.
    pub action: Option<String>,
    /// Only what has these words in action, subject, instant service, detail or an id.
    pub text: Option<String>,
}

/// How something ended.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was not done.
    Failed,
    /// It may have been done; a reply was lost.
    Unclear,
    /// The person stopped it.
    Cancelled,
}

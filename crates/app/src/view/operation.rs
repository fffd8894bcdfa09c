use api::resource::operations::{Operation, OperationAction};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::counted;
use super::words::{action_word, status_word};

/// One piece of work of the platform on a project.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OperationView {
    /// Its id.
    pub id: String,
    /// The project it works on.
    pub project_id: String,
    /// The branch it works on, if on one.
    pub branch_id: Option<String>,
    /// The last known name of the branch, also of one that is gone. `None` in the reply to a change.
    #[serde(default)]
    #[specta(optional)]
    pub branch_name: Option<String>,
    /// The compute it works on, if on one.
    pub compute_id: Option<String>,
    /// What it does, in the platform's word, such as `create_branch`.
    pub action: Option<String>,
    /// The same in a person's words, such as `Create branch`; the platform's word where this version knows none.
    pub action_word: String,
    /// How far it is, in the platform's word, such as `running`.
    pub status: String,
    /// The same as the platform's console calls it, such as `In progress`.
    pub status_word: String,
    /// Whether it never changes again. A failed one can still be tried again.
    pub is_over: bool,
    /// Why it failed, in the platform's words.
    pub error: Option<String>,
    /// How often it has failed so far.
    pub failures: u32,
    /// When a failed one is tried again.
    pub retry_at: Option<DateTime<Utc>>,
    /// When it was ordered.
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    pub updated_at: Option<DateTime<Utc>>,
    /// How long it took, in milliseconds, where the platform says so; `None` until it has ended.
    #[specta(type = Option<u32>)]
    pub duration_ms: Option<f64>,
}

impl From<&Operation> for OperationView {
    fn from(operation: &Operation) -> Self {
        let action = operation.action.as_ref();
        Self {
            id: operation.id.to_string(),
            project_id: operation.project_id.to_string(),
            branch_id: operation.branch_id.as_ref().map(ToString::to_string),
            branch_name: None,
            compute_id: operation.endpoint_id.as_ref().map(ToString::to_string),
            action: action.map(ToString::to_string),
            action_word: action_word(action.map(OperationAction::as_str)),
            status: operation.status.to_string(),
            status_word: status_word(operation.status.as_str()).to_owned(),
            is_over: operation.status.is_terminal(),
            error: operation.error.clone(),
            failures: u32::try_from(operation.failures_count).unwrap_or_default(),
            retry_at: operation.retry_at,
            created_at: operation.created_at,
            updated_at: operation.updated_at,
            duration_ms: counted(Some(operation.total_duration_ms)).filter(|taken| *taken > 0.0),
        }
    }
}

/// One page of a project's operations, the newest first.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OperationPageView {
    /// The operations of this page.
    pub items: Vec<OperationView>,
    /// Pass as `cursor` to get the next page; `None` at the end.
    pub next: Option<String>,
}

/// An operation that is followed, or was until it ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrackedOperationView {
    /// Local id of its account.
    pub account_id: String,
    /// Name of its account, while that is there.
    pub account_name: Option<String>,
    /// Name of its project, as far as it was seen.
    pub project_name: Option<String>,
    /// Name of its branch, as far as it was seen.
    pub branch_name: Option<String>,
    /// It, as it was last seen. Its status is `vanished` when it is nowhere any more.
    pub operation: OperationView,
    /// What somebody clicked that began it; `None` when it was found going on.
    pub clicked: Option<ClickView>,
    /// Since when it is followed.
    pub since: DateTime<Utc>,
    /// When its end was seen.
    pub ended_at: Option<DateTime<Utc>>,
    /// Since when its platform can't be reached, so that nobody knows whether it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub unreachable_since: Option<DateTime<Utc>>,
}

/// What somebody clicked.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClickView {
    /// What was done, such as `Create branch`.
    pub action: String,
    /// To what, such as a name.
    pub target: String,
}

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Something that was deleted here and can be brought back.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoView {
    /// Names it.
    pub id: String,
    /// Local id of its account.
    pub account_id: String,
    /// The project, or the project of the branch.
    pub project_id: String,
    /// The branch; `None` for a whole project.
    pub branch_id: Option<String>,
    /// What it was called.
    pub name: String,
    /// When it was deleted.
    pub deleted_at: DateTime<Utc>,
    /// Until when it can be brought back.
    pub until: DateTime<Utc>,
    /// The bulk job that deleted it, for all that were deleted at once.
    pub bulk_id: Option<String>,
}

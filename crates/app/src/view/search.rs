use serde::{Deserialize, Serialize};
use specta::Type;

/// Something that a search found by its name or id. Nothing is asked of any platform for it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundView {
    /// What it is.
    pub kind: FoundKind,
    /// Its id; of a database its name; of a temporary database its local id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is, such as the names of account, project and branch.
    pub detail: String,
    /// Local id of its account; `None` for a temporary database of no account.
    pub account_id: Option<String>,
    /// Its project, or itself.
    pub project_id: Option<String>,
    /// Its branch, or itself.
    pub branch_id: Option<String>,
    /// The organization whose key it is; `None` for one's own, and for all that is no key.
    pub organization_id: Option<String>,
}

/// What can be found.
#[derive(
    Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum FoundKind {
    /// A project.
    Project,
    /// A branch.
    Branch,
    /// A database of a branch.
    Database,
    /// A compute.
    Compute,
    /// A temporary database.
    Temporary,
    /// An API key.
    Key,
}

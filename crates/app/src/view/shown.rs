use serde::{Deserialize, Serialize};
use specta::Type;

/// A list or record of a platform that a window shows.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ShownView {
    /// Local id of the account.
    pub account_id: String,
    /// The project. `None` for what belongs to the account, such as its list of projects.
    pub project_id: Option<String>,
    /// The part that is shown.
    pub part: ShownPart,
    /// How many requests a read takes. The databases of several branches are several.
    pub requests: u32,
    /// Milliseconds since it was last read. `None` while the window reads it for the first time.
    #[specta(type = Option<u32>)]
    pub age_ms: Option<f64>,
}

/// A part of an account or of a project that is read as a whole.
#[derive(
    Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum ShownPart {
    /// The account's list of projects.
    Projects,
    /// The project's record.
    Project,
    /// The project's branches.
    Branches,
    /// The project's computes.
    Computes,
    /// The databases of the branches on the screen.
    Databases,
    /// The roles of the branches on the screen.
    Roles,
    /// The project's snapshots and their schedule.
    Snapshots,
    /// The project's operations.
    Operations,
    /// The auth integration: itself, its providers, domains, email server and users.
    Auth,
    /// The project's shares with other people.
    Permissions,
    /// The project's JWKS addresses.
    Jwks,
    /// The account's API keys.
    ApiKeys,
    /// An organization: its members, invitations and spending limit.
    Organization,
    /// The organizations that the account's key reaches.
    Organizations,
}

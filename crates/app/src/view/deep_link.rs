use serde::{Deserialize, Serialize};
use specta::Type;

/// What a `plinth://` address or a notification names: a place of the window, and nothing that is done there.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum DeepLink {
    /// A screen as it is.
    Screen {
        /// Which.
        screen: LinkedScreen,
    },
    /// A project.
    Project {
        /// The platform's id.
        project_id: String,
        /// A branch of it.
        branch_id: Option<String>,
    },
    /// A temporary database.
    Temporary {
        /// Its local id, which is no secret, other than the platform's.
        id: String,
    },
    /// An operation.
    Operation {
        /// The platform's id.
        id: String,
    },
}

/// A screen that an address can name.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LinkedScreen {
    /// The projects of the current account.
    Projects,
    /// The temporary databases.
    Temporary,
    /// Operations and own actions.
    History,
    /// Project folders.
    Folders,
    /// API keys.
    Keys,
    /// The sandbox.
    Sandbox,
    /// Settings.
    Settings,
}

/// Where a link leads.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum DeepLinkView {
    /// It is no address of this program. What it said is kept nowhere.
    Refused,
    /// A screen.
    Screen {
        /// Which.
        screen: LinkedScreen,
    },
    /// A project of an account. Of several accounts that list it the current one comes first.
    Project {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
        /// A branch of it.
        branch_id: Option<String>,
    },
    /// A project that no account is known to have. One may have it all the same, such as a new one.
    UnknownProject {
        /// The project.
        project_id: String,
        /// A branch of it.
        branch_id: Option<String>,
    },
    /// A temporary database.
    Temporary {
        /// Its local id.
        id: String,
    },
    /// A temporary database that is not in the list.
    UnknownTemporary,
    /// An operation.
    Operation {
        /// The platform's id.
        id: String,
    },
    /// An operation that is not in the history.
    UnknownOperation,
}

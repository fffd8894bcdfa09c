use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ExpiryWarning, Outcome, ShownPart};

/// What happened, past tense, with ids. Never a cache key, never a screen.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum EventView {
    /// A temporary database came or changed.
    TemporaryChanged {
        /// Its local id.
        id: String,
    },
    /// A temporary database left the list.
    TemporaryForgotten {
        /// Its local id.
        id: String,
    },
    /// A warning about a temporary database's end is due. Published once each.
    ExpiryNeared {
        /// Its local id.
        id: String,
        /// Its name in the list.
        name: String,
        /// Which warning.
        warning: ExpiryWarning,
    },
    /// Project folders came, changed or left the list. Their env files may change without this.
    FoldersChanged,
    /// Work started, went on or ended.
    JobChanged {
        /// Its id.
        id: String,
    },
    /// Accounts changed.
    AccountsChanged,
    /// The keychain was found, lost or unlocked.
    KeychainChanged,
    /// Settings were saved.
    SettingsChanged,
    /// The activity log grew.
    ActivityAdded,
    /// Hosts were contacted. Published every few seconds at most.
    NetworkChanged,
    /// The lists of an account's projects changed, by a click or as a read found.
    ProjectsChanged {
        /// Local id of the account.
        account_id: String,
    },
    /// An organization's members, invitations or spending limit changed by a click.
    OrganizationChanged {
        /// Local id of the account.
        account_id: String,
        /// The organization.
        organization_id: String,
    },
    /// Something in a project changed by a click: its record, a branch, a compute, a database or a role.
    ProjectChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// Something that is done to many projects went on or ended.
    BulkChanged {
        /// Its id.
        id: String,
    },
    /// Whether something takes connections became known.
    ConnectionProbeChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// What can be brought back changed.
    UndoChanged,
    /// The auth integration of a project changed: itself, its providers, its email server or its domains.
    AuthChanged {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
    },
    /// An account's API keys changed, by a click or as a read found.
    KeysChanged {
        /// Local id of the account.
        account_id: String,
    },
    /// The change of an account's key for a new one went on or ended.
    RotationChanged {
        /// Its id.
        id: String,
    },
    /// A change that had been left open was reconciled: so it ended.
    MutationRecovered {
        /// Local id of the account.
        account_id: String,
        /// The project it is about, when it is about one.
        project_id: Option<String>,
        /// What was asked for, such as `Create branch`.
        action: String,
        /// On what, such as a name.
        target: String,
        /// How it ended.
        outcome: Outcome,
        /// Why it failed, or what is not clear.
        detail: Option<String>,
    },
    /// Operations that are followed came or changed.
    OperationChanged {
        /// Local id of the account.
        account_id: String,
        /// The project they work on.
        project_id: String,
        /// Their ids.
        operation_ids: Vec<String>,
    },
    /// An operation that is followed failed for the first time. It may be tried again and end well. Published once.
    OperationFailed {
        /// Local id of the account.
        account_id: String,
        /// The project it works on.
        project_id: String,
        /// Its id.
        operation_id: String,
        /// What it does, in the platform's word.
        action: Option<String>,
        /// Why, in the platform's words.
        error: Option<String>,
    },
    /// An operation that is followed has ended. Published once, also over restarts.
    OperationEnded {
        /// Local id of the account.
        account_id: String,
        /// The project it worked on.
        project_id: String,
        /// Its id.
        operation_id: String,
        /// What it did, in the platform's word.
        action: Option<String>,
        /// How it ended, in the platform's word; `vanished` when it is nowhere any more.
        status: String,
        /// Why it failed, in the platform's words.
        error: Option<String>,
    },
    /// A view that a window shows is to be read again.
    ViewDue {
        /// Local id of the account.
        account_id: String,
        /// The project. `None` for what belongs to the account.
        project_id: Option<String>,
        /// The part to read.
        part: ShownPart,
    },
    /// The sandbox started, stopped, or one of its servers changed.
    SandboxChanged,
    /// More happened than could be published one by one: everything may have changed, and rows and works may be gone.
    MuchChanged,
    /// The person asked to close the app and has something to be shown first.
    QuitRequested,
    /// A link to a place of the window was opened, or a notification was clicked: the window asks where it leads.
    LinkArrived,
    /// What is known of a newer Plinth changed.
    UpdatesChanged,
}

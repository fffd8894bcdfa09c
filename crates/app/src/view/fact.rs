use serde::{Deserialize, Serialize};
use specta::Type;

use super::ExpiryWarning;

/// What happened, past tense, with ids. Never a cache key, never a screen.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum FactView {
    /// A temporary database came or changed.
    TemporaryChanged {
        /// Its local id.
        id: String,
    },
    /// A temporary database left the shelf.
    TemporaryForgotten {
        /// Its local id.
        id: String,
    },
    /// A warning about a temporary database's end is due. Told once each.
    ExpiryNeared {
        /// Its local id.
        id: String,
        /// Its name on the shelf.
        name: String,
        /// Which warning.
        warning: ExpiryWarning,
    },
    /// Work started, went on or ended.
    WorkChanged {
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
    /// The sandbox started, stopped, or one of its servers changed.
    SandboxChanged,
    /// More happened than could be told one by one: everything may have changed, and rows and works may be gone.
    MuchChanged,
    /// The person asked to close the app and has something to be told first.
    QuitAsked,
}

use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a new temporary database can be made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    /// Which place.
    pub choice: PlaceChoice,
    /// What kind it is.
    pub kind: PlaceKind,
    /// Name to show, such as `This machine`.
    pub label: String,
    /// Host that is contacted; `None` while the place has no address.
    pub host: Option<String>,
    /// True when a database can be made there now.
    pub available: bool,
    /// A sentence about it, such as why it is not available.
    pub note: Option<String>,
}

/// Which place is meant.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlaceChoice {
    /// The account with this id, such as the sandbox.
    Account {
        /// Local id of the account.
        account_id: String,
    },
    /// The instant service of the hosted platform: no account, no key.
    Neon,
    /// An instant service at another address.
    Custom {
        /// Its address: https, or http on loopback.
        address: String,
    },
}

/// What kind of place.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PlaceKind {
    /// On this machine.
    ThisMachine,
    /// The hosted platform.
    Neon,
    /// Another address.
    Custom,
}

use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a new temporary database can be made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct InstantServiceView {
    /// Which instant service.
    pub choice: InstantServiceChoice,
    /// What kind it is.
    pub kind: InstantServiceKind,
    /// Name to show, such as `This machine`.
    pub label: String,
    /// Host that is contacted; `None` while the instant service has no address.
    pub host: Option<String>,
    /// True when a database can be made there now.
    pub available: bool,
    /// A sentence about it, such as why it is not available.
    pub note: Option<String>,
}

/// Which instant service is meant.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum InstantServiceChoice {
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

/// What kind of instant service.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum InstantServiceKind {
    /// On this machine.
    ThisMachine,
    /// The hosted platform.
    Neon,
    /// Another address.
    Custom,
}

//! What is asked of accounts.

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::base::exposed;
use crate::view::{AccountColour, PlatformKind};

/// An account to connect.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectAccount {
    /// The name to show; the platform's own words for the owner when empty.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Address of the Management API, up to its version; that of the profile when `None`.
    pub base_url: Option<String>,
    /// Address of the instant service, where the platform has one of its own; an empty one is none.
    pub instant_url: Option<String>,
    /// A PEM file with the certificate authority of its servers, where no public one signs them. Read now and kept; an empty
    /// path is none.
    pub ca_file: Option<String>,
    /// The API key.
    #[serde(serialize_with = "exposed::secret")]
    #[specta(type = String)]
    pub key: SecretString,
    /// The color that marks the account; red for production or else the next free one when `None`.
    #[serde(default)]
    #[specta(optional)]
    pub colour: Option<AccountColour>,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether it is locked against changes from the start.
    pub is_read_only: bool,
}

/// What is typed for a new account before its key is known, as in [`ConnectAccount`].
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewAccount {
    /// The name to show; empty for the platform's own words.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Address of the Management API.
    pub base_url: Option<String>,
    /// Address of the instant service.
    pub instant_url: Option<String>,
    /// A PEM file with the certificate authority of its servers.
    pub ca_file: Option<String>,
}

/// The account that a key in memory becomes.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveKey {
    /// The account's name; that of the key's owner when empty.
    pub name: String,
    /// The color that marks the account; red for production or else the next free one when `None`.
    #[serde(default)]
    #[specta(optional)]
    pub colour: Option<AccountColour>,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether nothing that changes anything may leave for it.
    pub is_read_only: bool,
}

/// What is changed of an account; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct EditAccount {
    /// A new name.
    pub name: Option<String>,
    /// Another colour.
    pub colour: Option<AccountColour>,
    /// Whether it is marked as production.
    pub is_production: Option<bool>,
    /// Whether it is locked against changes.
    pub is_read_only: Option<bool>,
    /// Another address of the Management API; asked before it is saved. At another origin with a key that comes with it.
    pub base_url: Option<String>,
    /// Another address of the instant service; an empty one is none.
    pub instant_url: Option<String>,
    /// Another PEM file with the certificate authority of its servers; an empty path is none.
    pub ca_file: Option<String>,
}

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ErrorView, KeyKind, KeyView, OneTimeSecretView};

/// An API key in a list.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyRowView {
    /// The key.
    pub key: KeyView,
    /// The accounts of this app that use it.
    pub used_by: Vec<KeyUserView>,
    /// Whether it was never used and is older than the days that the settings say.
    pub is_unused: bool,
}

/// An account of this app that uses a key.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyUserView {
    /// Local id of the account.
    pub account_id: String,
    /// Its name.
    pub name: String,
    /// False when that is only likely: the platform does not say which key a request came with.
    pub is_sure: bool,
}

/// A key that was just made. Its token is in memory to be shown once; `None` after a reply that lacked it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyView {
    /// The key.
    pub key: KeyView,
    /// Its token.
    pub one_time_secret: Option<OneTimeSecretView>,
}

/// What changing an account's key for a new one would take.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RotationPlanView {
    /// Local id of the account whose key it is.
    pub account_id: String,
    /// What kind of key.
    pub kind: Option<KeyKind>,
    /// Local id of the account that makes the new key and revokes the former one: the same one for a personal key.
    pub by_account_id: Option<String>,
    /// The keys that the account's own may be, the likeliest first. One that is sure is alone.
    pub candidates: Vec<KeyRowView>,
    /// The default name of the new key.
    pub name: String,
    /// Why it cannot be done, and what to do.
    pub problem: Option<ErrorView>,
}

/// A change of an account's key for a new one, under way or over.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RotationView {
    /// Names it.
    pub id: String,
    /// Local id of the account.
    pub account_id: String,
    /// The account's name.
    pub account_name: String,
    /// How far it is.
    pub step: RotationStep,
    /// Whether something works on it now.
    pub is_running: bool,
    /// Whether a key was revoked as the former one. One that stopped after that may be dismissed: the account has its new key.
    pub is_revoked: bool,
    /// The former key's name, as far as it is known.
    pub old_name: Option<String>,
    /// The new key's name.
    pub new_name: String,
    /// Why it stopped, and what to do. The account has a working key meanwhile.
    pub problem: Option<ErrorView>,
    /// When it was begun.
    pub started_at: DateTime<Utc>,
}

/// The steps of a rotation, in their order.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RotationStep {
    /// The new key is made.
    Create,
    /// The new key is tried.
    Verify,
    /// The account gets the new key.
    Swap,
    /// The former key is revoked.
    Revoke,
    /// All of it is done.
    Done,
    /// It was given up: the account has its former key, and the new one is revoked.
    Undone,
}

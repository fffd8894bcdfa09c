use serde::{Deserialize, Serialize};
use specta::Type;

/// Where secrets are kept, and whether that works now.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeychainView {
    /// Keychain, or memory until the app quits.
    pub kind: KeychainKind,
    /// How the last probe ended.
    pub status: KeychainStatus,
    /// What failed, when it failed.
    pub message: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

/// Where secrets are kept.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum KeychainKind {
    /// The keychain of the operating system.
    Keychain,
    /// Memory: gone when the app quits.
    Memory,
}

/// How the last probe of the keychain ended.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum KeychainStatus {
    /// Not probed yet.
    Checking,
    /// It works.
    Ready,
    /// There is none.
    Absent,
    /// It is there but locked.
    Locked,
    /// It refused.
    Denied,
    /// It did not answer in time or failed in another way.
    Failed,
}

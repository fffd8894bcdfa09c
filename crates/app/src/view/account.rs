use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// One account: a platform, its addresses and, where it has one, a key in the vault.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AccountView {
    /// Local id, stable over restarts.
    pub id: String,
    /// Name the person sees, such as `Sandbox`.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Whether it can be used now.
    pub state: AccountState,
    /// Host and port of its addresses; `None` while it has none, such as a stopped sandbox.
    pub host: Option<String>,
    /// When it was added.
    pub added_at: DateTime<Utc>,
}

/// The platform profiles.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PlatformKind {
    /// The platform on this machine.
    Sandbox,
    /// The hosted platform.
    Neon,
    /// Addresses that the person typed.
    Custom,
}

/// Whether an account can be used now.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AccountState {
    /// Its addresses answer, as far as is known.
    Ready,
    /// It has no address at present.
    Unavailable,
    /// The platform refused its key.
    Unauthorized,
}

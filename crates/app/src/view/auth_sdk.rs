use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{LinkTargetView, OneTimeSecretView};

/// What an app needs to speak to the auth provider. The server's key is in memory to be shown once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SdkKeysView {
    /// The auth provider, as the platform names it.
    pub provider: String,
    /// The project at the auth provider.
    pub provider_project_id: String,
    /// The key of clients. Public.
    pub client_key: String,
    /// Where its public keys are.
    pub jwks_url: Option<String>,
    /// The schema that users are synchronised into.
    pub schema: String,
    /// The table that users are synchronised into.
    pub table: String,
    /// All of it with the server's key, which is shown this once.
    pub one_time_secret: Option<OneTimeSecretView>,
}

/// A user that was just made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewAuthUserView {
    /// The user's id.
    pub id: String,
}

/// The synchronised users, as a real connection found them.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SyncedUsersView {
    /// The schema that they are in.
    pub schema: String,
    /// The table that they are in.
    pub table: String,
    /// The newest of them, at most 500.
    pub rows: Vec<SyncedUserView>,
    /// How many there are.
    #[specta(type = u32)]
    pub total: u64,
    /// Whether the user that was waited for is among them; `None` when none was.
    pub arrived: Option<bool>,
    /// When they were read.
    pub read_at: DateTime<Utc>,
}

/// A row of the synchronised users' table.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SyncedUserView {
    /// The user's id.
    pub id: String,
    /// The address they log in with.
    pub email: Option<String>,
    /// Their name.
    pub name: Option<String>,
    /// Their roles; empty where the table has none.
    pub roles: Vec<String>,
    /// When they were made.
    pub created_at: Option<DateTime<Utc>>,
}

/// A link that hands the auth provider's project over. A secret: it stays in memory, and is opened by its id.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TransferLinkView {
    /// The link, in memory, to be opened or copied.
    pub one_time_secret: OneTimeSecretView,
    /// Where it leads.
    pub target: LinkTargetView,
}

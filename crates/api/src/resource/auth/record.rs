//! What the platform says of an auth integration.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::Deserialize;

use crate::BranchId;
use crate::resource::lenient;

/// An integration of a project.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AuthIntegration {
    /// The auth provider as the platform names it.
    pub auth_provider: String,
    /// The project at the auth provider.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub auth_provider_project_id: String,
    /// The branch it is attached to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub branch_id: Option<BranchId>,
    /// The database that users are synchronised into.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub db_name: Option<String>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// Who owns the project at the auth provider.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub owned_by: Option<String>,
    /// How far a transfer of it is, once one was begun.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub transfer_status: Option<TransferStatus>,
    /// Where its public keys are.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub jwks_url: Option<String>,
    /// Where the auth provider is spoken to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub base_url: Option<String>,
    /// What users read as the app's name.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub name: Option<String>,
}

open_enum! {
    /// How far a transfer of an integration is.
    pub enum TransferStatus {
        /// Its link was made.
        Initiated = "initiated",
        /// Somebody has taken it.
        Finished = "finished",
    }
}

/// What an app needs to speak to the auth provider.
#[derive(Debug, Clone, Deserialize)]
pub struct SdkKeys {
    /// The auth provider as the platform names it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub auth_provider: String,
    /// The project at the auth provider.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub auth_provider_project_id: String,
    /// The key of clients. Public. Empty for providers that have none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub pub_client_key: String,
    /// The key of servers. A secret; `None` for providers that have none.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub secret_server_key: Option<SecretString>,
    /// Where its public keys are.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub jwks_url: Option<String>,
    /// The schema that users are synchronised into.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub schema_name: Option<String>,
    /// The table that users are synchronised into.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub table_name: Option<String>,
    /// Where the auth provider is spoken to.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub base_url: Option<String>,
}

/// A domain that the auth provider may send people back to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AuthDomain {
    /// With its scheme, such as `https://example.com`.
    pub domain: String,
    /// The auth provider as the platform names it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub auth_provider: Option<String>,
}

/// How the sending of a test message went.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TestEmail {
    /// Whether it was sent.
    pub success: bool,
    /// Why not, in the server's words.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub error_message: Option<String>,
}

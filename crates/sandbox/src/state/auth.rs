//! The auth integration of a branch: keys, users, providers and mail.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::auth_settings::AuthSettings;
use super::secret::{Secret, stored_secret, stored_secret_option};
use crate::config::Names;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnedBy {
    Platform,
    User,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transfer {
    Initiated,
    Finished,
}

fn usual_schema() -> String {
    Names::default().auth_schema
}

/// One a branch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuthIntegration {
    pub project_id: String,
    pub branch_id: String,
    pub provider: String,
    /// Holds the users' table. Integrations of earlier versions do not say it; all of them had the
    /// usual one.
    #[serde(default = "usual_schema")]
    pub schema: String,
    /// A UUID: the project at the auth provider.
    pub provider_project_id: String,
    pub database: String,
    pub role: String,
    pub owned_by: OwnedBy,
    pub transfer: Option<Transfer>,
    /// Opens the transfer page, and proves that a form was served by this sandbox.
    #[serde(with = "stored_secret")]
    pub transfer_token: Secret,
    /// The user who has taken it over.
    #[serde(default)]
    pub transferred_to: Option<String>,
    /// Signs tokens; the key set shows its public half.
    #[serde(with = "stored_secret")]
    pub signing_key_pem: Secret,
    /// SHA-256 of the present secret server key, as hexadecimal digits.
    pub secret_key_hash: String,
    pub pub_client_key: String,
    pub providers: Vec<OauthProvider>,
    pub email_server: EmailServer,
    pub domains: Vec<String>,
    #[serde(default)]
    pub settings: Box<AuthSettings>,
    pub created_at: DateTime<Utc>,
}

/// An OAuth provider; shared when it has no credentials of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OauthProvider {
    pub id: String,
    pub client_id: Option<String>,
    #[serde(with = "stored_secret_option")]
    pub client_secret: Option<Secret>,
    pub microsoft_tenant_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailServer {
    Shared,
    /// The same with a sender of somebody's own.
    SharedFrom(Sender),
    Standard(MailServer),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_name: Option<String>,
}

/// A mail server of somebody's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    /// Empty for a server that asks for none.
    pub username: String,
    #[serde(with = "stored_secret")]
    pub password: Secret,
    pub sender_email: String,
    pub sender_name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthUser {
    /// A UUID.
    pub id: String,
    pub project_id: String,
    pub branch_id: String,
    pub email: String,
    pub name: Option<String>,
    #[serde(default)]
    pub roles: Vec<String>,
    /// Whether the address is theirs.
    #[serde(default)]
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
}

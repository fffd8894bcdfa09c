use api::resource::auth::{AuthIntegration, EmailAndPassword};
use api::resource::email_server::EmailServer;
use api::resource::oauth_providers::{OauthProvider, OauthProviderType};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::text;

/// An auth integration of a project.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AuthIntegrationView {
    /// The auth provider, as the platform names it.
    pub provider: String,
    /// The project at the auth provider.
    pub provider_project_id: String,
    /// The branch it is attached to.
    pub branch_id: Option<String>,
    /// The database that users are synchronised into.
    pub database: Option<String>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
    /// Who owns the project at the auth provider, in the platform's word.
    pub owned_by: Option<String>,
    /// How far a transfer of it is, in the platform's word, once one was begun.
    pub transfer_status: Option<String>,
    /// Where its public keys are.
    pub jwks_url: Option<String>,
    /// Where apps speak to the auth provider.
    pub base_url: Option<String>,
}

/// Sign-in with email and password.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EmailAndPasswordView {
    /// Whether there is such a sign-in.
    pub enabled: bool,
    /// How an address is verified, in the platform's word: `link` or `otp`.
    pub verification_method: Option<String>,
    /// Whether an address must be verified before its owner can sign in.
    pub require_verification: bool,
    /// Whether people are signed in once they verified their address.
    pub auto_sign_in: bool,
    /// Whether a mail to verify the address is sent when somebody signs up.
    pub mail_on_sign_up: bool,
    /// Whether such a mail is sent when somebody signs in.
    pub mail_on_sign_in: bool,
    /// Whether nobody new can sign up.
    pub disable_sign_up: bool,
}

/// A provider of accounts that users can log in with. Lists give id and kind alone. Its secret never leaves the platform.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OauthProviderView {
    /// Which one, such as `google`.
    pub id: String,
    /// Whether it uses the client that the platform shares; `None` where the platform does not say.
    pub is_shared: Option<bool>,
    /// One's own client.
    pub client_id: Option<String>,
    /// The tenant, of Microsoft only.
    pub microsoft_tenant_id: Option<String>,
}

/// The server that mail is sent through. Its password never leaves the platform.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EmailServerView {
    /// Whose it is, in the platform's word: `shared` or `standard`.
    pub kind: String,
    /// Its host.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<u16>,
    /// Who logs in.
    pub username: Option<String>,
    /// The sender's address.
    pub sender_email: Option<String>,
    /// The sender's name.
    pub sender_name: Option<String>,
}

/// How the sending of a test message went.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TestEmailView {
    /// Whether it was sent.
    pub sent: bool,
    /// Why not, in the server's words.
    pub error: Option<String>,
}

impl From<&AuthIntegration> for AuthIntegrationView {
    fn from(found: &AuthIntegration) -> Self {
        Self {
            provider: found.auth_provider.clone(),
            provider_project_id: found.auth_provider_project_id.clone(),
            branch_id: text(found.branch_id.as_ref()),
            database: found.db_name.clone(),
            created_at: found.created_at,
            owned_by: found.owned_by.clone(),
            transfer_status: text(found.transfer_status.as_ref()),
            jwks_url: found.jwks_url.clone(),
            base_url: found.base_url.clone(),
        }
    }
}

impl From<&EmailAndPassword> for EmailAndPasswordView {
    fn from(found: &EmailAndPassword) -> Self {
        Self {
            enabled: found.enabled,
            verification_method: text(found.email_verification_method.as_ref()),
            require_verification: found.require_email_verification,
            auto_sign_in: found.auto_sign_in_after_verification,
            mail_on_sign_up: found.send_verification_email_on_sign_up,
            mail_on_sign_in: found.send_verification_email_on_sign_in,
            disable_sign_up: found.disable_sign_up,
        }
    }
}

impl From<&OauthProvider> for OauthProviderView {
    fn from(found: &OauthProvider) -> Self {
        let kind = found.kind.as_ref();
        Self {
            id: found.id.to_string(),
            is_shared: kind.map(|kind| kind == &OauthProviderType::Shared),
            client_id: found.client_id.clone(),
            microsoft_tenant_id: found.microsoft_tenant_id.clone(),
        }
    }
}

impl From<&EmailServer> for EmailServerView {
    fn from(found: &EmailServer) -> Self {
        Self {
            kind: found.kind.to_string(),
            host: found.host.clone(),
            port: found.port,
            username: found.username.clone(),
            sender_email: found.sender_email.clone(),
            sender_name: found.sender_name.clone(),
        }
    }
}

//! The calls of the auth settings. No secret is in them: as text they have a variable in its place.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::resources::auth::EnableAuth;

/// A call about the auth integration of a project. Where a `provider` is the auth provider, the platform's usual one is
/// meant when it is `None`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AuthCall {
    /// The integrations.
    ListIntegrations,
    /// A new integration.
    Enable {
        /// What it is attached to.
        enable: EnableAuth,
    },
    /// New keys for an app.
    CreateKeys {
        /// The auth provider.
        provider: Option<String>,
    },
    /// A new user.
    CreateUser {
        /// The auth provider.
        provider: Option<String>,
        /// The address that the user logs in with.
        email: String,
        /// The user's name.
        name: Option<String>,
    },
    /// A link that hands the auth provider's project over.
    Transfer {
        /// The auth provider.
        provider: Option<String>,
    },
    /// The end of an integration.
    Remove {
        /// The auth provider.
        provider: String,
        /// Whether the synchronised users go with it.
        delete_data: bool,
    },
    /// The trusted domains.
    ListDomains,
    /// One more trusted domain.
    AddDomain {
        /// The auth provider.
        provider: Option<String>,
        /// With its scheme.
        domain: String,
    },
    /// The end of trusted domains.
    DeleteDomains {
        /// The auth provider.
        provider: Option<String>,
        /// As they are listed.
        domains: Vec<String>,
    },
    /// The OAuth providers.
    ListProviders,
    /// A new OAuth provider. With a client of one's own there is a secret, too.
    AddProvider {
        /// Which one, such as `google`.
        provider: String,
        /// Id of one's own client; the platform's client is used when `None`.
        client_id: Option<String>,
        /// The tenant, of Microsoft only.
        microsoft_tenant_id: Option<String>,
    },
    /// A change of an OAuth provider.
    UpdateProvider {
        /// Which one.
        provider: String,
        /// Another id of one's own client.
        client_id: Option<String>,
        /// Whether it gets another secret.
        has_secret: bool,
        /// Another tenant, of Microsoft only.
        microsoft_tenant_id: Option<String>,
    },
    /// The end of an OAuth provider.
    DeleteProvider {
        /// Which one.
        provider: String,
    },
    /// The email server.
    GetEmailServer,
    /// A change of the email server.
    UpdateEmailServer {
        /// One's own; the platform's when `None`.
        server: Option<MailServerText>,
        /// Whether it gets another password.
        has_password: bool,
    },
    /// A test message. There is a password in any case.
    SendTestEmail {
        /// The branch of the integration.
        branch_id: String,
        /// Through which server.
        server: MailServerText,
        /// Who gets it.
        recipient: String,
    },
}

/// A mail server of one's own, without its password.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MailServerText {
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u32,
    /// Who logs in.
    pub username: String,
    /// The sender's address.
    pub sender_email: String,
    /// The sender's name.
    pub sender_name: String,
}

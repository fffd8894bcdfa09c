//! What is asked of an auth integration.

use secrecy::SecretString;
use serde::Serialize;

use crate::secret::exposed;

/// What the auth integration is attached to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CreateAuth {
    /// The database that users are synchronised into. The specification wants it; newer platforms have a default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_name: Option<String>,
    /// The role that owns it. The specification wants it; newer platforms ignore it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_name: Option<String>,
}

/// What a new user may be asked to have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CreateAuthUser {
    /// A name, 1 to 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The server that a test message is sent through.
#[derive(Debug, Clone, Serialize)]
pub struct TestEmailServer {
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Who logs in.
    pub username: String,
    /// The password.
    #[serde(serialize_with = "exposed")]
    pub password: SecretString,
    /// The sender's address.
    pub sender_email: String,
    /// The sender's name.
    pub sender_name: String,
}

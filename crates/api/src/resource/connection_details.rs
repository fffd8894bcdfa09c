//! How to connect to a database, as the replies that create projects and branches say it.

use secrecy::SecretString;
use serde::Deserialize;

use super::lenient;
use crate::DatabaseUrl;

/// How to connect to one database as one role.
#[derive(Debug, Clone, Deserialize)]
pub struct ConnectionDetails {
    /// As one string; `None` when the reply has none.
    pub connection_uri: Option<DatabaseUrl>,
    /// As its parts.
    pub connection_parameters: Option<ConnectionParameters>,
}

/// The parts of a connection string.
#[derive(Debug, Clone, Deserialize)]
pub struct ConnectionParameters {
    /// Name of the database.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub database: String,
    /// The role's password.
    pub password: Option<SecretString>,
    /// Name of the role.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub role: String,
    /// Where to connect.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub host: String,
    /// Where to connect through the pooler.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub pooler_host: Option<String>,
}

//! How to connect to something that was just made.

use api::resource::projects::ConnectionDetails;
use secrecy::{ExposeSecret, SecretString};

use crate::connect::{DatabaseUrl, DatabaseUrlError};

/// How to connect to one database as one role. Holds the password, so it is never serialised.
#[derive(Clone, Debug)]
pub struct NewConnection {
    /// The whole connection string.
    pub uri: SecretString,
    /// Name of the database; empty when the platform did not say it.
    pub database: String,
    /// Name of the role.
    pub role: String,
    /// Where to connect.
    pub host: String,
    /// Where to connect through the pooler.
    pub pooler_host: Option<String>,
}

impl NewConnection {
    /// The connection string, read.
    pub(crate) fn url(&self) -> Result<DatabaseUrl, DatabaseUrlError> {
        self.uri.expose_secret().parse()
    }

    pub(crate) fn all(connections: Vec<ConnectionDetails>) -> Vec<Self> {
        connections.into_iter().map(Self::of).collect()
    }

    fn of(details: ConnectionDetails) -> Self {
        let parts = details.connection_parameters;
        let uri = SecretString::from(details.connection_uri.expose());
        match parts {
            Some(parts) => Self {
                uri,
                database: parts.database,
                role: parts.role,
                host: parts.host,
                pooler_host: parts.pooler_host,
            },
            None => Self {
                uri,
                database: String::new(),
                role: String::new(),
                host: String::new(),
                pooler_host: None,
            },
        }
    }
}

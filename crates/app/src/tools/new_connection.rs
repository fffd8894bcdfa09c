//! How to connect to something that was just made.

use api::resource::projects::{ConnectionDetails, ConnectionParameters};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::tools::connect::{DatabaseUrl, DatabaseUrlError};

/// How to connect to one database as one role. Holds the password, so it is never serialised.
#[derive(Clone, Debug)]
pub(crate) struct NewConnection {
    /// The whole connection string.
    uri: SecretString,
    /// Where to connect through the pooler.
    pub(crate) pooler_host: Option<String>,
}

impl NewConnection {
    /// The connection string, read.
    pub(crate) fn url(&self) -> Result<DatabaseUrl, DatabaseUrlError> {
        self.uri.expose_secret().parse()
    }

    pub(crate) fn all(connections: Vec<ConnectionDetails>) -> Vec<Self> {
        connections.into_iter().filter_map(Self::of).collect()
    }

    /// `None` for one of which neither the string nor all that it is made of is known.
    fn of(details: ConnectionDetails) -> Option<Self> {
        let parts = details.connection_parameters;
        let said = details.connection_uri;
        let said = said.map(|uri| SecretString::from(uri.expose()));
        let uri = said.or_else(|| put_together(parts.as_ref()?))?;
        Some(Self {
            uri,
            pooler_host: parts.and_then(|parts| parts.pooler_host),
        })
    }
}

/// A connection string of its parts, for a reply that has these alone.
fn put_together(parts: &ConnectionParameters) -> Option<SecretString> {
    let password = parts.password.as_ref()?;
    let is_empty = |text: &String| text.is_empty();
    if [&parts.host, &parts.role, &parts.database]
        .into_iter()
        .any(is_empty)
    {
        return None;
    }
    let mut url = Url::parse("postgresql://host/").ok()?;
    url.set_host(Some(&parts.host)).ok()?;
    url.set_username(&parts.role).ok()?;
    url.set_password(Some(password.expose_secret())).ok()?;
    url.path_segments_mut().ok()?.push(&parts.database);
    url.set_query(Some("sslmode=require"));
    Some(String::from(url).into())
}

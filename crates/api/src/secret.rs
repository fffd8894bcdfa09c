//! URLs that open something by themselves: they print redacted and are read only through `expose`.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serializer};
use url::Url;

/// A PostgreSQL connection string with its password. Prints with the password masked, and as `[redacted]` when it is
/// no URL at all.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct DatabaseUrl(SecretString);

impl DatabaseUrl {
    /// Keeps the string exactly as the service gave it: it is a person's credential, never corrected.
    pub fn new(text: impl Into<String>) -> Self {
        Self(SecretString::from(text.into()))
    }

    /// The whole string with its password.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl PartialEq for DatabaseUrl {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for DatabaseUrl {}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Url::parse(self.expose()) {
            Ok(url) if url.has_host() => {
                let host = url.host_str().unwrap_or_default();
                write!(f, "{}://{}:…@{host}", url.scheme(), url.username())?;
                if let Some(port) = url.port() {
                    write!(f, ":{port}")?;
                }
                f.write_str(url.path())
            }
            _ => f.write_str("[redacted]"),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// Address where a temporary database is claimed. A secret: whoever opens it can take the database. Not checked here;
/// check scheme and host before it is opened.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct ClaimUrl(SecretString);

impl ClaimUrl {
    /// Keeps the address exactly as the service gave it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(SecretString::from(text.into()))
    }

    /// The whole address with the id in it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl PartialEq for ClaimUrl {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for ClaimUrl {}

impl fmt::Debug for ClaimUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClaimUrl(…)")
    }
}

/// For `serialize_with`: puts a secret into the body of a request, the one place where it belongs.
pub(crate) fn exposed<S: Serializer>(secret: &SecretString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(secret.expose_secret())
}

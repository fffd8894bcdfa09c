//! URLs that open something by themselves: they print redacted and are read only through `expose`.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
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

    /// The same database without the connection pooler: `-pooler` is removed from the end of the first label of the
    /// host name, and nothing else changes (specification of the instant service, `connection_string`). A string
    /// without it comes back as it is.
    #[must_use]
    pub fn direct(&self) -> Self {
        let text = self.expose();
        let Some((start, end)) = first_host_label(text) else {
            return self.clone();
        };
        match text[start..end].strip_suffix("-pooler") {
            Some(label) if !label.is_empty() => {
                Self::new([&text[..start], label, &text[end..]].concat())
            }
            _ => self.clone(),
        }
    }

    /// True when the host name says that the connection goes through the pooler.
    #[must_use]
    pub fn is_pooled(&self) -> bool {
        first_host_label(self.expose())
            .is_some_and(|(start, end)| self.expose()[start..end].ends_with("-pooler"))
    }
}

/// Where the first label of the host stands in a URL with an authority: after the last `@` of the authority, up to the
/// first dot, colon or end.
fn first_host_label(text: &str) -> Option<(usize, usize)> {
    let authority = text.find("://")? + 3;
    let rest = &text[authority..];
    let authority_end = authority + rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let start = text[authority..authority_end]
        .rfind('@')
        .map_or(authority, |at| authority + at + 1);
    let host = &text[start..authority_end];
    let end = start + host.find(['.', ':', ',']).unwrap_or(host.len());
    Some((start, end))
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

//! Addresses a client may be pointed at: only those where nothing can be read or redirected on the way.

use std::fmt;
use std::str::FromStr;

use url::{Host, Url};

/// What both kinds of address have in common: `https`, or `http` to this machine; no user, query or fragment; a path
/// without doubled or trailing slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address(Url);

/// Why an address was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidUrl {
    /// It cannot be read as a URL.
    #[error("not a URL")]
    Malformed,
    /// It has another scheme than `https`, or is `http` to another machine.
    #[error("use https, or http on this computer")]
    Insecure,
    /// It holds a user name or a password.
    #[error("it contains a user name or password")]
    Credentials,
    /// It has something after `?` or `#`.
    #[error("it contains ? or #")]
    Trailing,
}

impl InvalidUrl {
    /// What to do next, as a whole sentence.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::Malformed => "Include the scheme, such as https://example.com.",
            Self::Insecure => "Use https://.",
            Self::Credentials => "Remove everything before the @.",
            Self::Trailing => "Remove the ? or # and everything after it.",
        }
    }
}

impl Address {
    fn parse(text: &str) -> Result<Self, InvalidUrl> {
        let mut url = Url::parse(text.trim()).map_err(|_| InvalidUrl::Malformed)?;
        if !url.has_host() {
            return Err(InvalidUrl::Malformed);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidUrl::Credentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidUrl::Trailing);
        }
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) => {}
            _ => return Err(InvalidUrl::Insecure),
        }
        let path: Vec<_> = url
            .path()
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        let path = format!("/{}", path.join("/"));
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Where a redirect of this address leads, if a file may be read from there: never from `https` to anything else, and
    /// never to this machine from another. It may have a query.
    pub(crate) fn redirected(&self, location: &str) -> Option<Self> {
        let to = Self(self.0.join(location).ok()?);
        let plain = to.0.username().is_empty() && to.0.password().is_none() && to.0.has_host();
        let stays_here = to.is_loopback() && self.is_loopback();
        let is_safe = stays_here || (to.is_https() && !to.is_loopback());
        (plain && is_safe).then_some(to)
    }

    fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    pub(crate) fn url(&self) -> &Url {
        &self.0
    }

    pub(crate) fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }

    pub(crate) fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The address with path segments added, each escaped. `.` and `..` cannot be segments and are left out: whoever
    /// passes on what a person wrote looks for them first.
    pub(crate) fn join<'a>(&self, segments: impl IntoIterator<Item = &'a str>) -> Url {
        let mut url = self.0.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }
}

macro_rules! address {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub(crate) Address);

        impl $name {
            /// Reads an address as a person types it; blanks around it do not count.
            pub fn parse(text: &str) -> Result<Self, InvalidUrl> {
                Address::parse(text).map(Self)
            }

            /// The address without a trailing slash.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }

            /// True when it leads to this machine.
            #[must_use]
            pub fn is_loopback(&self) -> bool {
                self.0.is_loopback()
            }
        }

        impl FromStr for $name {
            type Err = InvalidUrl;

            fn from_str(text: &str) -> Result<Self, InvalidUrl> {
                Self::parse(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

address! {
    /// Address of an instant service, without its `/api/v1`. It is `https`, or `http` to this machine; it has no user,
    /// query or fragment; its path, if any, is kept without doubled or trailing slashes.
    InstantUrl
}

address! {
    /// Address of a file. It is `https`, or `http` to this machine; it has no user, query or fragment.
    FileUrl
}

address! {
    /// Address of a management service, with its version: it normally ends in `/api/v2`. It is `https`, or `http` to
    /// this machine; it has no user, query or fragment; its path is kept without doubled or trailing slashes.
    ManagementUrl
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_leads_to_https_or_stays_on_this_machine() {
        let (web, here) = ("https://a.example/p", "http://127.0.0.1:9/p");
        let of = |from: &str, to: &str| {
            let to = FileUrl::parse(from).unwrap().0.redirected(to);
            to.map(|it| it.url().as_str().to_owned())
        };
        for (from, to, leads) in [
            (web, "/q?x=1", Some("https://a.example/q?x=1")),
            (web, "https://b.example/q", Some("https://b.example/q")),
            (web, "//b.example/q", Some("https://b.example/q")),
            (web, "http://a.example/p", None),
            (web, "http://127.0.0.1/p", None),
            (web, "https://localhost/p", None),
            (web, "https://user@a.example/p", None),
            (web, "ftp://a.example/p", None),
            (here, "/q", Some("http://127.0.0.1:9/q")),
            (here, "http://[::1]:9/q", Some("http://[::1]:9/q")),
            (here, "http://a.example/p", None),
            (here, "https://a.example/p", Some("https://a.example/p")),
        ] {
            assert_eq!(of(from, to).as_deref(), leads, "{from} to {to}");
        }
    }
}

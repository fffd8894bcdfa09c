//! Links before they are opened in a browser: only https, or the loopback origin of the account's own
//! sandbox, with nothing in them that could show one host and lead to another.

use std::net::IpAddr;

use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};
use uuid::Uuid;

/// The longest link that is opened, in bytes.
pub const MAX_LENGTH: usize = 2048;

/// Where links may lead besides https.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// The loopback address of the account's own sandbox, for example `http://127.0.0.1:4000`.
    pub own_sandbox: Option<Url>,
}

impl Origins {
    /// The loopback address, such as `http://127.0.0.1:4000`.
    pub(crate) fn sandbox(&self) -> Option<String> {
        let own = self.own_sandbox.as_ref().filter(|own| is_loopback(own));
        own.map(|own| own.origin().ascii_serialization())
    }
}

/// A link that may be opened. Its text is the checked one, never the text that was given.
#[derive(Debug, Clone)]
pub struct CheckedLink {
    /// The link. A claim link is a secret: whoever knows it can claim the database.
    pub url: SecretString,
    /// The host to show before the link is opened for the first time.
    pub host: LinkHost,
    /// Whether the link leads to the account's own sandbox.
    pub own_sandbox: bool,
}

/// A host as it is shown to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkHost {
    /// The host as it goes over the wire, in ASCII, for example `xn--bcher-kva.example`, with the port
    /// if it is not the usual one.
    pub ascii: String,
    /// The host in its own script, when that differs.
    pub unicode: Option<String>,
}

/// Why a link is not opened. It never repeats the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Longer than [`MAX_LENGTH`].
    #[error("The link is too long")]
    TooLong,
    /// White space, control or invisible formatting characters.
    #[error("The link contains spaces or invisible characters")]
    Characters,
    /// Not an absolute link with a host.
    #[error("This is not a link")]
    Malformed,
    /// Another scheme than https, and not the account's own sandbox.
    #[error("This is not an https link")]
    Scheme,
    /// A user name or password before the host.
    #[error("The link contains a user name or password")]
    UserInfo,
    /// A backslash, which some programs take for a slash.
    #[error("The link contains a backslash")]
    Backslash,
}

/// Checks a link. The scheme is https, or scheme, host and port are exactly those of the account's
/// own sandbox, whose host is a loopback one.
///
/// # Errors
/// The link breaks one of the rules; see [`LinkError`].
pub fn check(link: &str, allowed: &Origins) -> Result<CheckedLink, LinkError> {
    let url = parse(link)?;
    let own_sandbox = allowed
        .own_sandbox
        .as_ref()
        .is_some_and(|own| is_loopback(own) && own.origin() == url.origin());
    if url.scheme() != "https" && !own_sandbox {
        return Err(LinkError::Scheme);
    }
    Ok(CheckedLink {
        host: host(&url)?,
        url: String::from(url).into(),
        own_sandbox,
    })
}

/// The id in a claim link, `…/claim/{id}` or `…/database/{id}`, or `None` for anything else. It does
/// not say that the link may be opened; [`check`] does.
pub fn claim_id(link: &str) -> Option<SecretString> {
    let url = parse(link).ok()?;
    if !matches!(url.scheme(), "https" | "http") {
        return None;
    }
    let mut segments = url.path_segments()?;
    let (form, id, rest) = (segments.next()?, segments.next()?, segments.next());
    let ends = matches!(rest, None | Some("")) && segments.next().is_none();
    let is_id = id.len() == 36 && Uuid::try_parse(id).is_ok();
    (matches!(form, "claim" | "database") && ends && is_id).then(|| id.to_ascii_lowercase().into())
}

impl CheckedLink {
    /// The id of the temporary database, if this is a claim link.
    pub fn claim_id(&self) -> Option<SecretString> {
        claim_id(self.url.expose_secret())
    }
}

fn parse(link: &str) -> Result<Url, LinkError> {
    if link.len() > MAX_LENGTH {
        return Err(LinkError::TooLong);
    }
    if link.chars().any(is_hidden) {
        return Err(LinkError::Characters);
    }
    if link.contains('\\') {
        return Err(LinkError::Backslash);
    }
    let url = Url::parse(link).map_err(|_| LinkError::Malformed)?;
    if url.cannot_be_a_base() || url.host_str().is_none_or(str::is_empty) {
        let other = !matches!(url.scheme(), "https" | "http");
        return Err(if other {
            LinkError::Scheme
        } else {
            LinkError::Malformed
        });
    }
    // The parser forgives any number of slashes and reads the user info away when it is empty.
    let rest = link.get(url.scheme().len()..).unwrap_or_default();
    let rest = rest.strip_prefix("://").ok_or(LinkError::Malformed)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err(LinkError::Malformed);
    }
    if authority.contains('@') {
        return Err(LinkError::UserInfo);
    }
    Ok(url)
}

/// True for a character that is not seen, breaks the line, or turns the direction of what follows.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{00ad}'
                | '\u{061c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

fn host(url: &Url) -> Result<LinkHost, LinkError> {
    let name = url.host_str().ok_or(LinkError::Malformed)?;
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let (unicode, decoded) = idna::domain_to_unicode(name);
    let differs = decoded.is_ok() && unicode != name;
    Ok(LinkHost {
        ascii: format!("{name}{port}"),
        unicode: differs.then(|| format!("{unicode}{port}")),
    })
}

//! Tells whoever asks which hosts requests go to.

use std::fmt::Debug;

use hyper_util::client::proxy::matcher::Matcher;
use url::{Host, Url};

use crate::address::{Address, FileUrl};

/// Where the requests of a client go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The service.
    pub service: HostPort,
    /// The proxy of the system that connections go to instead; the service's name is then looked up there.
    pub proxy: Option<HostPort>,
}

/// A host by its name or IP address, the latter without brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPort {
    /// The host.
    pub host: String,
    /// The port, 1 to 65535.
    pub port: u16,
}

/// Is told of each attempt of a client, on the thread that makes it: what it does must be quick.
pub trait Observer: Debug + Send + Sync {
    /// A request is about to be sent.
    fn sending(&self, to: &Destination);

    /// The request that was sent last, or one before, got no answer.
    fn unanswered(&self, to: &Destination);
}

impl Destination {
    /// Where a file is asked for.
    #[must_use]
    pub fn of_file(address: &FileUrl) -> Self {
        Self::of(&address.0)
    }

    pub(crate) fn of(base: &Address) -> Self {
        let url = base.url();
        Self {
            service: HostPort {
                host: host(url),
                port: url.port_or_known_default().unwrap_or_default(),
            },
            proxy: proxy(base),
        }
    }
}

fn host(url: &Url) -> String {
    match url.host() {
        Some(Host::Domain(name)) => name.to_owned(),
        Some(Host::Ipv4(address)) => address.to_string(),
        Some(Host::Ipv6(address)) => address.to_string(),
        None => String::new(),
    }
}

/// The proxy that the system's settings name, found as the HTTP library finds it.
fn proxy(base: &Address) -> Option<HostPort> {
    if base.is_loopback() {
        return None;
    }
    let destination = base.url().as_str().parse().ok()?;
    let intercept = Matcher::from_system().intercept(&destination)?;
    let uri = intercept.uri();
    let is_https = uri.scheme_str() == Some("https");
    Some(HostPort {
        host: uri.host()?.trim_matches(['[', ']']).to_owned(),
        port: uri.port_u16().unwrap_or(if is_https { 443 } else { 80 }),
    })
}

//! Where people may be sent back to.

use url::{Host, Url};

use crate::state::AuthIntegration;

/// The address, if it is one of a trusted domain, or of this machine where that is allowed.
pub fn trusted(integration: &AuthIntegration, redirect_uri: &str) -> Option<Url> {
    let url = Url::parse(redirect_uri).ok()?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none();
    if !is_plain {
        return None;
    }
    is_of_trusted(integration, &url).then_some(url)
}

/// Whether a script of this origin, as a browser names it, is one of such an address. That of a file or a sandboxed frame, `null`,
/// never is.
pub fn is_trusted_origin(integration: &AuthIntegration, origin: &str) -> bool {
    let url = Url::parse(origin).ok();
    let url = url.filter(|url| url.origin().ascii_serialization() == origin);
    url.is_some_and(|url| is_of_trusted(integration, &url))
}

fn is_of_trusted(integration: &AuthIntegration, url: &Url) -> bool {
    let mut domains = integration.domains.iter();
    let is_known = domains.any(|it| Url::parse(it).is_ok_and(|it| fits(&it, url)));
    is_known || integration.settings.allow_localhost && is_of_this_machine(url)
}

/// A domain whose host begins with `*.` stands for all hosts with one part in its place, as on the platform.
fn fits(domain: &Url, url: &Url) -> bool {
    let Some(below) = domain.host_str().and_then(|it| it.strip_prefix("*.")) else {
        return domain.origin() == url.origin();
    };
    let Some(Host::Domain(host)) = url.host() else {
        return false;
    };
    let is_below = host
        .split_once('.')
        .is_some_and(|(first, rest)| !first.is_empty() && first != "*" && rest == below);
    is_below
        && domain.scheme() == url.scheme()
        && domain.port_or_known_default() == url.port_or_known_default()
}

/// Whether any address can be one of this domain.
pub fn can_be_trusted(domain: &str) -> bool {
    let url = Url::parse(domain).ok();
    let host = url.as_ref().and_then(Url::host_str);
    host.is_some_and(|host| match host.strip_prefix("*.") {
        // Less would trust all hosts of a top-level domain.
        Some(below) => below.contains('.') && !below.contains('*'),
        None => !host.contains('*'),
    })
}

fn is_of_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The address with parameters after those that it has.
pub fn with(mut url: Url, parameters: &[(&str, &str)]) -> String {
    url.query_pairs_mut().extend_pairs(parameters);
    url.into()
}

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
    let mut domains = integration.domains.iter();
    let is_known = domains.any(|it| Url::parse(it).is_ok_and(|it| it.origin() == url.origin()));
    let is_here = integration.settings.allow_localhost && is_of_this_machine(&url);
    (is_known || is_here).then_some(url)
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

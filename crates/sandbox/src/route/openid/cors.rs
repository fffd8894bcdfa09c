//! Scripts of other origins: those of apps that a branch trusts may call what its OpenID provider answers to programs. The pages
//! on which people sign in are not among it: no script may fill them in.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;

use super::address::is_trusted_origin;
use super::provider::Provider;
use crate::shared::Shared;

/// Below the base URL of an auth integration.
const FOR_PROGRAMS: [&str; 4] = [
    "/.well-known/openid-configuration",
    "/.well-known/jwks.json",
    "/token",
    "/userinfo",
];

/// The request's origin, where the branch trusts it for what is asked.
pub fn trusted_origin(shared: &Shared, request: &Request) -> Option<HeaderValue> {
    let origin = request.headers().get(header::ORIGIN)?;
    let below = request.uri().path().strip_prefix("/auth/")?;
    let (id, rest) = below.split_at(below.find('/')?);
    if !FOR_PROGRAMS.contains(&rest) {
        return None;
    }
    let provider = Provider::find(shared, id)?;
    is_trusted_origin(&provider.integration, origin.to_str().ok()?).then(|| origin.clone())
}

/// The answer to a browser that asks whether a script may send a request. None for any other request.
pub fn preflight(request: &Request) -> Option<Response> {
    let asks = request.headers();
    if request.method() != Method::OPTIONS || !asks.contains_key("access-control-request-method") {
        return None;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, x-sandbox-token",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A page of the web asks this before it calls an address of this machine.
    if asks.contains_key("access-control-request-private-network") {
        headers.insert(
            "access-control-allow-private-network",
            HeaderValue::from_static("true"),
        );
    }
    Some(response)
}

/// Lets the script read the answer. No cookies go with it: the provider has none for programs.
pub fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
}

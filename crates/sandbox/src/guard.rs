//! Who may talk to the sandbox: programs of this machine, or others with the token, that name it by its own address, and no
//! page of another site.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::reach::Reach;
use crate::reply::Failure;
use crate::secret_digest::same;
use crate::state::Secret;

const TOKEN: &str = "x-sandbox-token";

/// Checks where a request comes from, unless its origin is trusted for what it asks, and where it thinks it goes.
pub fn check(
    headers: &HeaderMap,
    reach: &Reach,
    port: u16,
    is_trusted: bool,
) -> Result<(), Failure> {
    let Some(host) = text(headers, header::HOST).filter(|host| is_own_host(host, reach, port))
    else {
        return Err(
            Failure::new(StatusCode::FORBIDDEN, "this is not the sandbox's host").hint(format!(
                "Use http://{}:{port} as the address.",
                reach.host()
            )),
        );
    };
    let foreign = headers
        .get(header::ORIGIN)
        .is_some_and(|origin| origin.as_bytes() != format!("http://{host}").as_bytes());
    if !is_trusted && (foreign || is_foreign_fetch(headers)) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "requests from other sites are not allowed",
        ));
    }
    Ok(())
}

/// Where a token is set, nothing is answered without it. What brings it as its API key calls with the sandbox's own key.
pub fn check_token(headers: &mut HeaderMap, reach: &Reach, key: &Secret) -> Result<(), Failure> {
    if !reach.needs_token() {
        return Ok(());
    }
    let in_header = headers.remove(TOKEN);
    if in_header.is_some_and(|it| reach.is_token(it.as_bytes())) {
        return Ok(());
    }
    if bearer_or_password(headers).is_some_and(|it| reach.is_token(&it)) {
        let bearer = HeaderValue::from_str(&format!("Bearer {}", key.reveal()));
        headers.remove(header::AUTHORIZATION);
        if let Ok(mut bearer) = bearer {
            bearer.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, bearer);
        }
        return Ok(());
    }
    Err(Failure::new(
        StatusCode::UNAUTHORIZED,
        "the sandbox's token is missing or wrong",
    )
    .hint("Send it as `X-Sandbox-Token`, as `Authorization: Bearer …`, or as the password when a browser asks for one.")
    .asks_for_password())
}

/// What follows `Bearer`, or the password of `Basic`.
fn bearer_or_password(headers: &HeaderMap) -> Option<Vec<u8>> {
    let (scheme, rest) = text(headers, header::AUTHORIZATION)?.split_once(' ')?;
    let rest = rest.trim();
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(rest.as_bytes().to_vec());
    }
    let decoded = STANDARD.decode(rest).ok();
    let mut decoded = decoded.filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let name = decoded.iter().position(|byte| *byte == b':')?;
    Some(decoded.split_off(name + 1))
}

/// Administrative routes need the key of this run.
pub fn check_admin(headers: &HeaderMap, admin_key: &str) -> Result<(), Failure> {
    let given = text(headers, header::AUTHORIZATION)
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    if same(given.as_bytes(), admin_key.as_bytes()) {
        return Ok(());
    }
    Err(Failure::new(
        StatusCode::UNAUTHORIZED,
        "the administrative key is missing or wrong",
    )
    .hint("Send the key that this run printed as `Authorization: Bearer …`."))
}

fn is_own_host(host: &str, reach: &Reach, port: u16) -> bool {
    let Some((name, number)) = host.rsplit_once(':') else {
        return false;
    };
    number == port.to_string()
        && (matches!(name, "127.0.0.1" | "localhost" | "[::1]") || reach.is_called(name))
}

/// A script or image of another site; a link that a person follows is a navigation.
fn is_foreign_fetch(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let mode = headers.get("sec-fetch-mode").map(HeaderValue::as_bytes);
    matches!(site, Some(b"cross-site" | b"same-site")) && mode != Some(b"navigate")
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

//! Who may talk to the sandbox: programs of this machine that name it by its own address, and no
//! page of another site.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::reply::Failure;
use crate::secret_digest::same;

/// Checks where a request comes from and where it thinks it goes.
pub fn check(headers: &HeaderMap, port: u16) -> Result<(), Failure> {
    let Some(host) = text(headers, header::HOST).filter(|host| is_own_host(host, port)) else {
        return Err(
            Failure::new(StatusCode::FORBIDDEN, "this is not the sandbox's host")
                .hint(format!("Use http://127.0.0.1:{port} as the address.")),
        );
    };
    let foreign = headers
        .get(header::ORIGIN)
        .is_some_and(|origin| origin.as_bytes() != format!("http://{host}").as_bytes());
    if foreign || is_foreign_fetch(headers) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "requests from other sites are not allowed",
        ));
    }
    Ok(())
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

fn is_own_host(host: &str, port: u16) -> bool {
    let Some((name, number)) = host.rsplit_once(':') else {
        return false;
    };
    number == port.to_string() && matches!(name, "127.0.0.1" | "localhost" | "[::1]")
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

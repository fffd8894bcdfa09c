//! What the sandbox's pages for people have in common: plain HTML with forms; no script.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::peer;
use crate::shared::Shared;
use crate::write_limit::WriteLimit;

const STYLE: &str = include_str!("claim.css");

pub fn respond(shared: &Shared, status: StatusCode, title: &str, body: &str) -> Response {
    respond_for(shared, status, title, body, "")
}

/// A page with forms whose answer may lead to an origin: browsers hold redirects to `form-action`, too.
pub fn respond_for(
    shared: &Shared,
    status: StatusCode,
    title: &str,
    body: &str,
    origin: &str,
) -> Response {
    let nonce = shared.random.token(24);
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self' {origin}; base-uri 'none'; frame-ancestors 'none'"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} – Plinth sandbox</title>\n\
         <style nonce=\"{nonce}\">\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <p class=\"brand\">Plinth sandbox</p>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (status, headers, html).into_response()
}

/// The pages act for the owner of the sandbox without asking for a key, so only that person's browser gets them. Where a token is set, whoever got here has it. Where the
/// system does not tell whose a connection is, the secret in a page's link is what protects it.
pub async fn only_for_owner(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<WriteLimit>,
    request: Request,
    next: Next,
) -> Response {
    if shared.config.claims_by_anyone
        || shared.reach.needs_token()
        || peer::is_own(wire.peer(), wire.here())
    {
        return next.run(request).await;
    }
    let title = "No access to this page";
    let body = "<p>The sandbox acts for the user who runs it. Your browser runs as a different user of this computer.</p>\n\
                <p>Open the link as that user. Nothing was changed.</p>\n";
    respond(&shared, StatusCode::FORBIDDEN, title, body)
}

/// Text of others that stays text.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_stays_text() {
        assert_eq!(
            escaped("<b title='x'>&\""),
            "&lt;b title=&#39;x&#39;&gt;&amp;&quot;"
        );
    }
}

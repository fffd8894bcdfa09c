//! The beginning: an app sends a person's browser here.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;

use super::address;
use super::form::{self, Answer};
use super::page::{self, Page};
use super::provider::{Provider, SCOPES};
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::sign_ins::Authorization;

const LONGEST: usize = 2048;
/// SHA-256 in base64url.
const CHALLENGE: usize = 43;

#[derive(Debug, Deserialize)]
pub struct AuthorizeRequest {
    client_id: Option<String>,
    redirect_uri: Option<String>,
    response_type: Option<String>,
    response_mode: Option<String>,
    scope: Option<String>,
    state: Option<String>,
    nonce: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    prompt: Option<String>,
    login_hint: Option<String>,
    request: Option<String>,
    request_uri: Option<String>,
}

pub async fn begin(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    sent: Result<Query<AuthorizeRequest>, QueryRejection>,
) -> Response {
    let Some(provider) = Provider::find(&shared, &id) else {
        return page::not_found(&shared);
    };
    let Ok(Query(request)) = sent else {
        let why = "A parameter of the link is there twice or can't be read.";
        return page::refused(&shared, StatusCode::BAD_REQUEST, why);
    };
    if request.client_id.as_deref() != Some(provider.client_id()) {
        let why = "client_id must be the ID of the auth project, which the Auth tab shows.";
        return page::refused(&shared, StatusCode::BAD_REQUEST, why);
    }
    let redirect_uri = request.redirect_uri.clone().unwrap_or_default();
    if address::trusted(&provider.integration, &redirect_uri).is_none() {
        return page::untrusted(&shared, &redirect_uri);
    }
    let browser = form::browser(&headers).unwrap_or_else(|| shared.random.token(40));
    let authorization = Authorization {
        client_id: provider.client_id().to_owned(),
        redirect_uri,
        state: request.state.clone(),
        nonce: request.nonce.clone(),
        code_challenge: request.code_challenge.clone().unwrap_or_default(),
        scope: known_scopes(request.scope.as_deref().unwrap_or_default()),
        login_hint: request.login_hint.clone(),
        browser: hash(&browser),
    };
    let answer = Answer {
        provider: &provider,
        authorization: &authorization,
    };
    if let Err((error, why)) = checked(&provider, &request) {
        return answer.error(&shared, error, why);
    }
    let token = shared.random.token(40);
    if !shared
        .sign_ins
        .begin(&token, authorization.clone(), shared.now())
    {
        let why = "too many people are signing in";
        return answer.error(&shared, "temporarily_unavailable", why);
    }
    let wants_account = prompts(&request).any(|it| it == "create");
    let page = match wants_account && page::can_sign_up(&provider) {
        true => Page::SignUp,
        false => Page::SignIn,
    };
    let mut response = answer.page(&shared, &token, StatusCode::OK, page, None);
    let path = format!("/auth/{}", provider.client_id());
    let cookie = form::cookie(&browser, &path);
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// What is wrong, as OAuth and OpenID Connect call it.
fn checked(
    provider: &Provider,
    request: &AuthorizeRequest,
) -> Result<(), (&'static str, &'static str)> {
    if request.request.is_some() {
        return Err(("request_not_supported", "request is not supported"));
    }
    if request.request_uri.is_some() {
        return Err(("request_uri_not_supported", "request_uri is not supported"));
    }
    if request.response_type.as_deref() != Some("code") {
        return Err(("unsupported_response_type", "response_type must be code"));
    }
    if request
        .response_mode
        .as_ref()
        .is_some_and(|it| it != "query")
    {
        return Err(("invalid_request", "response_mode must be query"));
    }
    let challenge = request.code_challenge.as_deref().unwrap_or_default();
    if challenge.len() != CHALLENGE || request.code_challenge_method.as_deref() != Some("S256") {
        let why = "code_challenge with code_challenge_method S256 is needed";
        return Err(("invalid_request", why));
    }
    let is_long = |it: &Option<String>| it.as_ref().is_some_and(|it| it.len() > LONGEST);
    if is_long(&request.state) || is_long(&request.nonce) || is_long(&request.login_hint) {
        return Err(("invalid_request", "state, nonce or login_hint is too long"));
    }
    // Nobody stays signed in here.
    if prompts(request).any(|it| it == "none") {
        return Err(("login_required", "the user must sign in"));
    }
    if !provider.integration.settings.email_and_password.enabled {
        let why = "email and password are turned off on this branch";
        return Err(("access_denied", why));
    }
    Ok(())
}

fn prompts(request: &AuthorizeRequest) -> impl Iterator<Item = &str> {
    let prompt = request.prompt.as_deref().unwrap_or_default();
    prompt.split_ascii_whitespace()
}

fn known_scopes(scope: &str) -> String {
    let wanted: Vec<&str> = scope.split_ascii_whitespace().collect();
    let known = SCOPES.iter().filter(|it| wanted.contains(it)).copied();
    known.collect::<Vec<_>>().join(" ")
}

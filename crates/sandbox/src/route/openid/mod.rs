//! An OpenID provider for each auth integration, below its base URL, so that an app under development can sign its users in:
//! the code flow with PKCE, and a page where people sign in or sign up.

mod address;
mod authorize;
pub mod cors;
mod form;
mod grant;
mod jwt;
mod oauth_error;
mod page;
pub mod provider;
mod sign_in;
mod token;
mod userinfo;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

pub use self::address::can_be_trusted;
use self::provider::{Provider, SCOPES};
use crate::access::not_found;
use crate::reply::Failure;
use crate::shared::Shared;

/// What programs ask.
pub fn routes() -> Router<Arc<Shared>> {
    let at = |rest: &str| format!("/auth/{{provider_project_id}}{rest}");
    Router::new()
        .route(&at("/.well-known/openid-configuration"), get(metadata))
        .route(&at("/token"), post(token::exchange))
        .route(&at("/userinfo"), get(userinfo::show).post(userinfo::show))
}

/// What people see.
pub fn pages() -> Router<Arc<Shared>> {
    let at = |rest: &str| format!("/auth/{{provider_project_id}}{rest}");
    Router::new()
        .route(&at("/authorize"), get(authorize::begin))
        .route(&at("/sign-in"), post(sign_in::sign_in))
        .route(&at("/sign-up"), post(sign_in::sign_up))
        .route(&at("/verify"), post(sign_in::verify))
        .route(&at("/show"), post(sign_in::show))
        .route(&at("/cancel"), post(sign_in::cancel))
}

/// As OpenID Connect Discovery has it.
#[derive(Debug, Serialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: String,
    jwks_uri: String,
    scopes_supported: [&'static str; 4],
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 2],
    subject_types_supported: [&'static str; 1],
    id_token_signing_alg_values_supported: [&'static str; 1],
    token_endpoint_auth_methods_supported: [&'static str; 3],
    code_challenge_methods_supported: [&'static str; 1],
    prompt_values_supported: [&'static str; 3],
    claims_supported: [&'static str; 10],
    authorization_response_iss_parameter_supported: bool,
    request_uri_parameter_supported: bool,
}

async fn metadata(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<Metadata>, Failure> {
    let provider = Provider::find(&shared, &id).ok_or_else(|| not_found("auth project"))?;
    let issuer = provider.issuer;
    Ok(Json(Metadata {
        authorization_endpoint: format!("{issuer}/authorize"),
        token_endpoint: format!("{issuer}/token"),
        userinfo_endpoint: format!("{issuer}/userinfo"),
        jwks_uri: format!("{issuer}/.well-known/jwks.json"),
        issuer,
        scopes_supported: SCOPES,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        token_endpoint_auth_methods_supported: [
            "none",
            "client_secret_basic",
            "client_secret_post",
        ],
        code_challenge_methods_supported: ["S256"],
        prompt_values_supported: ["none", "login", "create"],
        claims_supported: [
            "iss",
            "sub",
            "aud",
            "exp",
            "iat",
            "auth_time",
            "nonce",
            "name",
            "email",
            "email_verified",
        ],
        authorization_response_iss_parameter_supported: true,
        request_uri_parameter_supported: false,
    }))
}

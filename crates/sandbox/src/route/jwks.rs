//! The public keys of auth integrations, for whoever checks their tokens.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rcgen::KeyPair;
use serde::Serialize;

use super::openid::provider::Provider;
use crate::access::not_found;
use crate::reply::Failure;
use crate::secret_digest::hash;
use crate::shared::Shared;

/// An uncompressed point of P-256 is a mark and two coordinates.
const COORDINATE: usize = 32;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route(
        "/auth/{provider_project_id}/.well-known/jwks.json",
        get(keys),
    )
}

#[derive(Debug, Serialize)]
struct KeySet {
    keys: [PublicKey; 1],
}

#[derive(Debug, Serialize)]
pub struct PublicKey {
    kty: &'static str,
    crv: &'static str,
    alg: &'static str,
    r#use: &'static str,
    pub kid: String,
    x: String,
    y: String,
}

async fn keys(
    State(shared): State<Arc<Shared>>,
    Path(provider_project_id): Path<String>,
) -> Result<Json<KeySet>, Failure> {
    let provider = Provider::find(&shared, &provider_project_id);
    let provider = provider.ok_or_else(|| not_found("auth project"))?;
    let pair = KeyPair::from_pem(provider.integration.signing_key_pem.reveal()).ok();
    let key = pair.as_ref().and_then(public).ok_or_else(|| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "couldn't read the signing key",
        )
    })?;
    Ok(Json(KeySet { keys: [key] }))
}

pub fn public(pair: &KeyPair) -> Option<PublicKey> {
    let point = pair.public_key_raw().strip_prefix(&[4])?;
    let (x, y) = point.split_at_checked(COORDINATE)?;
    let encode = |part| URL_SAFE_NO_PAD.encode(part);
    let (x, y) = (encode(x), encode(y));
    Some(PublicKey {
        kty: "EC",
        crv: "P-256",
        alg: "ES256",
        r#use: "sig",
        kid: hash(&format!("{x}.{y}")).chars().take(16).collect(),
        x,
        y,
    })
}

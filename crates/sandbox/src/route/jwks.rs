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

use super::auth::integration::is_active;
use crate::access::not_found;
use crate::reply::Failure;
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::state::Secret;

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
struct PublicKey {
    kty: &'static str,
    crv: &'static str,
    alg: &'static str,
    r#use: &'static str,
    kid: String,
    x: String,
    y: String,
}

async fn keys(
    State(shared): State<Arc<Shared>>,
    Path(provider_project_id): Path<String>,
) -> Result<Json<KeySet>, Failure> {
    let pem = shared.store.read(|state| {
        let mut all = state.auth.values();
        let found = all.find(|it| it.provider_project_id == provider_project_id);
        let project = state.projects.get(&found?.project_id);
        project.filter(|it| it.deleted_at.is_none())?;
        found
            .filter(|it| is_active(state, it))
            .map(|it| it.signing_key_pem.clone())
    });
    let pem = pem.ok_or_else(|| not_found("auth project"))?;
    let key = public(&pem).ok_or_else(|| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "couldn't read the signing key",
        )
    })?;
    Ok(Json(KeySet { keys: [key] }))
}

fn public(pem: &Secret) -> Option<PublicKey> {
    let pair = KeyPair::from_pem(pem.reveal()).ok()?;
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

//! The certificate that clients of other machines trust.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::postgres::blocking;
use crate::reply::Failure;
use crate::shared::Shared;

/// No secret, so without a key.
pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/sandbox/ca.pem", get(certificate))
}

async fn certificate(State(shared): State<Arc<Shared>>) -> Result<impl IntoResponse, Failure> {
    let file = shared.authority.ca_file();
    let read = blocking(move || std::fs::read(file)).await;
    let pem = read.map_err(|error| {
        tracing::warn!(%error, "the authority's certificate cannot be read");
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the certificate cannot be read",
        )
    })?;
    Ok(([(header::CONTENT_TYPE, "application/x-pem-file")], pem))
}

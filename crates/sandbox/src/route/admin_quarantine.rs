//! The sandbox's own routes about what was quarantined.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Serialize;

use crate::quarantine::{self, QuarantineError, Quarantined};
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/quarantine", get(list))
        .route("/sandbox/quarantine/{id}", delete(discard))
        .route("/sandbox/quarantine/{id}/put-back", post(put_back))
}

async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<Quarantined>> {
    Json(quarantine::list(&shared).await)
}

#[derive(Debug, Serialize)]
struct PutBackResponse {
    project_id: String,
}

async fn put_back(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<PutBackResponse>, Failure> {
    let project_id = quarantine::put_back(&shared, &id)
        .await
        .map_err(|error| refused(&error))?;
    Ok(Json(PutBackResponse { project_id }))
}

async fn discard(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    quarantine::discard(&shared, &id)
        .await
        .map_err(|error| refused(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(error: &QuarantineError) -> Failure {
    tracing::warn!(%error, source = ?std::error::Error::source(error), "quarantined data stays in quarantine");
    let status = match error {
        QuarantineError::Unknown => StatusCode::NOT_FOUND,
        QuarantineError::NoServers
        | QuarantineError::NotWhole
        | QuarantineError::NotData
        | QuarantineError::Taken
        | QuarantineError::OtherVersion { .. } => StatusCode::CONFLICT,
        QuarantineError::Stopping | QuarantineError::Wake(_) => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    Failure::new(status, error.to_string()).hint(error.hint())
}

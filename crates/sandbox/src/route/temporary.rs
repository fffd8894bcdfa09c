//! The instant service: `/api/v1/database`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::clock::millis;
use crate::platform_text;
use crate::provision::{self, CreateError, CreateTemporaryRequest};
use crate::reply::Failure;
use crate::room;
use crate::shared::Shared;
use crate::state::{ClaimStatus, Temporary};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v1/database", post(create))
        .route("/api/v1/database/{id}", post(create_with_id).get(read))
}

#[derive(Debug, Serialize)]
pub struct Record {
    id: Uuid,
    status: &'static str,
    neon_project_id: String,
    connection_string: Option<String>,
    claim_url: String,
    expires_at: String,
    created_at: String,
    updated_at: String,
}

async fn create(State(shared): State<Arc<Shared>>, body: Bytes) -> Result<Json<Record>, Failure> {
    let body = object(&body)?;
    let referrer = match body.get("ref") {
        None | Some(Value::Null) => None,
        Some(Value::String(referrer)) => Some(referrer.clone()),
        Some(_) => return Err(failed()),
    };
    let logical_replication = flag(&body)?;
    let referrer = referrer
        .filter(|it| !it.is_empty())
        .ok_or_else(missing_referrer)?;
    finish(
        &shared,
        CreateTemporaryRequest {
            id: None,
            referrer,
            logical_replication,
        },
    )
    .await
}

#[derive(Debug, Deserialize)]
struct Referred {
    referrer: Option<String>,
}

/// The second form, which clients in the field send: the id is theirs, and sending it again finds
/// the same database.
async fn create_with_id(
    State(shared): State<Arc<Shared>>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<Referred>, QueryRejection>,
    body: Bytes,
) -> Result<Json<Record>, Failure> {
    let id = id_of(id)?;
    let body = if body.is_empty() {
        Map::new()
    } else {
        object(&body)?
    };
    let logical_replication = flag(&body)?;
    let referrer = query
        .ok()
        .and_then(|Query(query)| query.referrer)
        .filter(|it| !it.is_empty())
        .ok_or_else(missing_referrer)?;
    finish(
        &shared,
        CreateTemporaryRequest {
            id: Some(id),
            referrer,
            logical_replication,
        },
    )
    .await
}

async fn finish(
    shared: &Arc<Shared>,
    request: CreateTemporaryRequest,
) -> Result<Json<Record>, Failure> {
    let made = provision::create(shared, request, room::check_for_temporary);
    let made = made.await.map_err(|error| {
        tracing::error!(%error, "no database was created");
        let error = match error {
            CreateError::NoCapacity(error) => return error.into(),
            error => error,
        };
        let failed = || match &error {
            // No 429: clients would send it again, and the limit stays.
            CreateError::Unclaimed { .. } => {
                Failure::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
                    .code("UNCLAIMED_LIMIT_EXCEEDED")
            }
            _ => failed(),
        };
        match error.hint() {
            Some(hint) => failed().hint(hint),
            None => failed(),
        }
    })?;
    Ok(Json(record(shared, &made)))
}

async fn read(
    State(shared): State<Arc<Shared>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Record>, Failure> {
    let id = id_of(id)?;
    let found = provision::present(&shared, id).ok_or_else(not_found)?;
    Ok(Json(record(&shared, &found)))
}

/// The id in the path. Bytes that are no text are no id either.
fn id_of(path: Result<Path<String>, PathRejection>) -> Result<Uuid, Failure> {
    let Path(id) = path.map_err(|_| not_found())?;
    Uuid::parse_str(&id).map_err(|_| not_found())
}

fn object(body: &[u8]) -> Result<Map<String, Value>, Failure> {
    serde_json::from_slice(body).map_err(|_| failed())
}

fn flag(body: &Map<String, Value>) -> Result<bool, Failure> {
    match body.get("enable_logical_replication") {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(failed()),
    }
}

pub fn record(shared: &Shared, it: &Temporary) -> Record {
    let connection_string = match it.status {
        ClaimStatus::Claimed => None,
        ClaimStatus::Unclaimed | ClaimStatus::Claiming => shared
            .store
            .read(|state| shared.place.first(state, &it.project_id)),
    };
    Record {
        id: it.id,
        status: it.status.word(),
        neon_project_id: it.project_id.clone(),
        connection_string,
        claim_url: shared.claim_url(it.id),
        expires_at: millis(it.expires_at),
        created_at: millis(it.created_at),
        updated_at: millis(it.updated_at),
    }
}

fn missing_referrer() -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, platform_text::MISSING_REFERRER).hint(
        "Set `ref` in the body, or `?referrer=` where the ID is in the path. It is only recorded.",
    )
}

fn not_found() -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, platform_text::DATABASE_NOT_FOUND)
}

fn failed() -> Failure {
    Failure::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        platform_text::CREATE_FAILED,
    )
}

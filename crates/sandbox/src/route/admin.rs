//! The sandbox's own routes: its clock, servers, faults and log. All need the run's key.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::admin_people;
use crate::clock::{ClockError, millis};
use crate::config::ClockMode;
use crate::control::{self, ControlError};
use crate::fault::Fault;
use crate::guard;
use crate::reply::Failure;
use crate::request_log::LoggedRequest;
use crate::shared::Shared;
use crate::status::{ServerStatus, Status};

pub fn routes(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/status", get(status))
        .route("/sandbox/clock", get(clock).post(move_clock))
        .route("/sandbox/servers", get(servers))
        .route("/sandbox/servers/{id}/wake", post(wake))
        .route("/sandbox/servers/{id}/sleep", post(sleep))
        .route(
            "/sandbox/faults",
            get(faults).post(inject_fault).delete(clear_faults),
        )
        .route("/sandbox/requests", get(requests).delete(clear_requests))
        .route("/sandbox/reset", post(reset))
        .merge(super::admin_databases::routes())
        .merge(super::admin_events::routes())
        .merge(super::admin_deleted::routes())
        .merge(super::admin_operations::routes())
        .merge(super::admin_quarantine::routes())
        .merge(admin_people::routes())
        .route_layer(middleware::from_fn_with_state(Arc::clone(shared), admit))
}

async fn admit(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    guard::check_admin(request.headers(), shared.admin_key.reveal())?;
    Ok(next.run(request).await)
}

async fn status(State(shared): State<Arc<Shared>>) -> Json<Status> {
    Json(Status::of(&shared))
}

#[derive(Debug, Serialize)]
struct ClockView {
    mode: &'static str,
    now: String,
    offset_seconds: i64,
}

fn clock_view(shared: &Shared) -> Json<ClockView> {
    Json(ClockView {
        mode: match shared.clock.mode() {
            ClockMode::Real => "real",
            ClockMode::Manual => "manual",
        },
        now: millis(shared.now()),
        offset_seconds: shared.clock.offset().num_seconds(),
    })
}

async fn clock(State(shared): State<Arc<Shared>>) -> Json<ClockView> {
    clock_view(&shared)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockMove {
    advance_seconds: Option<u64>,
    set: Option<DateTime<Utc>>,
}

async fn move_clock(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<Json<ClockView>, Failure> {
    let wanted: ClockMove = parse(&body)?;
    let moved = match (wanted.advance_seconds, wanted.set) {
        (Some(seconds), None) => shared.advance(Duration::from_secs(seconds)).await,
        (None, Some(to)) => shared.set_clock(to).await,
        _ => return Err(bad("one of `advance_seconds` and `set` is needed")),
    };
    moved.map_err(|error| {
        let status = match error {
            ClockError::Real => StatusCode::CONFLICT,
            ClockError::Backward | ClockError::OutOfRange => StatusCode::BAD_REQUEST,
            ClockError::CommitFailed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure::new(status, error.to_string()).hint(error.hint())
    })?;
    Ok(clock_view(&shared))
}

async fn servers(State(shared): State<Arc<Shared>>) -> Json<Vec<ServerStatus>> {
    Json(crate::status::servers(&shared))
}

async fn wake(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<ServerStatus>, Failure> {
    control::wake(&shared, &id)
        .await
        .map_err(|error| refused(&error))?;
    one(&shared, &id)
}

async fn sleep(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<ServerStatus>, Failure> {
    control::suspend(&shared, &id)
        .await
        .map_err(|error| refused(&error))?;
    one(&shared, &id)
}

fn one(shared: &Shared, id: &str) -> Result<Json<ServerStatus>, Failure> {
    let endpoint = control::endpoint(shared, id).map_err(|error| refused(&error))?;
    let mut all = crate::status::servers(shared).into_iter();
    all.find(|server| server.endpoint_id == endpoint)
        .map(Json)
        .ok_or_else(|| refused(&ControlError::NoProject))
}

fn refused(error: &ControlError) -> Failure {
    let status = match error {
        ControlError::NoProject => StatusCode::NOT_FOUND,
        ControlError::NoServers => StatusCode::CONFLICT,
        ControlError::Wake(_) | ControlError::NotStarted | ControlError::Stopping => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ControlError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    Failure::new(status, error.to_string())
}

async fn faults(State(shared): State<Arc<Shared>>) -> Json<Vec<Fault>> {
    Json(shared.faults.all())
}

async fn inject_fault(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<(StatusCode, Json<Fault>), Failure> {
    let fault: Fault = parse(&body)?;
    if let Some(invalid_because) = fault.invalid_because() {
        return Err(bad(invalid_because));
    }
    shared.faults.add(fault.clone());
    Ok((StatusCode::CREATED, Json(fault)))
}

async fn clear_faults(State(shared): State<Arc<Shared>>) -> StatusCode {
    shared.faults.clear();
    StatusCode::NO_CONTENT
}

async fn requests(State(shared): State<Arc<Shared>>) -> Json<Vec<LoggedRequest>> {
    Json(shared.log.all())
}

async fn clear_requests(State(shared): State<Arc<Shared>>) -> StatusCode {
    shared.log.clear();
    StatusCode::NO_CONTENT
}

async fn reset(State(shared): State<Arc<Shared>>) -> Result<StatusCode, Failure> {
    control::reset(&shared)
        .await
        .map_err(|error| refused(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

fn parse<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| bad(error.to_string()))
}

fn bad(message: impl Into<String>) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, message)
}

//! The sandbox's own routes about operations: faults that are injected into them, and what the
//! platform begins by itself.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::body::{self, JsonBody, OperationBody};
use crate::access::not_found;
use crate::operation::fault::OperationFault;
use crate::operation::housekeeping;
use crate::reply::Failure;
use crate::route::call::begin;
use crate::shared::Shared;
use crate::state::Action;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/sandbox/operation-faults",
            get(faults).post(inject_fault).delete(clear_faults),
        )
        .route("/sandbox/projects/{project}/operations", post(begin_one))
}

async fn faults(State(shared): State<Arc<Shared>>) -> Json<Vec<OperationFault>> {
    Json(shared.engine.faults.all())
}

async fn inject_fault(
    State(shared): State<Arc<Shared>>,
    JsonBody(fault): JsonBody<OperationFault>,
) -> Result<(StatusCode, Json<OperationFault>), Failure> {
    if let Some(invalid_because) = fault.invalid_because() {
        return Err(Failure::new(StatusCode::BAD_REQUEST, invalid_because));
    }
    shared.engine.faults.add(fault.clone());
    Ok((StatusCode::CREATED, Json(fault)))
}

async fn clear_faults(State(shared): State<Arc<Shared>>) -> StatusCode {
    shared.engine.faults.clear();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BeginOperationRequest {
    action: Action,
    /// The default branch when absent.
    branch_id: Option<String>,
}

#[derive(Debug, Serialize)]
struct BeginOperationResponse {
    operations: Vec<OperationBody>,
}

async fn begin_one(
    State(shared): State<Arc<Shared>>,
    Path(project_id): Path<String>,
    JsonBody(request): JsonBody<BeginOperationRequest>,
) -> Result<(StatusCode, Json<BeginOperationResponse>), Failure> {
    let project = project_id.clone();
    let begun = begin(&shared, &project_id, move |state| {
        let project = state.projects.get(&project);
        let project = project.ok_or_else(|| not_found("project"))?;
        let branch_id = request.branch_id.as_deref();
        Ok(housekeeping::step(
            state,
            project,
            branch_id,
            request.action,
        )?)
    })
    .await?;
    let operations = body::operations(&begun);
    Ok((
        StatusCode::CREATED,
        Json(BeginOperationResponse { operations }),
    ))
}

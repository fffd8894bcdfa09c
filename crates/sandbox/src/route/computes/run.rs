use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::lookup::find_compute;
use super::wire::ChangedEndpointResponse;
use crate::access::{Caller, not_found};
use crate::operation::computes::{retired, started, suspended, wake_steps};
use crate::operation::{Draft, Step};
use crate::reply::Failure;
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::route::text::is_id;
use crate::shared::Shared;
use crate::state::{Branch, Delete, Endpoint, EndpointState, PlatformState, Record};

pub(super) async fn start(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<(String, String)>,
) -> Result<Json<ChangedEndpointResponse>, Failure> {
    run(&shared, caller, path, |state, branch, endpoint| {
        must_be_enabled(endpoint)?;
        if endpoint.state == EndpointState::Active {
            return Ok(Vec::new());
        }
        must_have_data(state, branch)?;
        let mut operations = wake_steps(state, branch);
        operations.push(started(endpoint));
        Ok(operations)
    })
    .await
}

pub(super) async fn suspend(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<(String, String)>,
) -> Result<Json<ChangedEndpointResponse>, Failure> {
    run(&shared, caller, path, |_, _, endpoint| {
        Ok(match endpoint.state {
            EndpointState::Idle => Vec::new(),
            EndpointState::Init | EndpointState::Active => vec![suspended(endpoint)],
        })
    })
    .await
}

pub(super) async fn restart(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<(String, String)>,
) -> Result<Json<ChangedEndpointResponse>, Failure> {
    run(&shared, caller, path, |state, branch, endpoint| {
        must_be_enabled(endpoint)?;
        must_have_data(state, branch)?;
        let mut operations = vec![suspended(endpoint)];
        operations.extend(wake_steps(state, branch));
        operations.push(started(endpoint));
        Ok(operations)
    })
    .await
}

/// 204 when there is nothing to delete.
pub(super) async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, endpoint_id)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let project = project_id.clone();
    let (endpoint, operations) = submit(&shared, &project_id, move |state| {
        caller.project(state, &project)?;
        if !is_id(&endpoint_id) {
            return Err(not_found("endpoint"));
        }
        let Ok(endpoint) = find_compute(state, &caller, &project, &endpoint_id) else {
            return Ok(Step::unchanged(None));
        };
        Ok(Step::new(
            vec![Record::Delete(Delete::Endpoint(endpoint.id.clone()))],
            vec![retired(endpoint)],
            Some(endpoint.clone()),
        ))
    })
    .await?;
    let Some(endpoint) = endpoint else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let body = ChangedEndpointResponse::of(&shared, &endpoint, &operations);
    Ok(Json(body).into_response())
}

async fn run(
    shared: &Arc<Shared>,
    caller: Caller,
    (project_id, endpoint_id): (String, String),
    decide: impl FnOnce(&PlatformState, &Branch, &Endpoint) -> Result<Vec<Draft>, Failure>
    + Send
    + 'static,
) -> Result<Json<ChangedEndpointResponse>, Failure> {
    let project = project_id.clone();
    let (endpoint, operations) = submit(shared, &project_id, move |state| {
        let endpoint = find_compute(state, &caller, &project, &endpoint_id)?;
        let branch = state.branches.get(&endpoint.branch_id);
        let branch = branch.ok_or_else(|| not_found("branch"))?;
        let operations = decide(state, branch, endpoint)?;
        Ok(Step::new(Vec::new(), operations, endpoint.clone()))
    })
    .await?;
    Ok(Json(ChangedEndpointResponse::of(
        shared,
        &endpoint,
        &operations,
    )))
}

fn must_be_enabled(endpoint: &Endpoint) -> Result<(), Failure> {
    if endpoint.disabled {
        return Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "endpoint is disabled",
        ));
    }
    Ok(())
}

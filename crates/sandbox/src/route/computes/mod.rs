//! Computes: one `read_write` endpoint a branch, and any number of `read_only` ones.

pub mod create;
pub mod lookup;
mod run;
pub mod size;
mod update;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

use self::lookup::find_compute;
pub use self::wire::{ComputeBody, wire, wire_begun};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::branches::lookup::find_branch;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects/{project_id}/endpoints";
    const ONE: &str = "/api/v2/projects/{project_id}/endpoints/{endpoint_id}";
    Router::new()
        .route(ALL, get(list).post(create::create))
        .route(ONE, get(one).patch(update::update).delete(run::delete))
        .route(&format!("{ONE}/start"), post(run::start))
        .route(&format!("{ONE}/suspend"), post(run::suspend))
        .route(&format!("{ONE}/restart"), post(run::restart))
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/endpoints",
            get(of_branch),
        )
}

#[derive(Debug, Serialize)]
struct ListEndpointsResponse {
    endpoints: Vec<ComputeBody>,
}

#[derive(Debug, Serialize)]
struct EndpointResponse {
    endpoint: ComputeBody,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<ListEndpointsResponse>, Failure> {
    shared.store.read(|state| {
        caller.project(state, &project_id)?;
        let endpoints = state.endpoints_of(&project_id);
        let endpoints = endpoints.map(|it| wire(&shared.place, state, it)).collect();
        Ok(Json(ListEndpointsResponse { endpoints }))
    })
}

async fn of_branch(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<ListEndpointsResponse>, Failure> {
    shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        let endpoints = state.endpoints_of_branch(&branch.id);
        let endpoints = endpoints.map(|it| wire(&shared.place, state, it)).collect();
        Ok(Json(ListEndpointsResponse { endpoints }))
    })
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, endpoint_id)): Path<(String, String)>,
) -> Result<Json<EndpointResponse>, Failure> {
    shared.store.read(|state| {
        let found = find_compute(state, &caller, &project_id, &endpoint_id)?;
        let endpoint = wire(&shared.place, state, found);
        Ok(Json(EndpointResponse { endpoint }))
    })
}

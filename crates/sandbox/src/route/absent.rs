//! What the platform has and the sandbox has not: a refusal says so. Project, branch and organization must be there.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{Method, StatusCode};
use axum::routing::get;
use serde::Deserialize;

use super::branches::lookup::find_branch;
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    const DATA_API: &str =
        "/api/v2/projects/{project_id}/branches/{branch_id}/data-api/{database_name}";
    const OF_PROJECT: &str = "/api/v2/projects/{project_id}/vpc_endpoints";
    const OF_ORGANIZATION: &str = "/api/v2/organizations/{org_id}/vpc";
    let in_region = format!("{OF_ORGANIZATION}/region/{{region_id}}/vpc_endpoints");
    Router::new()
        .route(
            DATA_API,
            get(data_api)
                .post(data_api)
                .patch(data_api)
                .delete(data_api),
        )
        .route(OF_PROJECT, get(of_project))
        .route(
            &format!("{OF_PROJECT}/{{vpc_endpoint_id}}"),
            axum::routing::post(of_project).delete(of_project),
        )
        .route(
            &format!("{OF_ORGANIZATION}/vpc_endpoints"),
            get(of_organization),
        )
        .route(&in_region, get(of_organization))
        .route(
            &format!("{in_region}/{{vpc_endpoint_id}}"),
            get(of_organization)
                .post(of_organization)
                .delete(of_organization),
        )
}

#[derive(Debug, Deserialize)]
struct BranchPath {
    project_id: String,
    branch_id: String,
}

#[derive(Debug, Deserialize)]
struct ProjectPath {
    project_id: String,
}

#[derive(Debug, Deserialize)]
struct OrganizationPath {
    org_id: String,
}

async fn data_api(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<BranchPath>,
) -> Result<(), Failure> {
    let is_there =
        |state: &_| find_branch(state, &caller, &path.project_id, &path.branch_id).map(drop);
    shared.store.read(is_there)?;
    Err(absent(&method, "the sandbox has no Data API"))
}

async fn of_project(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<ProjectPath>,
) -> Result<(), Failure> {
    let is_there = |state: &_| caller.project(state, &path.project_id).map(drop);
    shared.store.read(is_there)?;
    Err(absent(&method, "the sandbox has no VPC endpoints"))
}

async fn of_organization(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<OrganizationPath>,
) -> Result<(), Failure> {
    let is_there = |state: &_| caller.organization(state, &path.org_id).map(drop);
    shared.store.read(is_there)?;
    Err(absent(&method, "the sandbox has no VPC endpoints"))
}

/// What is looked up or deleted is not there; what is wanted can't be.
fn absent(method: &Method, message: &str) -> Failure {
    let status = match *method {
        Method::GET | Method::DELETE => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Failure::new(status, message)
}

//! Operations of the platform that the sandbox refuses by name. Project, branch and organization must be there.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{Method, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::branches::lookup::find_branch;
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;

const NO_VPC: &str = "the sandbox has no VPC endpoints";

pub fn routes() -> Router<Arc<Shared>> {
    const BRANCH: &str = "/api/v2/projects/{project_id}/branches/{branch_id}";
    const OF_PROJECT: &str = "/api/v2/projects/{project_id}/vpc_endpoints";
    const OF_ORGANIZATION: &str = "/api/v2/organizations/{org_id}/vpc";
    let in_region = format!("{OF_ORGANIZATION}/region/{{region_id}}/vpc_endpoints");
    Router::new()
        .route(
            &format!("{BRANCH}/data-api/{{database_name}}"),
            get(data_api)
                .post(data_api)
                .patch(data_api)
                .delete(data_api),
        )
        .route(&format!("{BRANCH}/storage"), get(storage))
        .route(&format!("{BRANCH}/ai_gateway"), get(ai_gateway))
        .route(OF_PROJECT, get(list_of_project))
        .route(
            &format!("{OF_PROJECT}/{{vpc_endpoint_id}}"),
            post(of_project).delete(of_project),
        )
        .route(
            &format!("{OF_ORGANIZATION}/vpc_endpoints"),
            get(list_of_organization),
        )
        .route(&in_region, get(list_of_organization))
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

/// `VPCEndpointsResponse`, always empty.
#[derive(Debug, Default, Serialize)]
struct NoEndpoints {
    endpoints: [(); 0],
}

async fn data_api(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<BranchPath>,
) -> Result<(), Failure> {
    must_have_branch(&shared, &caller, &path)?;
    Err(absent(&method, "the sandbox has no Data API"))
}

async fn storage(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<BranchPath>,
) -> Result<(), Failure> {
    let branch = must_have_branch(&shared, &caller, &path);
    branch.map_err(|failure| failure.reason("branch_not_found"))?;
    Err(absent(&method, "the sandbox has no object storage").reason("region_unavailable"))
}

async fn ai_gateway(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<BranchPath>,
) -> Result<(), Failure> {
    let branch = must_have_branch(&shared, &caller, &path);
    branch.map_err(|failure| failure.reason("branch_not_found"))?;
    Err(absent(&method, "the sandbox has no AI gateway").reason("ai_gateway_unavailable"))
}

async fn list_of_project(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<ProjectPath>,
) -> Result<Json<NoEndpoints>, Failure> {
    must_have_project(&shared, &caller, &path)?;
    Ok(Json::default())
}

async fn of_project(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<ProjectPath>,
) -> Result<(), Failure> {
    must_have_project(&shared, &caller, &path)?;
    Err(absent(&method, NO_VPC))
}

async fn list_of_organization(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<OrganizationPath>,
) -> Result<Json<NoEndpoints>, Failure> {
    must_have_organization(&shared, &caller, &path)?;
    Ok(Json::default())
}

async fn of_organization(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(path): Path<OrganizationPath>,
) -> Result<(), Failure> {
    must_have_organization(&shared, &caller, &path)?;
    Err(absent(&method, NO_VPC))
}

fn must_have_branch(shared: &Shared, caller: &Caller, path: &BranchPath) -> Result<(), Failure> {
    let is_there =
        |state: &_| find_branch(state, caller, &path.project_id, &path.branch_id).map(drop);
    shared.store.read(is_there)
}

fn must_have_project(shared: &Shared, caller: &Caller, path: &ProjectPath) -> Result<(), Failure> {
    let is_there = |state: &_| caller.project(state, &path.project_id).map(drop);
    shared.store.read(is_there)
}

fn must_have_organization(
    shared: &Shared,
    caller: &Caller,
    path: &OrganizationPath,
) -> Result<(), Failure> {
    let is_there = |state: &_| caller.organization(state, &path.org_id).map(drop);
    shared.store.read(is_there)
}

/// 404 for a lookup or a delete, 422 for the rest.
fn absent(method: &Method, message: &str) -> Failure {
    let status = match *method {
        Method::GET | Method::DELETE => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Failure::new(status, message)
}

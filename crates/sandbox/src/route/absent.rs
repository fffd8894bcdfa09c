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
        .route(OF_PROJECT, get(list_vpc_endpoints))
        .route(
            &format!("{OF_PROJECT}/{{vpc_endpoint_id}}"),
            post(vpc_endpoint).delete(vpc_endpoint),
        )
        .route(
            &format!("{OF_ORGANIZATION}/vpc_endpoints"),
            get(list_vpc_endpoints),
        )
        .route(&in_region, get(list_vpc_endpoints))
        .route(
            &format!("{in_region}/{{vpc_endpoint_id}}"),
            get(vpc_endpoint).post(vpc_endpoint).delete(vpc_endpoint),
        )
}

/// What a path names: a branch of a project, a project or an organization.
#[derive(Debug, Deserialize)]
struct Place {
    project_id: Option<String>,
    branch_id: Option<String>,
    org_id: Option<String>,
}

impl Place {
    fn must_be_there(&self, shared: &Shared, caller: &Caller) -> Result<(), Failure> {
        shared.store.read(|state| {
            if let Some(organization) = &self.org_id {
                caller.organization(state, organization)?;
            }
            match (&self.project_id, &self.branch_id) {
                (Some(project), Some(branch)) => {
                    find_branch(state, caller, project, branch).map(drop)
                }
                (Some(project), None) => caller.project(state, project).map(drop),
                _ => Ok(()),
            }
        })
    }
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
    Path(place): Path<Place>,
) -> Result<(), Failure> {
    place.must_be_there(&shared, &caller)?;
    Err(absent(&method, "the sandbox has no Data API"))
}

async fn storage(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(place): Path<Place>,
) -> Result<(), Failure> {
    let found = place.must_be_there(&shared, &caller);
    found.map_err(|failure| failure.reason("branch_not_found"))?;
    Err(absent(&method, "the sandbox has no object storage").reason("region_unavailable"))
}

async fn ai_gateway(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(place): Path<Place>,
) -> Result<(), Failure> {
    let found = place.must_be_there(&shared, &caller);
    found.map_err(|failure| failure.reason("branch_not_found"))?;
    Err(absent(&method, "the sandbox has no AI gateway").reason("ai_gateway_unavailable"))
}

async fn list_vpc_endpoints(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(place): Path<Place>,
) -> Result<Json<NoEndpoints>, Failure> {
    place.must_be_there(&shared, &caller)?;
    Ok(Json::default())
}

async fn vpc_endpoint(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    method: Method,
    Path(place): Path<Place>,
) -> Result<(), Failure> {
    place.must_be_there(&shared, &caller)?;
    Err(absent(&method, "the sandbox has no VPC endpoints"))
}

/// 404 for a lookup or a delete, 422 for the rest.
fn absent(method: &Method, message: &str) -> Failure {
    let status = match *method {
        Method::GET | Method::DELETE => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Failure::new(status, message)
}

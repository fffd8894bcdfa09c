use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::size::SizeRequest;
use super::wire::ChangedEndpointResponse;
use crate::access::Caller;
use crate::operation::Step;
use crate::operation::computes::{started, wake_steps};
use crate::platform_text;
use crate::provision;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::branches::lookup::find_branch;
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::route::{regions, text};
use crate::shared::Shared;
use crate::state::{Endpoint, EndpointState, Record};

#[derive(Debug, Deserialize)]
pub(super) struct CreateEndpointRequest {
    endpoint: NewEndpoint,
}

#[derive(Debug, Deserialize)]
struct NewEndpoint {
    branch_id: String,
    region_id: Option<String>,
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(flatten)]
    size: SizeRequest,
    #[serde(default)]
    disabled: bool,
    passwordless_access: Option<bool>,
    name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    ReadOnly,
    ReadWrite,
}

pub(super) async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    JsonBody(CreateEndpointRequest { endpoint: request }): JsonBody<CreateEndpointRequest>,
) -> Result<(StatusCode, Json<ChangedEndpointResponse>), Failure> {
    check_name(request.name.as_deref())?;
    let (id, now, project) = (
        shared.random.endpoint_id(),
        shared.now(),
        project_id.clone(),
    );
    let (endpoint, operations) = submit(&shared, &project_id, move |state| {
        let project = caller.project(state, &project)?;
        let branch = find_branch(state, &caller, &project.id, &request.branch_id)?;
        let is_there = |id: &str| regions::find(id) == regions::find(&project.region_id);
        if request.region_id.is_some_and(|id| !is_there(&id)) {
            return Err(invalid("region_id must be the project's"));
        }
        let size = request.size.for_new(&project.compute_defaults)?;
        let read_only = request.kind == Kind::ReadOnly;
        if !read_only && state.endpoint_of_branch(&branch.id).is_some() {
            return Err(already_exists());
        }
        must_have_data(state, branch)?;
        let mut operations = Vec::new();
        let mut endpoint = Endpoint {
            read_only,
            creation_source: "console".into(),
            ..Endpoint::new(id, branch, size, now)
        };
        endpoint.name = request.name;
        endpoint.disabled = request.disabled;
        endpoint.passwordless_access = request.passwordless_access.unwrap_or(true);
        // A read-only one is only started by whoever connects or asks for it.
        if request.disabled || read_only {
            endpoint.state = EndpointState::Idle;
        } else {
            operations = wake_steps(state, branch);
            operations.push(started(&endpoint));
        }
        Ok(Step::new(
            vec![Record::Endpoint(endpoint.clone())],
            operations,
            endpoint,
        ))
    })
    .await?;
    let endpoint = with_port(&shared, endpoint).await;
    let body = ChangedEndpointResponse::of(&shared, &endpoint, &operations);
    Ok((StatusCode::CREATED, Json(body)))
}

/// The endpoint as it was, with the port that it has from now on.
pub async fn with_port(shared: &Arc<Shared>, endpoint: Endpoint) -> Endpoint {
    let port = provision::computes::ensure_port(shared, &endpoint.id).await;
    if let Err(error) = &port {
        tracing::warn!(%error, endpoint = %endpoint.id, "a compute has no port yet");
    }
    Endpoint {
        port: port.ok(),
        ..endpoint
    }
}

pub fn already_exists() -> Failure {
    Failure::new(
        StatusCode::CONFLICT,
        platform_text::READ_WRITE_ENDPOINT_EXISTS,
    )
}

pub(super) fn check_name(name: Option<&str>) -> Result<(), Failure> {
    name.map_or(Ok(()), |name| text::check("endpoint.name", name, 64))
}

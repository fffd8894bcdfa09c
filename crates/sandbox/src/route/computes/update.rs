use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::create::check_name;
use super::lookup::find_compute;
use super::size::SizeRequest;
use super::wire::ChangedEndpointResponse;
use crate::access::{Caller, not_found};
use crate::operation::computes::{suspended, wake_steps};
use crate::operation::{Draft, Step};
use crate::provision;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{Action, Branch, Endpoint, EndpointState, PlatformState, Record, Task};

#[derive(Debug, Deserialize)]
pub(super) struct UpdateEndpointRequest {
    endpoint: EndpointChanges,
}

#[derive(Debug, Deserialize)]
struct EndpointChanges {
    branch_id: Option<String>,
    #[serde(flatten)]
    size: SizeRequest,
    disabled: Option<bool>,
    passwordless_access: Option<bool>,
    name: Option<String>,
}

pub(super) async fn update(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, endpoint_id)): Path<(String, String)>,
    JsonBody(UpdateEndpointRequest { endpoint: request }): JsonBody<UpdateEndpointRequest>,
) -> Result<Json<ChangedEndpointResponse>, Failure> {
    check_name(request.name.as_deref())?;
    let (now, project) = (shared.now(), project_id.clone());
    let (endpoint, operations) = submit(&shared, &project_id, move |state| {
        let old = find_compute(state, &caller, &project, &endpoint_id)?;
        let branch = state.branches.get(&old.branch_id);
        let branch = branch.ok_or_else(|| not_found("branch"))?;
        if request.branch_id.is_some_and(|it| it != old.branch_id) {
            return Err(invalid("a compute can't be moved to another branch"));
        }
        let new = Endpoint {
            size: request.size.applied_to(&old.size)?,
            disabled: request.disabled.unwrap_or(old.disabled),
            passwordless_access: request
                .passwordless_access
                .unwrap_or(old.passwordless_access),
            name: request.name.or_else(|| old.name.clone()),
            ..old.clone()
        };
        if new == *old {
            return Ok(Step::unchanged(new));
        }
        let operations = follow_ups(state, branch, old, &new)?;
        let new = Endpoint {
            updated_at: now,
            ..new
        };
        Ok(Step::new(
            vec![Record::Endpoint(new.clone())],
            operations,
            new,
        ))
    })
    .await?;
    provision::computes::apply_settings(&shared, &endpoint.id);
    Ok(Json(ChangedEndpointResponse::of(
        &shared,
        &endpoint,
        &operations,
    )))
}

/// What makes the change real. One that is disabled only stops; a name needs nothing.
fn follow_ups(
    state: &PlatformState,
    branch: &Branch,
    old: &Endpoint,
    new: &Endpoint,
) -> Result<Vec<Draft>, Failure> {
    let stops = new.disabled && !old.disabled && old.state != EndpointState::Idle;
    let renamed = Endpoint {
        name: old.name.clone(),
        ..new.clone()
    };
    if stops {
        return Ok(vec![suspended(new)]);
    }
    if new.disabled || renamed == *old {
        return Ok(Vec::new());
    }
    must_have_data(state, branch)?;
    let mut operations = wake_steps(state, branch);
    operations.push(Draft::on_endpoint(
        Action::ApplyConfig,
        &new.branch_id,
        &new.id,
        Task::ApplyConfig(Vec::new()),
    ));
    Ok(operations)
}

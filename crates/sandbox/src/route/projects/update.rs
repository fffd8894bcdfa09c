use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::settings::{
    ComputeDefaultsRequest, SettingsRequest, check_history, check_name, no_project, note_hipaa,
};
use super::wire::{ProjectBody, wire};
use crate::access::Caller;
use crate::operation::{Draft, Step};
use crate::postgres::compute::ServerState;
use crate::provision;
use crate::reply::Failure;
use crate::route::body::{JsonBody, OperationBody, operations};
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{Action, EndpointState, PlatformState, Project, Record, Task};

#[derive(Debug, Deserialize)]
pub struct UpdateProjectRequest {
    project: Option<ProjectChanges>,
}

#[derive(Debug, Default, Deserialize)]
struct ProjectChanges {
    name: Option<String>,
    settings: Option<SettingsRequest>,
    default_endpoint_settings: Option<ComputeDefaultsRequest>,
    history_retention_seconds: Option<i64>,
}

#[derive(Debug, Serialize)]
pub struct UpdateProjectResponse {
    project: ProjectBody,
    operations: Vec<OperationBody>,
}

/// Logical replication is a setting of the server, so running computes restart for it.
pub async fn update(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    JsonBody(UpdateProjectRequest { project }): JsonBody<UpdateProjectRequest>,
) -> Result<Json<UpdateProjectResponse>, Failure> {
    let changes = project.ok_or_else(no_project)?;
    check_name(changes.name.as_deref())?;
    check_history(changes.history_retention_seconds)?;
    let (now, id) = (shared.now(), project_id.clone());
    let running = running(&shared);
    let (project, begun) = submit(&shared, &project_id, move |state| {
        let before = caller.project(state, &id)?;
        let mut project = changes.applied_to(before, now)?;
        if project == *before {
            return Ok(Step::unchanged(project));
        }
        project.updated_at = now;
        let drafts = follow_ups(state, before, &project, &running);
        Ok(Step::new(
            vec![Record::Project(project.clone())],
            drafts,
            project,
        ))
    })
    .await?;
    apply_settings(&shared, &project_id);
    let body = shared.store.read(|state| UpdateProjectResponse {
        project: wire(&shared.place, state, &project, now),
        operations: operations(&begun),
    });
    Ok(Json(body))
}

impl ProjectChanges {
    fn applied_to(
        &self,
        before: &Project,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<Project, Failure> {
        let mut project = before.clone();
        if let Some(name) = &self.name {
            project.name.clone_from(name);
        }
        if let Some(seconds) = self.history_retention_seconds {
            project.history_retention_seconds = seconds;
        }
        if let Some(request) = &self.default_endpoint_settings {
            project.compute_defaults = request.applied_to(&before.compute_defaults)?;
        }
        if let Some(request) = &self.settings {
            project.settings = request.applied_to(&before.settings)?;
            note_hipaa(&mut project, request.hipaa, now);
            match request.enable_logical_replication {
                Some(false) if before.logical_replication => {
                    return Err(Failure::new(
                        StatusCode::UNPROCESSABLE_ENTITY,
                        "logical replication can't be disabled once it is enabled",
                    ));
                }
                Some(on) => project.logical_replication = on,
                None => {}
            }
        }
        Ok(project)
    }
}

fn follow_ups(
    state: &PlatformState,
    before: &Project,
    after: &Project,
    running: &HashSet<String>,
) -> Vec<Draft> {
    let mut drafts = Vec::new();
    if before.history_retention_seconds != after.history_retention_seconds
        && let Some(branch) = state.default_branch(&after.id)
    {
        let action = Action::ApplyStorageConfig;
        drafts.push(Draft::on_branch(action, &branch.id, Task::RecordOnly));
    }
    if before.logical_replication != after.logical_replication {
        let endpoints = state.endpoints_of(&after.id);
        for it in
            endpoints.filter(|it| it.state == EndpointState::Active || running.contains(&it.id))
        {
            let draft = |action, task| Draft::on_endpoint(action, &it.branch_id, &it.id, task);
            drafts.push(draft(Action::SuspendCompute, Task::SuspendCompute));
            drafts.push(draft(Action::StartCompute, Task::StartCompute));
        }
    }
    drafts
}

/// Servers that run, also those that the store does not know of yet.
fn running(shared: &Shared) -> HashSet<String> {
    let computes = shared.pool().map(|pool| pool.all()).unwrap_or_default();
    let running = computes
        .iter()
        .filter(|it| matches!(it.state(), ServerState::Running | ServerState::Starting));
    running.map(|it| it.endpoint_id.clone()).collect()
}

/// Hands the computes of a project what it says of them now.
fn apply_settings(shared: &Shared, project_id: &str) {
    let endpoints: Vec<String> = shared.store.read(|state| {
        let endpoints = state.endpoints_of(project_id);
        endpoints.map(|it| it.id.clone()).collect()
    });
    for endpoint in endpoints {
        provision::computes::apply_settings(shared, &endpoint);
    }
}

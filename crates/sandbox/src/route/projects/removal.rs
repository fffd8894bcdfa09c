//! A project's end, and its way back.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;

use super::wire::{ProjectBody, ProjectResponse, wire};
use crate::access::{Caller, not_found};
use crate::operation::{Draft, Step, must_be_free};
use crate::platform_text;
use crate::provision;
use crate::reply::Failure;
use crate::route::branches::{self, BranchBody};
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{
    Action, Endpoint, EndpointState, KeyScope, PlatformState, Project, Record, Task,
};

/// Its data stays for as long as it can be recovered; its computes go at once, by operations that
/// the reply does not speak of.
pub async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<ProjectResponse>, Failure> {
    let (now, id) = (shared.now(), project_id.clone());
    let (project, _) = submit(&shared, &project_id, move |state| {
        let found = caller.project(state, &id)?;
        must_be_theirs(state, &caller, found)?;
        must_be_free(state, &id)?;
        let project = Project {
            deleted_at: Some(now),
            updated_at: now,
            ..found.clone()
        };
        let retired = state.endpoints_of(&id).map(|it| {
            let (action, task) = (Action::SuspendCompute, Task::RetireCompute);
            Draft::on_endpoint(action, &it.branch_id, &it.id, task)
        });
        Ok(Step::new(
            vec![Record::Project(project.clone())],
            retired.collect(),
            project,
        ))
    })
    .await?;
    let project = shared
        .store
        .read(|state| wire(&shared.place, state, &project, now));
    Ok(Json(ProjectResponse { project }))
}

#[derive(Debug, Serialize)]
pub struct RecoverProjectResponse {
    project: ProjectBody,
    branches: Vec<BranchBody>,
}

/// Everything is as it was, with the computes suspended behind the ports they had.
pub async fn recover(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<RecoverProjectResponse>, Failure> {
    let (now, id) = (shared.now(), project_id.clone());
    let ((project, endpoints), begun) = submit(&shared, &project_id, move |state| {
        let found = caller.any_project(state, &id)?;
        must_be_theirs(state, &caller, found)?;
        let Some(until) = found.recoverable_until() else {
            return Err(Failure::new(StatusCode::CONFLICT, "project is not deleted"));
        };
        if found.purged_at.is_some() || now >= until {
            return Err(Failure::new(
                StatusCode::NOT_FOUND,
                format!(
                    "{}: its recovery period has ended",
                    platform_text::not_found("project")
                ),
            ));
        }
        let project = Project {
            deleted_at: None,
            updated_at: now,
            ..found.clone()
        };
        let mut records = vec![Record::Project(project.clone())];
        let suspended = state.endpoints_of(&id).map(|it| Endpoint {
            state: EndpointState::Idle,
            updated_at: now,
            ..it.clone()
        });
        let suspended: Vec<Endpoint> = suspended.collect();
        records.extend(suspended.iter().cloned().map(Record::Endpoint));
        let branch = state.default_branch(&id);
        let attached =
            branch.map(|it| Draft::on_branch(Action::TenantAttach, &it.id, Task::RecordOnly));
        Ok(Step::new(
            records,
            attached.into_iter().collect(),
            (project, suspended),
        ))
    })
    .await?;
    for endpoint in endpoints.iter().filter(|it| it.port.is_some()) {
        if shared.servers.is_some()
            && let Err(error) = provision::computes::ensure_compute(&shared, &endpoint.id).await
        {
            tracing::warn!(%error, endpoint = %endpoint.id, "a compute is not reachable at its port again");
        }
    }
    let body = shared.store.read(|state| RecoverProjectResponse {
        project: wire(&shared.place, state, &project, now),
        branches: state
            .branches_of(&project.id)
            .map(|it| branches::wire_begun(state, it, &begun))
            .collect(),
    });
    Ok(Json(body))
}

/// A key of one project has a member's rights in it, and somebody whom it was only shared with is
/// a guest: neither decides over its end.
fn must_be_theirs(
    state: &PlatformState,
    caller: &Caller,
    project: &Project,
) -> Result<(), Failure> {
    caller.must_not_be_scoped()?;
    let theirs = match &caller.scope {
        KeyScope::Personal => caller.owns(state, project),
        _ => caller.sees(state, project),
    };
    match theirs {
        true => Ok(()),
        false if project.deleted_at.is_some() => Err(not_found("project")),
        false => Err(Failure::new(
            StatusCode::FORBIDDEN,
            "you can't delete a project that is only shared with you",
        )),
    }
}

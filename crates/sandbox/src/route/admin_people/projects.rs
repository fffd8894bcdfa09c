use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::{organizations, users};
use crate::access::not_found;
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::route::call::commit;
use crate::route::owner::{Owner, moved};
use crate::shared::Shared;
use crate::state::{PlatformState, Project, Record};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    user_id: String,
}

pub async fn share(
    State(shared): State<Arc<Shared>>,
    Path(project_id): Path<String>,
    JsonBody(with): JsonBody<ShareRequest>,
) -> Result<StatusCode, Failure> {
    commit(&shared, move |state| {
        users::find(state, &with.user_id)?;
        let mut project = find(state, &project_id)?.clone();
        if !project.shared_with.contains(&with.user_id) {
            project.shared_with.push(with.user_id);
        }
        Ok((vec![Record::Project(project)], ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn unshare(
    State(shared): State<Arc<Shared>>,
    Path((project_id, user_id)): Path<(String, String)>,
) -> Result<StatusCode, Failure> {
    commit(&shared, move |state| {
        let mut project = find(state, &project_id)?.clone();
        let before = project.shared_with.len();
        project.shared_with.retain(|it| *it != user_id);
        match project.shared_with.len() == before {
            true => Err(not_found("user")),
            false => Ok((vec![Record::Project(project)], ())),
        }
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    organization_id: String,
}

pub async fn move_to(
    State(shared): State<Arc<Shared>>,
    Path(project_id): Path<String>,
    JsonBody(target): JsonBody<MoveRequest>,
) -> Result<StatusCode, Failure> {
    let (this, now) = (Arc::clone(&shared), shared.now());
    commit(&shared, move |state| {
        organizations::find(state, &target.organization_id)?;
        let project = find(state, &project_id)?;
        let to = Owner::Organization(target.organization_id);
        Ok((moved(&this, state, project, to, now), ()))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn find<'w>(state: &'w PlatformState, id: &str) -> Result<&'w Project, Failure> {
    let found = state.projects.get(id);
    let found = found.filter(|it| it.deleted_at.is_none());
    found.ok_or_else(|| not_found("project"))
}

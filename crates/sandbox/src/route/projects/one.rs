use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use super::wire::{ProjectBody, wire};
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;

#[derive(Debug, Serialize)]
pub struct ProjectResponse {
    pub project: ProjectBody,
}

pub async fn get(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<ProjectResponse>, Failure> {
    let now = shared.now();
    shared.store.read(|state| {
        let found = caller.project(state, &project_id)?;
        let project = wire(state, found, now);
        Ok(Json(ProjectResponse { project }))
    })
}

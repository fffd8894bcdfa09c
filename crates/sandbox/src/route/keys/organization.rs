//! The keys of one organization, for all of its projects or for one.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use super::issue::{self, must_be_admin, organization_of};
use super::wire::{CreatedBody, ListedBody, RevokedBody};
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::shared::Shared;
use crate::state::KeyScope;

#[derive(Debug, Deserialize)]
pub struct CreateKeyRequest {
    key_name: String,
    project_id: Option<String>,
}

pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
) -> Result<Json<Vec<ListedBody>>, Failure> {
    let may = |state: &_| caller.organization(state, &org_id).map(drop);
    shared.store.read(may)?;
    Ok(Json(issue::list(&shared, |key| {
        organization_of(key) == Some(&org_id)
    })))
}

/// Administrators make keys for the whole, every member for one project.
pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
    JsonBody(request): JsonBody<CreateKeyRequest>,
) -> Result<Json<CreatedBody>, Failure> {
    caller.must_be_personal()?;
    let user_id = caller.user_id.clone();
    issue::create(&shared, request.key_name, &user_id, move |state| {
        let organization_id = caller.organization(state, &org_id)?.id.clone();
        let Some(project_id) = request.project_id else {
            must_be_admin(&caller, state, &organization_id)?;
            return Ok(KeyScope::Organization { organization_id });
        };
        let project = caller.project(state, &project_id)?;
        if project.organization_id.as_ref() != Some(&organization_id) {
            return Err(not_found("project"));
        }
        Ok(KeyScope::Project {
            organization_id,
            project_id,
        })
    })
    .await
    .map(Json)
}

pub async fn revoke(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((org_id, key_id)): Path<(String, String)>,
) -> Result<Json<RevokedBody>, Failure> {
    caller.must_be_personal()?;
    issue::revoke(&shared, &key_id, move |state, key| {
        caller.organization(state, &org_id)?;
        if organization_of(key) != Some(&org_id) {
            return Err(not_found("API key"));
        }
        must_be_admin(&caller, state, &org_id)
    })
    .await
    .map(Json)
}

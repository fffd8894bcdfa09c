//! Projects that go from one organization, or from their user, to an organization.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;

use crate::access::{Caller, not_found};
use crate::operation::must_be_free;
use crate::reply::Failure;
use crate::route::body::{EmptyBody, JsonBody, invalid};
use crate::route::call::commit;
use crate::route::keys::issue::must_be_admin;
use crate::route::owner::{Owner, moved};
use crate::shared::Shared;
use crate::state::{PlatformState, Project};

const MOST: usize = 400;

#[derive(Debug, Deserialize)]
pub struct TransferRequest {
    destination_org_id: String,
    project_ids: Vec<String>,
}

pub async fn from_organization(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(source_org_id): Path<String>,
    JsonBody(request): JsonBody<TransferRequest>,
) -> Result<Json<EmptyBody>, Failure> {
    transfer(&shared, caller, request, move |state, caller| {
        let source = caller.organization(state, &source_org_id)?;
        must_be_admin(caller, state, &source.id)?;
        Ok(Some(source.id.clone()))
    })
    .await
}

/// The caller's own projects, which no organization has.
pub async fn from_user(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<TransferRequest>,
) -> Result<Json<EmptyBody>, Failure> {
    transfer(&shared, caller, request, |_, caller| {
        caller.must_be_personal()?;
        Ok(None)
    })
    .await
}

/// All of them or, where one can't be, none.
async fn transfer(
    shared: &Arc<Shared>,
    caller: Caller,
    request: TransferRequest,
    source: impl FnOnce(&PlatformState, &Caller) -> Result<Option<String>, Failure> + Send + 'static,
) -> Result<Json<EmptyBody>, Failure> {
    if !(1..=MOST).contains(&request.project_ids.len()) {
        return Err(invalid(format!("project_ids: must have 1 to {MOST} items")));
    }
    let (this, now) = (Arc::clone(shared), shared.now());
    commit(shared, move |state| {
        let source = source(state, &caller)?;
        let to = caller.organization(state, &request.destination_org_id)?;
        let is_meant = |it: &Project| match &source {
            Some(_) => it.organization_id == source,
            None => it.organization_id.is_none() && caller.owns(state, it),
        };
        let mut records = Vec::new();
        for id in &request.project_ids {
            let project = state.projects.get(id);
            let project = project.filter(|it| it.deleted_at.is_none() && is_meant(it));
            let project = project.ok_or_else(|| not_found("project"))?;
            must_be_free(state, &project.id)?;
            let to = Owner::Organization(to.id.clone());
            records.extend(moved(&this, state, project, to, now));
        }
        Ok((records, ()))
    })
    .await?;
    Ok(Json(EmptyBody {}))
}

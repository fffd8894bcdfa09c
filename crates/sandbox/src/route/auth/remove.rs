use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::integration::{AuthPath, find_integration};
use super::table::{self, TableChange, TableLocation};
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::OptionalJsonBody;
use crate::route::call::commit;
use crate::shared::Shared;
use crate::state::{Delete, PlatformState, Record};

#[derive(Debug, Default, Deserialize)]
pub struct RemoveIntegrationRequest {
    #[serde(default)]
    delete_data: bool,
}

pub async fn remove(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, auth_provider)): Path<(String, String)>,
    OptionalJsonBody(request): OptionalJsonBody<RemoveIntegrationRequest>,
) -> Result<StatusCode, Failure> {
    let path = AuthPath::of_project(project_id);
    take_away(&shared, caller, path, Some(auth_provider), &request).await
}

pub async fn disable(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    OptionalJsonBody(request): OptionalJsonBody<RemoveIntegrationRequest>,
) -> Result<StatusCode, Failure> {
    take_away(&shared, caller, path, None, &request).await
}

/// The table stays with its rows unless the caller wants it away.
async fn take_away(
    shared: &Arc<Shared>,
    caller: Caller,
    path: AuthPath,
    auth_provider: Option<String>,
    request: &RemoveIntegrationRequest,
) -> Result<StatusCode, Failure> {
    let _alone = shared.auth_locks.lock(path.project_id.clone()).await;
    let may = move |state: &PlatformState| {
        let found = find_integration(state, &caller, &path)?;
        let provider = auth_provider.as_ref();
        match provider.is_none_or(|it| *it == found.provider) {
            true => Ok(found.clone()),
            false => Err(not_found("auth integration")),
        }
    };
    let found = shared.store.read(&may)?;
    let database = (found.branch_id.clone(), found.database.clone());
    let is_there = shared
        .store
        .read(|state| state.databases.contains_key(&database));
    if request.delete_data && is_there {
        table::change(shared, &TableLocation::of(&found), TableChange::DropSchema).await?;
    }
    commit(shared, move |state| {
        let found = may(state)?;
        let gone = Delete::AuthIntegration(found.branch_id);
        Ok((vec![Record::Delete(gone)], ()))
    })
    .await?;
    Ok(StatusCode::OK)
}

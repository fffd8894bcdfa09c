use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::lookup::find_branch;
use super::rules::{is_root, must_be_new, unprocessable};
use super::wire::{BranchBody, ChangedBranchResponse, wire_begun};
use crate::access::{Caller, not_found};
use crate::operation::computes::retired;
use crate::operation::{Draft, Step, must_be_free};
use crate::platform_text;
use crate::provision;
use crate::reply::Failure;
use crate::route::body::{QueryParams, flag};
use crate::route::call::submit;
use crate::route::computes::{self, ComputeBody};
use crate::route::text::is_id;
use crate::shared::Shared;
use crate::state::project::RECOVERY;
use crate::state::{
    Action, Branch, Deleted, DeletedBy, Endpoint, EndpointState, PlatformState, Record, Task,
};

#[derive(Debug, Deserialize)]
pub(super) struct DeleteBranchQuery {
    #[serde(default, deserialize_with = "flag")]
    hard_delete: bool,
}

/// 204 when there is nothing to delete, 404 for an address that can name no branch.
pub(super) async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    QueryParams(DeleteBranchQuery { hard_delete }): QueryParams<DeleteBranchQuery>,
) -> Result<Response, Failure> {
    let (now, project) = (shared.now(), project_id.clone());
    let (branch, operations) = submit(&shared, &project_id, move |state| {
        caller.project(state, &project)?;
        if !is_id(&branch_id) {
            return Err(not_found("branch"));
        }
        let Ok(branch) = find_branch(state, &caller, &project, &branch_id) else {
            return Ok(Step::unchanged(None));
        };
        check_deletable(state, branch)?;
        let deleted = Branch {
            deleted: Some(Deleted {
                at: now,
                until: if hard_delete { now } else { now + RECOVERY },
                by: DeletedBy::User,
            }),
            updated_at: now,
            ..branch.clone()
        };
        let task = match hard_delete {
            // The data stays for as long as the branch can be recovered.
            false => Task::RecordOnly,
            true => Task::RemoveData {
                branch_ids: vec![branch.id.clone()],
            },
        };
        let endpoints = state.endpoints_of_branch(&branch.id);
        let mut operations: Vec<Draft> = endpoints.map(retired).collect();
        operations.push(Draft::on_branch(Action::DeleteTimeline, &branch.id, task));
        Ok(Step::new(
            vec![Record::Branch(deleted.clone())],
            operations,
            Some(deleted),
        ))
    })
    .await?;
    Ok(match branch {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(branch) => {
            Json(ChangedBranchResponse::of(&shared, &branch, &operations)).into_response()
        }
    })
}

fn check_deletable(state: &PlatformState, branch: &Branch) -> Result<(), Failure> {
    let mut others = state.branches_of(&branch.project_id);
    let has_other_root = others.any(|it| it.id != branch.id && is_root(it));
    let refused = if is_root(branch) && !has_other_root {
        platform_text::ROOT_BRANCH
    } else if branch.default {
        platform_text::DEFAULT_BRANCH
    } else if branch.protected {
        platform_text::PROTECTED_BRANCH
    } else if state.has_children(branch) {
        platform_text::BRANCH_WITH_CHILDREN
    } else {
        return Ok(());
    };
    Err(unprocessable(refused))
}

#[derive(Debug, Serialize)]
pub(super) struct RecoverBranchResponse {
    branch: BranchBody,
    endpoints: Vec<ComputeBody>,
}

pub(super) async fn recover(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<RecoverBranchResponse>, Failure> {
    let (now, project) = (shared.now(), project_id.clone());
    let ((branch, endpoints), operations) = submit(&shared, &project_id, move |state| {
        caller.project(state, &project)?;
        let deleted = state.branches.get(&branch_id).filter(|it| {
            let until = it.deleted.as_ref().map(|it| it.until);
            let is_gone = until.is_some_and(|until| until <= now);
            it.project_id == project && it.snapshot.is_none() && !is_gone
        });
        let deleted = deleted.ok_or_else(|| not_found("branch"))?;
        if deleted.deleted.is_none() {
            return Err(unprocessable("branch is not deleted"));
        }
        must_be_new(state, &project, &deleted.name)?;
        must_be_free(state, &project)?;
        let parent = deleted.parent_id.as_ref();
        let parent = parent.and_then(|id| state.branches.get(id));
        if parent.is_some_and(|it| it.deleted.is_some()) {
            return Err(unprocessable(
                "the parent branch is deleted and must be recovered first",
            ));
        }
        let branch = Branch {
            parent_id: parent.map(|it| it.id.clone()),
            expires_at: None,
            ttl_interval_seconds: None,
            deleted: None,
            updated_at: now,
            ..deleted.clone()
        };
        let endpoints = state.endpoints_of_branch(&branch.id).map(|it| Endpoint {
            state: EndpointState::Idle,
            updated_at: now,
            ..it.clone()
        });
        let endpoints: Vec<Endpoint> = endpoints.collect();
        let mut records = vec![Record::Branch(branch.clone())];
        records.extend(endpoints.iter().cloned().map(Record::Endpoint));
        Ok(Step::new(records, Vec::new(), (branch, endpoints)))
    })
    .await?;
    let has_servers = shared.servers.is_some();
    for endpoint in endpoints
        .iter()
        .filter(|it| it.port.is_some() && has_servers)
    {
        let placed = provision::computes::ensure_compute(&shared, &endpoint.id).await;
        if let Err(error) = placed {
            tracing::warn!(%error, endpoint = %endpoint.id, "a recovered compute has no port");
        }
    }
    Ok(Json(shared.store.read(|state| {
        RecoverBranchResponse {
            branch: wire_begun(state, &branch, &operations),
            endpoints: endpoints
                .iter()
                .map(|it| computes::wire_begun(&shared.place, state, it, &operations))
                .collect(),
        }
    })))
}

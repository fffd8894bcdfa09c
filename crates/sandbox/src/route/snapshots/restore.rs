use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::lookup::find_snapshot;
use super::wire::OperationsBody;
use crate::access::{Caller, not_found};
use crate::operation::computes::{started, suspended, wake_steps};
use crate::operation::{Concerned, Draft, Step};
use crate::reply::Failure;
use crate::room;
use crate::route::body::{OperationBody, OptionalJsonBody, QueryParams, operations};
use crate::route::branches::lookup::{find_branch, must_have_data};
use crate::route::branches::{self, BranchBody, unprocessable, wire_begun};
use crate::route::call::submit;
use crate::route::computes::create::with_port;
use crate::route::computes::{self, ComputeBody};
use crate::shared::Shared;
use crate::state::{
    Action, Branch, ComputeSize, Endpoint, EndpointState, PlatformState, Record, RestoreStatus,
    Task,
};

#[derive(Debug, Deserialize)]
pub(super) struct RestoreSnapshotQuery {
    name: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct RestoreSnapshotRequest {
    name: Option<String>,
    target_branch_id: Option<String>,
    #[serde(default)]
    finalize_restore: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct RestoreSnapshotResponse {
    branch: BranchBody,
    endpoints: Vec<ComputeBody>,
    operations: Vec<OperationBody>,
}

/// Makes a branch of a snapshot's data. It replaces the target at once, or when that is asked for; until then it has a
/// compute of its own to look at it.
pub(super) async fn restore(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, snapshot_id)): Path<(String, String)>,
    QueryParams(query): QueryParams<RestoreSnapshotQuery>,
    OptionalJsonBody(request): OptionalJsonBody<RestoreSnapshotRequest>,
) -> Result<Json<RestoreSnapshotResponse>, Failure> {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let name = given(request.name).or_else(|| given(query.name));
    if let Some(name) = &name {
        branches::check_name("name", name)?;
    }
    let target_id = given(request.target_branch_id);
    let finalize = request.finalize_restore;
    let (now, rules) = (shared.now(), Arc::clone(&shared));
    let branch_id = shared.random.branch_id();
    let capacity = room::check_capacity(&shared, Some(&snapshot_id), &branch_id).await;
    let project = project_id.clone();
    let ((branch, endpoint), begun) = submit(&shared, &project_id, move |state| {
        let snapshot = find_snapshot(state, &caller, &project, &snapshot_id)?;
        let target = target(state, &caller, snapshot, target_id.as_deref())?;
        if target.is_none() && finalize {
            return Err(unprocessable(
                "target_branch_id is required, since the snapshot's branch is gone",
            ));
        }
        must_have_data(state, snapshot)?;
        branches::must_have_room(state, &project, &rules.config)?;
        capacity?;
        let name = match name {
            Some(name) => {
                branches::must_be_new(state, &project, &name)?;
                name
            }
            None => state.unused_name(&project, &snapshot.name, "restored"),
        };
        let branch = Branch {
            created_by: Some(caller.user_id.clone()),
            restored_from: Some(snapshot.id.clone()),
            restored_as: target.map(|it| it.id.clone()),
            restore_status: Some(RestoreStatus::Restored),
            ..Branch::new(branch_id, project.clone(), name, now)
        };
        let mut operations = wake_steps(state, snapshot);
        // It stays frozen.
        operations.retain(|it| it.action != Action::TimelineUnarchive);
        let copy = Task::CreateBranch {
            from: snapshot.id.clone(),
            schema_only: false,
            at: None,
        };
        operations.push(Draft::on_branch(Action::CreateBranch, &branch.id, copy));
        let mut records = vec![Record::Branch(branch.clone())];
        records.extend(state.inherited(&snapshot.id, &branch.id, now));
        let own = (!finalize && rules.config.compute_by_default).then(|| {
            let size = state.projects.get(&project);
            let size = size.map_or_else(ComputeSize::default, |it| it.compute_defaults.clone());
            Endpoint::new(rules.random.endpoint_id(), &branch, size, now)
        });
        if let Some(endpoint) = &own {
            records.push(Record::Endpoint(endpoint.clone()));
            operations.push(started(endpoint));
        }
        if let (true, Some(target)) = (finalize, target) {
            must_have_data(state, target)?;
            let former = state.unused_name(&project, &target.name, "old");
            operations.extend(finalizing(state, &branch, target, former));
        }
        Ok(Step::new(records, operations, (branch, own)))
    })
    .await?;
    let endpoint = match endpoint {
        Some(endpoint) => Some(with_port(&shared, endpoint).await),
        None => None,
    };
    Ok(Json(shared.store.read(|state| {
        RestoreSnapshotResponse {
            branch: wire_begun(state, &branch, &begun),
            endpoints: endpoint
                .iter()
                .map(|it| computes::wire_begun(&shared.place, state, it, &begun))
                .collect(),
            operations: operations(&begun),
        }
    })))
}

/// The branch that is to be replaced: the snapshot's own where none is named.
fn target<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    snapshot: &Branch,
    named: Option<&str>,
) -> Result<Option<&'w Branch>, Failure> {
    if let Some(id) = named {
        let found = find_branch(state, caller, &snapshot.project_id, id);
        return found.map(Some).map_err(|_| not_found("target branch"));
    }
    let of = snapshot.snapshot.as_ref();
    let source = of
        .map(|it| it.source_branch_id.as_str())
        .unwrap_or_default();
    Ok(find_branch(state, caller, &snapshot.project_id, source).ok())
}

/// What gives a branch the place of another one. Computes that run come up again over the new data.
fn finalizing(
    state: &PlatformState,
    branch: &Branch,
    target: &Branch,
    former_name: String,
) -> Vec<Draft> {
    let Concerned { moved, removed } = Concerned::of(state, branch, &target.id);
    let is_running = |it: &&&Endpoint| it.state != EndpointState::Idle;
    let running: Vec<&Endpoint> = moved.iter().filter(is_running).copied().collect();
    let stopped = removed.iter().filter(is_running).chain(&running);
    let mut operations: Vec<Draft> = stopped.map(|it| suspended(it)).collect();
    operations.push(Draft::on_branch(
        Action::ApplyConfig,
        &branch.id,
        Task::FinalizeRestore { former_name },
    ));
    operations.extend(running.into_iter().map(|it| {
        started(&Endpoint {
            branch_id: branch.id.clone(),
            ..it.clone()
        })
    }));
    operations
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct FinalizeRestoreRequest {
    /// Of the branch that is replaced.
    name: Option<String>,
}

pub(super) async fn finalize(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    OptionalJsonBody(request): OptionalJsonBody<FinalizeRestoreRequest>,
) -> Result<Json<OperationsBody>, Failure> {
    let name = request.name.filter(|name| !name.is_empty());
    if let Some(name) = &name {
        branches::check_name("name", name)?;
    }
    let project = project_id.clone();
    let ((), begun) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        match branch.restore_status {
            None => {
                return Err(unprocessable(
                    "the branch was not restored from a snapshot, so there is nothing to finalize",
                ));
            }
            Some(RestoreStatus::Finalized) => {
                return Err(unprocessable("the branch's restore is finalized already"));
            }
            Some(RestoreStatus::Restored) => {}
        }
        let target = branch.restored_as.as_deref().unwrap_or_default();
        let target = find_branch(state, &caller, &project, target)
            .map_err(|_| unprocessable("the branch that it was to replace is gone"))?;
        must_be_unreplaced(state, branch)?;
        must_have_data(state, branch)?;
        must_have_data(state, target)?;
        let former = match name {
            Some(name) => {
                branches::must_be_new(state, &project, &name)?;
                name
            }
            None => state.unused_name(&project, &target.name, "old"),
        };
        let operations = finalizing(state, branch, target, former);
        Ok(Step::new(Vec::new(), operations, ()))
    })
    .await?;
    Ok(Json(OperationsBody {
        operations: operations(&begun),
    }))
}

/// What is left of a branch that another one has replaced is not what people look at any more.
fn must_be_unreplaced(state: &PlatformState, branch: &Branch) -> Result<(), Failure> {
    let mut others = state.branches_of(&branch.project_id);
    let is_replaced = others.any(|it| {
        it.restore_status == Some(RestoreStatus::Finalized)
            && it.restored_as == branch.restored_as
            && it.last_reset_at >= Some(branch.created_at)
    });
    match is_replaced {
        true => Err(unprocessable(
            "another branch has replaced the branch that it was to replace",
        )),
        false => Ok(()),
    }
}

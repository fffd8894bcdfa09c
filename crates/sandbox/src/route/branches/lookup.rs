//! Branches as the routes find them.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;

use crate::access::{Caller, not_found};
use crate::operation::{self, Draft, Step, must_be_free, wait_for_end};
use crate::platform_text;
use crate::reply::Failure;
use crate::route::call::begin;
use crate::shared::Shared;
use crate::state::{Action, Branch, BranchState, PlatformState, Task};

const DATA_DEADLINE: Duration = Duration::from_secs(30);

/// The branch, if this key may see it and it is not deleted.
pub fn find_branch<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
    branch_id: &str,
) -> Result<&'w Branch, Failure> {
    let project = caller.project(state, project_id)?;
    state
        .branches
        .get(branch_id)
        .filter(|it| it.project_id == project.id && it.deleted.is_none() && it.snapshot.is_none())
        .ok_or_else(|| not_found("branch"))
}

/// Reads the branch's roles and databases from its server if that runs.
pub async fn sync_branch(
    shared: &Arc<Shared>,
    caller: &Caller,
    project_id: &str,
    branch_id: &str,
) -> Result<(), Failure> {
    shared
        .store
        .read(|state| find_branch(state, caller, project_id, branch_id).map(drop))?;
    operation::sync_from_server(shared, branch_id).await;
    Ok(())
}

/// Reads something of a branch whose roles and databases are as its server has them.
pub async fn read_branch<T>(
    shared: &Arc<Shared>,
    caller: &Caller,
    project_id: &str,
    branch_id: &str,
    read: impl FnOnce(&PlatformState, &Branch) -> Result<T, Failure>,
) -> Result<T, Failure> {
    sync_branch(shared, caller, project_id, branch_id).await?;
    shared
        .store
        .read(|state| read(state, find_branch(state, caller, project_id, branch_id)?))
}

/// A project that was only seeded gets its data when somebody asks for the way to it. One that
/// is at work gets it by what is under way.
pub async fn make_data(
    shared: &Arc<Shared>,
    project_id: &str,
    branch_id: &str,
) -> Result<(), Failure> {
    let there = shared.folder.cluster(branch_id).exists();
    if shared.servers.is_none() || there {
        return Ok(());
    }
    let (project, branch) = (project_id.to_owned(), branch_id.to_owned());
    let begun = begin(shared, project_id, move |state| {
        let at_work = state.open_operations_of(&project).next().is_some();
        let action = Action::CheckAvailability;
        let check = Draft::on_branch(action, &branch, Task::CheckAvailability);
        let drafts = if at_work { Vec::new() } else { vec![check] };
        Ok(Step::new(Vec::new(), drafts, ()))
    })
    .await?;
    let ids: Vec<String> = begun.into_iter().map(|it| it.id).collect();
    if !wait_for_end(shared, DATA_DEADLINE, &ids).await {
        tracing::warn!(branch_id, "the branch's data was not ready in time");
    }
    Ok(())
}

/// Roles and databases of a branch are changed by an operation on its compute, if it has one.
pub fn on_compute_of(state: &PlatformState, branch: &Branch, draft: Draft) -> Draft {
    let endpoint = state.endpoint_of_branch(&branch.id);
    Draft {
        endpoint_id: endpoint.map(|it| it.id.clone()),
        ..draft
    }
}

/// Refuses a branch whose data is still being made, with 423 for as long as something works on it.
pub fn must_have_data(state: &PlatformState, branch: &Branch) -> Result<(), Failure> {
    match branch.state {
        BranchState::Ready | BranchState::Archived => Ok(()),
        BranchState::Init | BranchState::Resetting => {
            must_be_free(state, &branch.project_id)?;
            Err(Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                platform_text::BRANCH_NOT_READY,
            ))
        }
    }
}

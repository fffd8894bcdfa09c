//! What the platform begins by itself.

use super::draft::{Draft, Step};
use super::refusal::Refusal;
use crate::state::{Action, Branch, Endpoint, PlatformState, Project, Task};

/// The steps of an action that nobody's call asked for. Those that make something need a call.
pub fn step(
    state: &PlatformState,
    project: &Project,
    branch_id: Option<&str>,
    action: Action,
) -> Result<Step<()>, Refusal> {
    if project.deleted_at.is_some() != (action == Action::DeleteTenant) {
        return Err(Refusal::Conflict(match action {
            Action::DeleteTenant => "the project is not deleted",
            _ => "the project is deleted",
        }));
    }
    let branch = || find_branch(state, project, branch_id);
    let draft = match action {
        Action::CreateTimeline | Action::CreateBranch => {
            return Err(Refusal::NeedsCall);
        }
        Action::DeleteTenant => delete_tenant(state, project),
        Action::DeleteTimeline => delete_timeline(deleted_branch(state, project, branch_id)?),
        Action::CheckAvailability => check_availability(branch()?),
        Action::StartCompute => on_compute(state, branch()?, action, Task::StartCompute)?,
        Action::SuspendCompute => on_compute(state, branch()?, action, Task::SuspendCompute)?,
        Action::ApplyConfig => on_compute(state, branch()?, action, Task::ApplyConfig(Vec::new()))?,
        Action::TenantAttach
        | Action::TenantDetach
        | Action::TenantReattach
        | Action::ApplyStorageConfig => of_project(action),
        Action::TimelineArchive
        | Action::TimelineUnarchive
        | Action::TimelineUpdateProtectedConfig => {
            Draft::on_branch(action, &branch()?.id, Task::RecordOnly)
        }
    };
    Ok(Step::new(Vec::new(), vec![draft], ()))
}

/// A record about the project as a whole.
pub fn of_project(action: Action) -> Draft {
    Draft {
        action,
        branch_id: None,
        endpoint_id: None,
        task: Task::RecordOnly,
    }
}

/// Removes all data of a deleted project.
pub fn delete_tenant(state: &PlatformState, project: &Project) -> Draft {
    let branches = state.all_branches_of(&project.id);
    Draft {
        task: Task::RemoveData {
            branch_ids: branches.map(|it| it.id.clone()).collect(),
        },
        ..of_project(Action::DeleteTenant)
    }
}

/// Removes the data of a deleted branch.
pub fn delete_timeline(branch: &Branch) -> Draft {
    let task = Task::RemoveData {
        branch_ids: vec![branch.id.clone()],
    };
    Draft::on_branch(Action::DeleteTimeline, &branch.id, task)
}

pub fn check_availability(branch: &Branch) -> Draft {
    Draft::on_branch(
        Action::CheckAvailability,
        &branch.id,
        Task::CheckAvailability,
    )
}

fn on_compute(
    state: &PlatformState,
    branch: &Branch,
    action: Action,
    task: Task,
) -> Result<Draft, Refusal> {
    let endpoint: Option<&Endpoint> = state.endpoint_of_branch(&branch.id);
    let endpoint = endpoint.ok_or(Refusal::Conflict("the branch has no compute"))?;
    Ok(Draft::on_endpoint(action, &branch.id, &endpoint.id, task))
}

fn find_branch<'w>(
    state: &'w PlatformState,
    project: &Project,
    branch_id: Option<&str>,
) -> Result<&'w Branch, Refusal> {
    let found = match branch_id {
        Some(id) => state.branches_of(&project.id).find(|it| it.id == id),
        None => state.default_branch(&project.id),
    };
    found.ok_or(Refusal::NotFound("branch"))
}

fn deleted_branch<'w>(
    state: &'w PlatformState,
    project: &Project,
    branch_id: Option<&str>,
) -> Result<&'w Branch, Refusal> {
    let mut all = state.all_branches_of(&project.id);
    let found = all.find(|it| Some(it.id.as_str()) == branch_id);
    let found = found.ok_or(Refusal::NotFound("branch"))?;
    match found.deleted {
        Some(_) => Ok(found),
        None => Err(Refusal::Conflict("the branch is not deleted")),
    }
}

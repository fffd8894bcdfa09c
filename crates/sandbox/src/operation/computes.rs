//! The operations of computes.

use super::draft::Draft;
use crate::state::{Action, Branch, BranchState, Endpoint, PlatformState, Task};

/// What comes before anything that a server over this branch does.
pub fn wake_steps(state: &PlatformState, branch: &Branch) -> Vec<Draft> {
    let project = state.projects.get(&branch.project_id);
    let detached = project.is_some_and(|it| it.detached_at.is_some());
    let archived = branch.state == BranchState::Archived;
    let steps = [
        (detached, Action::TenantReattach),
        (archived, Action::TimelineUnarchive),
    ];
    let needed = steps.into_iter().filter(|(needed, _)| *needed);
    needed
        .map(|(_, action)| Draft::on_branch(action, &branch.id, Task::RecordOnly))
        .collect()
}

pub fn started(endpoint: &Endpoint) -> Draft {
    let (branch, id) = (&endpoint.branch_id, &endpoint.id);
    Draft::on_endpoint(Action::StartCompute, branch, id, Task::StartCompute)
}

pub fn suspended(endpoint: &Endpoint) -> Draft {
    let (branch, id) = (&endpoint.branch_id, &endpoint.id);
    Draft::on_endpoint(Action::SuspendCompute, branch, id, Task::SuspendCompute)
}

/// Stops it for good, with its port.
pub fn retired(endpoint: &Endpoint) -> Draft {
    let (branch, id) = (&endpoint.branch_id, &endpoint.id);
    Draft::on_endpoint(Action::SuspendCompute, branch, id, Task::RetireCompute)
}

//! What stands between a branch and work on it.

use crate::operation::{Draft, must_be_free};
use crate::reply::Failure;
use crate::world::{Action, Branch, BranchState, Task, World};

use axum::http::StatusCode;

/// Refuses a branch whose data is still being made, with 423 for as long as something works on it.
pub fn must_have_data(world: &World, branch: &Branch) -> Result<(), Failure> {
    match branch.state {
        BranchState::Ready | BranchState::Archived => Ok(()),
        BranchState::Init | BranchState::Resetting => {
            must_be_free(world, &branch.project_id)?;
            Err(Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "branch not ready yet",
            ))
        }
    }
}

/// What comes before anything that a server over this branch does.
pub fn roused(world: &World, branch: &Branch) -> Vec<Draft> {
    let project = world.projects.get(&branch.project_id);
    let detached = project.is_some_and(|it| it.detached_at.is_some());
    let archived = branch.state == BranchState::Archived;
    let steps = [
        (detached, Action::TenantReattach),
        (archived, Action::TimelineUnarchive),
    ];
    let needed = steps.into_iter().filter(|(needed, _)| *needed);
    needed
        .map(|(_, action)| Draft::on_branch(action, &branch.id, Task::Note))
        .collect()
}

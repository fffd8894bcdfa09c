//! What stands between a branch and work on it.

use axum::http::StatusCode;

use crate::operation::must_be_free;
use crate::reply::Failure;
use crate::world::{Branch, BranchState, World};

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

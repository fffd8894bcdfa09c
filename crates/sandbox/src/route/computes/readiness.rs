//! What stands between a branch and work on it.

use axum::http::StatusCode;

use crate::operation::must_be_free;
use crate::reply::Failure;
use crate::state::{Branch, BranchState, PlatformState};

/// Refuses a branch whose data is still being made, with 423 for as long as something works on it.
pub fn must_have_data(state: &PlatformState, branch: &Branch) -> Result<(), Failure> {
    match branch.state {
        BranchState::Ready | BranchState::Archived => Ok(()),
        BranchState::Init | BranchState::Resetting => {
            must_be_free(state, &branch.project_id)?;
            Err(Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "branch not ready yet",
            ))
        }
    }
}

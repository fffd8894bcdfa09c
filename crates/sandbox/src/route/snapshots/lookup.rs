//! Snapshots as the routes find them, and what they may be.

use axum::http::StatusCode;

use crate::access::{Caller, not_found};
use crate::platform_text;
use crate::reply::Failure;
use crate::route::branches::unprocessable;
use crate::route::text;
use crate::state::{Branch, PlatformState};

/// The snapshot, if this key may see it and it is not deleted.
pub(super) fn find_snapshot<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
    snapshot_id: &str,
) -> Result<&'w Branch, Failure> {
    let project = caller.project(state, project_id)?;
    let mut all = state.snapshots_of(&project.id);
    all.find(|it| it.id == snapshot_id)
        .ok_or_else(|| not_found("snapshot"))
}

pub(super) fn check_name(field: &str, name: &str) -> Result<(), Failure> {
    text::check(field, name, 256)
}

pub(super) fn must_be_new(
    state: &PlatformState,
    project_id: &str,
    name: &str,
) -> Result<(), Failure> {
    if state.snapshots_of(project_id).any(|it| it.name == name) {
        let message = platform_text::exists_with("snapshot", "snapshot_name", name);
        return Err(Failure::new(StatusCode::CONFLICT, message).code("SNAPSHOT_ALREADY_EXISTS"));
    }
    Ok(())
}

pub(super) fn must_be_root(branch: &Branch) -> Result<(), Failure> {
    match branch.parent_id {
        None => Ok(()),
        Some(_) => Err(unprocessable(
            "snapshots can only be taken of root branches, which have no parent",
        )),
    }
}

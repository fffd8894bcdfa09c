use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::state::{Endpoint, PlatformState};

/// The endpoint, if this key may see it and its branch is not deleted.
pub fn find_compute<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
    endpoint_id: &str,
) -> Result<&'w Endpoint, Failure> {
    caller.project(state, project_id)?;
    let mut endpoints = state.endpoints_of(project_id);
    endpoints
        .find(|it| it.id == endpoint_id)
        .ok_or_else(|| not_found("endpoint"))
}

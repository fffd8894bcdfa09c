use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::world::{Endpoint, World};

/// The endpoint, if this key may see it and its branch is not deleted.
pub fn find_compute<'w>(
    world: &'w World,
    caller: &Caller,
    project_id: &str,
    endpoint_id: &str,
) -> Result<&'w Endpoint, Failure> {
    caller.project(world, project_id)?;
    let mut endpoints = world.endpoints_of(project_id);
    endpoints
        .find(|it| it.id == endpoint_id)
        .ok_or_else(|| not_found("endpoint"))
}

use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::call::keep;
use crate::shared::Shared;
use crate::world::{AuthIntegration, Row, World};

/// The project's integration, unless the branch that it is attached to is gone.
pub fn active_integration<'w>(world: &'w World, project_id: &str) -> Option<&'w AuthIntegration> {
    world.auth.get(project_id).filter(|it| {
        let branch = world.branches.get(&it.branch_id);
        branch.is_some_and(|branch| branch.deleted.is_none())
    })
}

/// The project's integration, if this key may see the project.
pub fn find_integration<'w>(
    world: &'w World,
    caller: &Caller,
    project_id: &str,
) -> Result<&'w AuthIntegration, Failure> {
    let project = caller.project(world, project_id)?;
    active_integration(world, &project.id).ok_or_else(|| not_found("auth integration"))
}

/// Changes a project's integration.
pub async fn edit_integration<T: Send + 'static>(
    shared: &Shared,
    caller: Caller,
    project_id: String,
    change: impl FnOnce(&mut AuthIntegration) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    keep(shared, move |world| {
        let mut changed = find_integration(world, &caller, &project_id)?.clone();
        let value = change(&mut changed)?;
        Ok((vec![Row::AuthIntegration(changed)], value))
    })
    .await
}

/// Refuses every provider but the one that the platform has.
pub fn known_provider(shared: &Shared, auth_provider: &str) -> Result<(), Failure> {
    match auth_provider == shared.config.names.auth_provider {
        true => Ok(()),
        false => Err(invalid(
            "decode application/json: invalid: auth_provider (it is none of this platform's)",
        )),
    }
}

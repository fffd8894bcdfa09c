use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::call::commit;
use crate::shared::Shared;
use crate::state::{AuthIntegration, PlatformState, Record};

/// The project's integration, unless the branch that it is attached to is gone.
pub fn active_integration<'w>(
    state: &'w PlatformState,
    project_id: &str,
) -> Option<&'w AuthIntegration> {
    state.auth.get(project_id).filter(|it| {
        let branch = state.branches.get(&it.branch_id);
        branch.is_some_and(|branch| branch.deleted.is_none())
    })
}

/// The project's integration, if this key may see the project.
pub fn find_integration<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
) -> Result<&'w AuthIntegration, Failure> {
    let project = caller.project(state, project_id)?;
    active_integration(state, &project.id).ok_or_else(|| not_found("auth integration"))
}

/// Changes a project's integration.
pub async fn edit_integration<T: Send + 'static>(
    shared: &Shared,
    caller: Caller,
    project_id: String,
    change: impl FnOnce(&mut AuthIntegration) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    commit(shared, move |state| {
        let mut changed = find_integration(state, &caller, &project_id)?.clone();
        let value = change(&mut changed)?;
        Ok((vec![Record::AuthIntegration(changed)], value))
    })
    .await
}

/// Refuses every provider but the one that the platform has, and the one that the project's
/// integration was made with: an option may give the platform's another name since.
pub fn known_provider(
    shared: &Shared,
    project_id: &str,
    auth_provider: &str,
) -> Result<(), Failure> {
    let of_project = |state: &PlatformState| {
        let integration = state.auth.get(project_id);
        integration.is_some_and(|it| it.provider == auth_provider)
    };
    match auth_provider == shared.config.names.auth_provider || shared.store.read(of_project) {
        true => Ok(()),
        false => Err(invalid(
            "decode application/json: invalid: auth_provider (it is none of this platform's)",
        )),
    }
}

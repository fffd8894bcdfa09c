use serde::Deserialize;

use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::branches::lookup::find_branch;
use crate::route::call::commit;
use crate::shared::Shared;
use crate::state::{AuthIntegration, PlatformState, Record};

/// Whose integration a route is about: that of a branch. The routes that name none mean the project's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AuthPath {
    pub project_id: String,
    pub branch_id: Option<String>,
}

impl AuthPath {
    pub fn of_project(project_id: String) -> Self {
        Self {
            project_id,
            branch_id: None,
        }
    }
}

/// Those of a project, unless the branch that one is attached to is gone. The project's own comes first: that of the
/// default branch, or else the oldest.
pub fn active_integrations<'w>(
    state: &'w PlatformState,
    project_id: &str,
) -> Vec<&'w AuthIntegration> {
    let branches = state.branches_of(project_id);
    let found = branches.filter_map(|branch| Some((branch.default, state.auth.get(&branch.id)?)));
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(default, it)| (!default, it.created_at, &it.branch_id));
    found.into_iter().map(|(_, it)| it).collect()
}

/// Whether the branch that it is attached to is still there.
pub fn is_active(state: &PlatformState, it: &AuthIntegration) -> bool {
    let branch = state.branches.get(&it.branch_id);
    branch.is_some_and(|branch| branch.deleted.is_none())
}

/// The integration, if this key may see the project.
pub fn find_integration<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    path: &AuthPath,
) -> Result<&'w AuthIntegration, Failure> {
    let found = match &path.branch_id {
        Some(branch_id) => {
            let branch = find_branch(state, caller, &path.project_id, branch_id)?;
            state.auth.get(&branch.id)
        }
        None => {
            let project = caller.project(state, &path.project_id)?;
            active_integrations(state, &project.id).first().copied()
        }
    };
    found.ok_or_else(|| not_found("auth integration"))
}

/// Changes an integration.
pub async fn edit_integration<T: Send + 'static>(
    shared: &Shared,
    caller: Caller,
    path: AuthPath,
    change: impl FnOnce(&mut AuthIntegration) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    commit(shared, move |state| {
        let mut changed = find_integration(state, &caller, &path)?.clone();
        let value = change(&mut changed)?;
        Ok((vec![Record::AuthIntegration(changed)], value))
    })
    .await
}

/// Refuses every provider but the one that the platform has, and those that the project's
/// integrations were made with: an option may give the platform's another name since.
pub fn known_provider(
    shared: &Shared,
    project_id: &str,
    auth_provider: &str,
) -> Result<(), Failure> {
    let of_project = |state: &PlatformState| {
        let mut integrations = state.auth.values();
        integrations.any(|it| it.project_id == project_id && it.provider == auth_provider)
    };
    match auth_provider == shared.config.names.auth_provider || shared.store.read(of_project) {
        true => Ok(()),
        false => Err(unknown_provider()),
    }
}

pub fn unknown_provider() -> Failure {
    invalid("decode application/json: invalid: auth_provider (it is none of this platform's)")
}

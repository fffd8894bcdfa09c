//! What a click runs for each call, run with a handle that sends nothing.

use super::future::done;
use super::{Call, draft_auth};
use crate::Error;
use crate::features::Features;
use crate::platform::operations;
use crate::resources::{
    branches, computes, consumption, databases, keys, organizations, projects, roles, users,
};

/// Makes the call the way its button does. It ends with an error, since nothing comes back.
#[expect(clippy::too_many_lines, reason = "one arm for each call")]
pub(super) async fn make(app: &Features, account: &str, call: Call) -> Result<(), Error> {
    match call {
        Call::Identity => done(|| users::identity(app, account)).await,
        Call::Me => done(|| users::me(app, account)).await,
        Call::ListOrganizations => done(|| organizations::list(app, account)).await,
        Call::ListRegions { organization_id } => {
            done(|| users::regions(app, account, organization_id.as_deref())).await
        }
        Call::ListProjects {
            scope,
            organization_id,
        } => done(|| projects::page(app, account, scope, organization_id, None)).await,
        Call::GetProject { project_id } => done(|| projects::get(app, account, &project_id)).await,
        Call::CreateProject { create, psql: _ } => {
            done(|| projects::create(app, account, create)).await
        }
        Call::UpdateProject { project_id, update } => {
            done(|| projects::update(app, account, &project_id, update)).await
        }
        Call::DeleteProject { project_id } => {
            done(|| projects::delete(app, account, &project_id)).await
        }
        Call::RecoverProject { project_id } => {
            done(|| projects::recover(app, account, &project_id)).await
        }
        Call::Consumption { wish } => done(|| consumption::projects(app, account, wish)).await,
        Call::ConnectionString { project_id, wish } => {
            done(|| projects::connection_uri(app, account, &project_id, wish)).await
        }
        Call::ListBranches {
            project_id,
            include_deleted,
        } => done(|| branches::all(app, account, &project_id, include_deleted)).await,
        Call::GetBranch {
            project_id,
            branch_id,
        } => done(|| branches::get(app, account, &project_id, &branch_id)).await,
        Call::CreateBranch { project_id, create } => {
            done(|| branches::create(app, account, &project_id, create)).await
        }
        Call::UpdateBranch {
            project_id,
            branch_id,
            update,
        } => done(|| branches::update(app, account, &project_id, &branch_id, update)).await,
        Call::DeleteBranch {
            project_id,
            branch_id,
        } => done(|| branches::delete(app, account, &project_id, &branch_id, false)).await,
        Call::RecoverBranch {
            project_id,
            branch_id,
        } => done(|| branches::recover(app, account, &project_id, &branch_id)).await,
        Call::RestoreBranch {
            project_id,
            branch_id,
            restore,
        } => done(|| branches::restore(app, account, &project_id, &branch_id, restore)).await,
        Call::SetDefaultBranch {
            project_id,
            branch_id,
        } => done(|| branches::set_as_default(app, account, &project_id, &branch_id)).await,
        Call::ListComputes { project_id } => {
            done(|| computes::list(app, account, &project_id)).await
        }
        Call::CreateCompute { project_id, create } => {
            done(|| computes::create(app, account, &project_id, create)).await
        }
        Call::UpdateCompute {
            project_id,
            compute_id,
            update,
        } => done(|| computes::update(app, account, &project_id, &compute_id, update)).await,
        Call::DeleteCompute {
            project_id,
            compute_id,
        } => done(|| computes::delete(app, account, &project_id, &compute_id)).await,
        Call::StartCompute {
            project_id,
            compute_id,
        } => done(|| computes::start(app, account, &project_id, &compute_id)).await,
        Call::SuspendCompute {
            project_id,
            compute_id,
        } => done(|| computes::suspend(app, account, &project_id, &compute_id)).await,
        Call::RestartCompute {
            project_id,
            compute_id,
        } => done(|| computes::restart(app, account, &project_id, &compute_id)).await,
        Call::ListDatabases {
            project_id,
            branch_id,
        } => done(|| databases::list(app, account, &project_id, &branch_id)).await,
        Call::CreateDatabase {
            project_id,
            branch_id,
            name,
            owner,
        } => done(|| databases::create(app, account, &project_id, &branch_id, &name, &owner)).await,
        Call::UpdateDatabase {
            project_id,
            branch_id,
            name,
            update,
        } => done(|| databases::update(app, account, &project_id, &branch_id, &name, update)).await,
        Call::DeleteDatabase {
            project_id,
            branch_id,
            name,
        } => done(|| databases::delete(app, account, &project_id, &branch_id, &name)).await,
        Call::ListRoles {
            project_id,
            branch_id,
        } => done(|| roles::list(app, account, &project_id, &branch_id)).await,
        Call::CreateRole {
            project_id,
            branch_id,
            name,
            no_login,
        } => done(|| roles::create(app, account, &project_id, &branch_id, &name, no_login)).await,
        Call::DeleteRole {
            project_id,
            branch_id,
            name,
        } => done(|| roles::delete(app, account, &project_id, &branch_id, &name)).await,
        Call::ResetPassword {
            project_id,
            branch_id,
            name,
        } => done(|| roles::reset_password(app, account, &project_id, &branch_id, &name)).await,
        Call::RevealPassword {
            project_id,
            branch_id,
            name,
        } => done(|| roles::reveal_password(app, account, &project_id, &branch_id, &name)).await,
        Call::ListKeys { organization_id } => match organization_id {
            Some(organization) => {
                done(|| keys::list_of_organization(app, account, &organization)).await
            }
            None => done(|| keys::list(app, account)).await,
        },
        Call::CreateKey { wish } => done(|| keys::make(app, account, wish)).await,
        Call::RevokeKey {
            organization_id,
            key_id,
        } => {
            let organization = organization_id.as_deref();
            done(|| keys::without_check(app, account, organization, &key_id)).await
        }
        Call::ListOperations { project_id } => {
            done(|| operations::newest(app, account, &project_id, None)).await
        }
        Call::GetOperation {
            project_id,
            operation_id,
        } => done(|| operations::get(app, account, &project_id, &operation_id)).await,
        Call::Auth { project_id, call } => draft_auth::make(app, account, &project_id, call).await,
        Call::Permissions { project_id, call } => {
            done(|| call.make(app, account, &project_id)).await
        }
    }
}

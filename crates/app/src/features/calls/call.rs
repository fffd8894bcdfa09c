//! Every call that a click makes.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::auth::AuthCall;
use crate::resources::branches::{CreateBranch, RestoreBranch, UpdateBranch};
use crate::resources::computes::{CreateCompute, UpdateCompute};
use crate::resources::consumption::ConsumptionWish;
use crate::resources::databases::UpdateDatabase;
use crate::resources::keys::CreateKey;
use crate::resources::permissions::PermissionCall;
use crate::resources::projects::{CreateProject, UpdateProject};
use crate::view::{ConnectionWish, ProjectScope};

/// A call, named by what it asks for.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Call {
    /// Whose the key is, and of what kind.
    Identity,
    /// Who the key belongs to.
    Me,
    /// The organizations.
    ListOrganizations,
    /// The regions that are open for new projects.
    ListRegions {
        /// The organization, where one is chosen.
        organization_id: Option<String>,
    },
    /// The projects of a scope.
    ListProjects {
        /// Which of them.
        scope: ProjectScope,
        /// The organization, where one is chosen.
        organization_id: Option<String>,
    },
    /// One project.
    GetProject {
        /// The project.
        project_id: String,
    },
    /// A new project.
    CreateProject {
        /// What it is to be.
        create: CreateProject,
        /// More arguments of psql, when psql is opened right after.
        psql: Option<Vec<String>>,
    },
    /// A change of a project.
    UpdateProject {
        /// The project.
        project_id: String,
        /// What is changed.
        update: UpdateProject,
    },
    /// The end of a project.
    DeleteProject {
        /// The project.
        project_id: String,
    },
    /// A deleted project brought back.
    RecoverProject {
        /// The project.
        project_id: String,
    },
    /// What projects used.
    Consumption {
        /// When, and which of them.
        wish: ConsumptionWish,
    },
    /// The connection string of a database.
    ConnectionString {
        /// The project.
        project_id: String,
        /// Of what.
        wish: ConnectionWish,
    },
    /// The branches of a project.
    ListBranches {
        /// The project.
        project_id: String,
        /// With those that are deleted and can be brought back.
        #[serde(default)]
        include_deleted: bool,
    },
    /// One branch.
    GetBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// A new branch.
    CreateBranch {
        /// The project.
        project_id: String,
        /// What it is to be.
        create: CreateBranch,
    },
    /// A change of a branch.
    UpdateBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// What is changed.
        update: UpdateBranch,
    },
    /// The end of a branch.
    DeleteBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// A deleted branch brought back.
    RecoverBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// A branch set to another point.
    RestoreBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// To which point.
        restore: RestoreBranch,
    },
    /// Another default branch.
    SetDefaultBranch {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// The computes of a project.
    ListComputes {
        /// The project.
        project_id: String,
    },
    /// A new compute.
    CreateCompute {
        /// The project.
        project_id: String,
        /// What it is to be.
        create: CreateCompute,
    },
    /// A change of a compute.
    UpdateCompute {
        /// The project.
        project_id: String,
        /// The compute.
        compute_id: String,
        /// What is changed.
        update: UpdateCompute,
    },
    /// The end of a compute.
    DeleteCompute {
        /// The project.
        project_id: String,
        /// The compute.
        compute_id: String,
    },
    /// A compute woken.
    StartCompute {
        /// The project.
        project_id: String,
        /// The compute.
        compute_id: String,
    },
    /// A compute put to sleep.
    SuspendCompute {
        /// The project.
        project_id: String,
        /// The compute.
        compute_id: String,
    },
    /// A compute stopped and started.
    RestartCompute {
        /// The project.
        project_id: String,
        /// The compute.
        compute_id: String,
    },
    /// The databases of a branch.
    ListDatabases {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// A new database.
    CreateDatabase {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// Its name.
        name: String,
        /// The role that owns it.
        owner: String,
    },
    /// A change of a database.
    UpdateDatabase {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// Its name until now.
        name: String,
        /// What is changed.
        update: UpdateDatabase,
    },
    /// The end of a database.
    DeleteDatabase {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// Its name.
        name: String,
    },
    /// The roles of a branch.
    ListRoles {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
    },
    /// A new role.
    CreateRole {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// Its name.
        name: String,
        /// Whether it cannot log in.
        no_login: bool,
    },
    /// The end of a role.
    DeleteRole {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// Its name.
        name: String,
    },
    /// A new password for a role.
    ResetPassword {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// The role.
        name: String,
    },
    /// The password of a role.
    RevealPassword {
        /// The project.
        project_id: String,
        /// The branch.
        branch_id: String,
        /// The role.
        name: String,
    },
    /// The API keys of an organization, or the caller's own.
    ListKeys {
        /// The organization; the caller's own keys when `None`.
        organization_id: Option<String>,
    },
    /// A new API key.
    CreateKey {
        /// What it is to be.
        wish: CreateKey,
    },
    /// The end of an API key.
    RevokeKey {
        /// The organization whose key it is; the caller's own when `None`.
        organization_id: Option<String>,
        /// The key.
        key_id: String,
    },
    /// The operations of a project.
    ListOperations {
        /// The project.
        project_id: String,
    },
    /// One operation.
    GetOperation {
        /// The project.
        project_id: String,
        /// The operation.
        operation_id: String,
    },
    /// A call of the auth settings.
    Auth {
        /// The project.
        project_id: String,
        /// Which.
        call: AuthCall,
    },
    /// About who a project is shared with.
    Permissions {
        /// The project.
        project_id: String,
        /// What is asked.
        call: PermissionCall,
    },
}

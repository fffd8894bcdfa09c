//! What was created, as the window may see it: its secrets are held, and shown when somebody asks.

use crate::platform::{Platform, one_time_secrets};
use crate::resources::branches::CreatedBranch;
use crate::resources::projects::CreatedProject;
use crate::resources::roles::RolePassword;
use crate::view::{CreatedBranchView, CreatedProjectView, FormId, NewPasswordView};

/// Holds the connection strings of a new project and gives what the window may see of it.
pub async fn project(
    app: &Platform,
    account_id: &str,
    created: CreatedProject,
) -> CreatedProjectView {
    let project_id = created.project.id.clone();
    CreatedProjectView {
        project: created.project,
        branch: created.branch,
        connections: one_time_secrets::connections(
            app,
            account_id,
            &project_id,
            &created.connections,
        )
        .await,
        operations: created.operations,
    }
}

/// Holds the connection strings of a new branch and gives what the window may see of it.
pub async fn branch(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    created: CreatedBranch,
) -> CreatedBranchView {
    CreatedBranchView {
        branch: created.branch,
        computes: created.computes,
        connections: one_time_secrets::connections(
            app,
            account_id,
            project_id,
            &created.connections,
        )
        .await,
        operations: created.operations,
    }
}

/// Holds a role's new password and gives what the window may see of it.
#[must_use]
pub fn password(app: &Platform, account_id: &str, made: RolePassword) -> NewPasswordView {
    let role = made.role.name.clone();
    let hold = |text| {
        let shown = (FormId::Password, "Password");
        one_time_secrets::add_text(app, account_id, None, &role, shown, text)
    };
    NewPasswordView {
        password: made.password.and_then(hold),
        role: made.role,
        operations: made.operations,
    }
}

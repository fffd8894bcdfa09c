//! Which computes a project and a branch have.

use super::PlatformState;
use crate::state::Endpoint;

impl PlatformState {
    /// Endpoints of branches that are not deleted.
    pub fn endpoints_of<'a>(&'a self, project_id: &str) -> impl Iterator<Item = &'a Endpoint> {
        self.all_endpoints_of(project_id).filter(|it| {
            let branch = self.branches.get(&it.branch_id);
            branch.is_some_and(|branch| branch.deleted.is_none())
        })
    }

    fn all_endpoints_of<'a>(&'a self, project_id: &str) -> impl Iterator<Item = &'a Endpoint> {
        let parts = self.of_project.get(project_id);
        let ids = parts.into_iter().flat_map(|parts| &parts.endpoints);
        ids.filter_map(|id| self.endpoints.get(id))
    }

    /// The one that writes.
    pub fn endpoint_of_branch(&self, branch_id: &str) -> Option<&Endpoint> {
        self.endpoints.get(self.endpoint_of_branch.get(branch_id)?)
    }

    /// All of a branch, whether it is deleted or not.
    pub fn endpoints_of_branch<'a>(
        &'a self,
        branch_id: &'a str,
    ) -> impl Iterator<Item = &'a Endpoint> {
        let branch = self.branches.get(branch_id).into_iter();
        let all = branch.flat_map(|it| self.all_endpoints_of(&it.project_id));
        all.filter(move |it| it.branch_id == branch_id)
    }

    /// Their ids, for whoever goes on without the state.
    pub fn endpoint_ids_of_branch(&self, branch_id: &str) -> Vec<String> {
        let all = self.endpoints_of_branch(branch_id);
        all.map(|it| it.id.clone()).collect()
    }

    /// The compute of the default branch.
    pub fn endpoint_of(&self, project_id: &str) -> Option<&Endpoint> {
        self.endpoint_of_branch(&self.default_branch(project_id)?.id)
    }

    /// Whether neither its branch nor its project is deleted: what can only be recovered has its
    /// data and no port.
    pub fn is_served(&self, endpoint: &Endpoint) -> bool {
        let branch = self.branches.get(&endpoint.branch_id);
        let project = self.projects.get(&endpoint.project_id);
        branch.is_some_and(|it| it.deleted.is_none())
            && project.is_some_and(|it| it.deleted_at.is_none())
    }
}

//! Which integration a call is about.

use api::resource::auth::{AuthDomain, AuthIntegration};
use api::resource::email_server::EmailServers;
use api::resource::oauth_providers::OauthProviders;
use api::{BranchId, Management, ProjectId, Reply};

use crate::Error;
use crate::base::ids;
use crate::model::profile::Profile;

/// A project's integration, or that of one of its branches.
#[derive(Clone, Copy, Debug)]
pub struct AuthPlace<'a> {
    /// The project.
    pub project_id: &'a str,
    /// The branch; not asked for where a platform has one integration a project.
    pub branch_id: Option<&'a str>,
}

impl<'a> From<&'a str> for AuthPlace<'a> {
    fn from(project_id: &'a str) -> Self {
        Self {
            project_id,
            branch_id: None,
        }
    }
}

impl<'a> From<&'a String> for AuthPlace<'a> {
    fn from(project_id: &'a String) -> Self {
        project_id.as_str().into()
    }
}

impl<'a> From<(&'a String, &'a Option<String>)> for AuthPlace<'a> {
    fn from((project_id, branch_id): (&'a String, &'a Option<String>)) -> Self {
        Self {
            project_id,
            branch_id: branch_id.as_deref(),
        }
    }
}

impl AuthPlace<'_> {
    /// By the platform's paths: those of the branch where it has them.
    pub(crate) fn ids(self, profile: &Profile) -> Result<AuthIds, Error> {
        let branch = self.branch_id.filter(|_| profile.auth_by_branch);
        AuthIds::of(self.project_id, branch)
    }
}

/// The same with ids that can be.
#[derive(Clone, Debug)]
pub(crate) struct AuthIds {
    pub(crate) project: ProjectId,
    pub(crate) branch: Option<BranchId>,
}

/// A branch without one is told by a 404.
fn nothing<T>() -> Reply<Vec<T>> {
    Reply {
        value: Vec::new(),
        is_no_content: false,
        server_time: None,
        request_id: None,
        unread: Vec::new(),
    }
}

impl AuthIds {
    pub(crate) fn of(project: &str, branch: Option<&str>) -> Result<Self, Error> {
        Ok(Self {
            project: ids::project(project)?,
            branch: branch.map(ids::branch).transpose()?,
        })
    }

    /// As the journal has it.
    pub(crate) fn branch_text(&self) -> Option<String> {
        self.branch.as_ref().map(ToString::to_string)
    }

    pub(crate) fn oauth_providers(&self, api: &Management) -> OauthProviders {
        let all = api.oauth_providers(&self.project);
        match &self.branch {
            Some(branch) => all.of_branch(branch),
            None => all,
        }
    }

    pub(crate) fn email_server(&self, api: &Management) -> EmailServers {
        let server = api.email_server(&self.project);
        match &self.branch {
            Some(branch) => server.of_branch(branch),
            None => server,
        }
    }

    /// Those of the project, or the one that the branch has.
    pub(crate) async fn integrations(
        &self,
        api: &Management,
    ) -> Result<Reply<Vec<AuthIntegration>>, api::Error> {
        let auth = api.auth(&self.project);
        let Some(branch) = &self.branch else {
            return auth.integrations().await;
        };
        match auth.of_branch(branch).get().await {
            Ok(found) => Ok(found.map(|found| vec![found])),
            Err(error) if error.is_not_found() => Ok(nothing()),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn domains(
        &self,
        api: &Management,
    ) -> Result<Reply<Vec<AuthDomain>>, api::Error> {
        let auth = api.auth(&self.project);
        match &self.branch {
            Some(branch) => auth.of_branch(branch).domains().await,
            None => auth.domains().await,
        }
    }
}

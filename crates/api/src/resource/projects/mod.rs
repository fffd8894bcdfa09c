//! Projects.

mod record;
mod request;
pub(super) mod settings;

use futures::Stream;
use serde::Deserialize;
use serde_json::json;

pub use super::connection_details::{ConnectionDetails, ConnectionParameters};
pub use record::{Project, ProjectOwner, ProjectPermissionLevel};
pub use request::{
    ConnectionUriOptions, CreateProject, CreateProjectBranch, ListProjects, ListSharedProjects,
    UpdateProject,
};
pub use settings::{
    AllowedIps, AuditLogLevel, DefaultEndpointSettings, EndpointSettings, MaintenanceWindow,
    PreloadLibraries, ProjectSettings, Quota, SettingValues,
};

use super::branches::record::Branch;
use super::computes::record::Endpoint;
use super::databases::Database;
use super::operations::Operation;
use super::roles::Role;
use super::{Begin, lenient};
use crate::call::Call;
use crate::{DatabaseUrl, Error, Management, Page, ProjectId, Reply};

/// A new project, all that is in it and the operations that make it.
#[derive(Debug, Clone, Deserialize)]
pub struct CreatedProject {
    /// The project.
    pub project: Project,
    /// How to connect, one entry a database and role.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub connection_uris: Vec<ConnectionDetails>,
    /// Its first roles, with their passwords.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub roles: Vec<Role>,
    /// Its first databases.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub databases: Vec<Database>,
    /// What makes it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
    /// Its default branch.
    pub branch: Option<Branch>,
    /// Its first computes.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub endpoints: Vec<Endpoint>,
}

/// A project and the operations that a change of it began.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ProjectChange {
    /// The project as it is now.
    pub project: Project,
    /// What still goes on; empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// A project brought back.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RecoveredProject {
    /// The project as it is now.
    pub project: Project,
    /// Its branches.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub branches: Vec<Branch>,
}

/// A library that computes can preload.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PreloadLibrary {
    /// Its name, as `preload_libraries` of the settings has it.
    pub library_name: String,
    /// What it is for.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub description: Option<String>,
    /// Whether it is preloaded where nothing is said.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub is_default: bool,
    /// Whether the platform is still trying it out.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub is_experimental: bool,
    /// Its version.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub version: Option<String>,
}

/// The list may be missing.
#[derive(Deserialize)]
struct Libraries {
    #[serde(default, deserialize_with = "lenient::or_default")]
    libraries: Vec<PreloadLibrary>,
}

#[derive(Deserialize)]
struct Wrapped {
    project: Project,
}

/// The projects of an account.
#[derive(Debug, Clone)]
pub struct Projects {
    management: Management,
}

impl Management {
    /// The projects of the account.
    #[must_use]
    pub fn projects(&self) -> Projects {
        Projects {
            management: self.clone(),
        }
    }
}

impl Projects {
    /// One page of them (`GET /projects`).
    pub async fn list(&self, list: ListProjects) -> Result<Reply<Page<Project>>, Error> {
        let call = list_call(&list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// Page after page of them (`GET /projects`).
    pub fn pages(
        &self,
        list: ListProjects,
    ) -> impl Stream<Item = Result<Page<Project>, Error>> + Send + use<> {
        let call = list_call(&list);
        self.management.pages(call, list.page_size, list.cursor)
    }

    /// One page of those that others share with the caller (`GET /projects/shared`).
    pub async fn shared(&self, list: ListSharedProjects) -> Result<Reply<Page<Project>>, Error> {
        let call = shared_call(&list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// Makes one (`POST /projects`).
    pub async fn create(&self, create: &CreateProject) -> Result<Reply<CreatedProject>, Error> {
        let call = Call::post("create the project", "/projects", &[])
            .json(&json!({ "project": create }))
            .if_lost("the project may have been created");
        self.management.fetch(call).await
    }

    /// One of them (`GET /projects/{project_id}`).
    pub async fn get(&self, project: &ProjectId) -> Result<Reply<Project>, Error> {
        let route = "/projects/{project_id}";
        let call = call_one(Call::get, "look up the project", route, project);
        let reply = self.management.fetch::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.project))
    }

    /// Changes it (`PATCH /projects/{project_id}`).
    pub async fn update(
        &self,
        project: &ProjectId,
        update: &UpdateProject,
    ) -> Result<Reply<ProjectChange>, Error> {
        let route = "/projects/{project_id}";
        let call = call_one(Call::patch, "change the project", route, project)
            .json(&json!({ "project": update }))
            .if_lost("the project may have been changed");
        self.management.fetch(call).await
    }

    /// Deletes it with all that is in it; it can be brought back for 7 days (`DELETE /projects/{project_id}`). The reply
    /// is the project as it last was, if the platform says it.
    pub async fn delete(&self, project: &ProjectId) -> Result<Reply<Option<Project>>, Error> {
        let route = "/projects/{project_id}";
        let call = call_one(Call::delete, "delete the project", route, project)
            .if_lost("the project may have been deleted");
        let reply = self.management.fetch_optional::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.map(|wrapped| wrapped.project)))
    }

    /// Brings a deleted one back (`POST /projects/{project_id}/recover`).
    pub async fn recover(&self, project: &ProjectId) -> Result<Reply<RecoveredProject>, Error> {
        let route = "/projects/{project_id}/recover";
        let call = call_one(Call::post, "recover the project", route, project)
            .if_lost("the project may have been recovered");
        self.management.fetch(call).await
    }

    /// The libraries that its computes can preload (`GET /projects/{project_id}/available_preload_libraries`).
    pub async fn preload_libraries(
        &self,
        project: &ProjectId,
    ) -> Result<Reply<Vec<PreloadLibrary>>, Error> {
        let route = "/projects/{project_id}/available_preload_libraries";
        let call = call_one(Call::get, "list the preload libraries", route, project);
        let reply = self.management.fetch::<Libraries>(call).await?;
        Ok(reply.map(|it| it.libraries))
    }

    /// How to connect to a database as a role (`GET /projects/{project_id}/connection_uri`).
    pub async fn connection_uri(
        &self,
        project: &ProjectId,
        database: &str,
        role: &str,
        options: &ConnectionUriOptions,
    ) -> Result<Reply<DatabaseUrl>, Error> {
        #[derive(Deserialize)]
        struct ConnectionUri {
            uri: DatabaseUrl,
        }
        let route = "/projects/{project_id}/connection_uri";
        let call = call_one(Call::get, "look up the connection string", route, project)
            .query_opt("branch_id", options.branch_id.as_ref())
            .query_opt("endpoint_id", options.endpoint_id.as_ref())
            .query("database_name", database)
            .query("role_name", role)
            .query_opt("pooled", options.pooled);
        let reply = self.management.fetch::<ConnectionUri>(call).await?;
        Ok(reply.map(|connection| connection.uri))
    }
}

fn list_call(list: &ListProjects) -> Call {
    Call::get("list the projects", "/projects", &[])
        .query_opt("search", list.search.as_ref())
        .query_opt("org_id", list.org_id.as_ref())
        .query_opt("recoverable", list.recoverable.then_some(true))
        .query_opt("timeout", list.timeout.map(|timeout| timeout.as_millis()))
}

fn shared_call(list: &ListSharedProjects) -> Call {
    Call::get("list the shared projects", "/projects/shared", &[])
        .query_opt("search", list.search.as_ref())
        .query_opt("timeout", list.timeout.map(|timeout| timeout.as_millis()))
}

fn call_one(begin: Begin, purpose: &'static str, route: &'static str, project: &ProjectId) -> Call {
    begin(purpose, route, &[project.as_str()]).in_project(project)
}

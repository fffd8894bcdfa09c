//! Projects.

mod request;

use api::resource::projects as wire;
use secrecy::SecretString;

use crate::connection::NewConnection;
use crate::mutation::{self, Mutation};
use crate::view::{
    BranchView, CachedProjectsView, ChangeView, ComputeView, DatabaseView, OperationView,
    ProjectPageView, ProjectScope, ProjectView, RoleView, page,
};
use crate::{App, Error, ids, management};

pub use request::{ConnectionWish, CreateProject, ListProjects, ProjectSettings, UpdateProject};

/// A new project and all that is in it. Its connections hold passwords, so it is never serialised.
#[derive(Debug)]
pub struct CreatedProject {
    /// The project.
    pub project: ProjectView,
    /// Its default branch; `None` after a lost reply.
    pub branch: Option<BranchView>,
    /// Its first computes.
    pub computes: Vec<ComputeView>,
    /// Its first databases.
    pub databases: Vec<DatabaseView>,
    /// Its first roles.
    pub roles: Vec<RoleView>,
    /// How to connect; empty after a lost reply, and then to be asked for with [`connection_uri`].
    pub connections: Vec<NewConnection>,
    /// What makes it.
    pub operations: Vec<OperationView>,
}

/// One page of the account's projects (`GET /projects`).
///
/// # Errors
/// As every look at an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn list(
    app: &App,
    account_id: &str,
    list: ListProjects,
) -> Result<ProjectPageView, Error> {
    let reach = management::of(app, account_id).await?;
    let list = list.checked()?;
    let page_size = list.page_size;
    let found = reach.ask(reach.click().projects().list(list)).await?;
    Ok(shown(found, page_size))
}

/// One page of the projects that others share with the account (`GET /projects/shared`). Organization and recoverable do
/// not count here.
///
/// # Errors
/// As [`list`].
pub async fn shared(
    app: &App,
    account_id: &str,
    list: ListProjects,
) -> Result<ProjectPageView, Error> {
    let reach = management::of(app, account_id).await?;
    let list = wire::ListSharedProjects {
        page_size: list.page_size,
        cursor: list.cursor,
        search: list.search,
        timeout: None,
    };
    let page_size = list.page_size;
    let found = reach.ask(reach.click().projects().shared(list)).await?;
    Ok(shown(found, page_size))
}

/// One page of a scope's projects, of 400, the first of 100. Whole lists are kept: see [`cached`].
///
/// # Errors
/// As [`list`].
pub async fn page(
    app: &App,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<String>,
    cursor: Option<String>,
) -> Result<ProjectPageView, Error> {
    let wish = ListProjects {
        page_size: Some(if cursor.is_none() { 100 } else { 400 }),
        cursor,
        organization_id,
        recoverable: scope == ProjectScope::Deleted,
        ..ListProjects::default()
    };
    match scope {
        ProjectScope::Shared => shared(app, account_id, wish).await,
        ProjectScope::Own | ProjectScope::Deleted => list(app, account_id, wish).await,
    }
}

/// A scope's projects as they were when they were last read whole; `None` when they never were. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
pub async fn cached(
    _app: &App,
    _account_id: &str,
    _scope: ProjectScope,
    _organization_id: Option<&str>,
) -> Result<Option<CachedProjectsView>, Error> {
    Ok(None)
}

/// One project (`GET /projects/{project_id}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
pub async fn get(app: &App, account_id: &str, project_id: &str) -> Result<ProjectView, Error> {
    let reach = management::of(app, account_id).await?;
    let project = ids::project(project_id)?;
    let found = reach.ask(reach.click().projects().get(&project)).await?;
    Ok(ProjectView::from(&found))
}

/// Makes a project (`POST /projects`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
pub async fn create(
    app: &App,
    account_id: &str,
    create: CreateProject,
) -> Result<CreatedProject, Error> {
    let wanted = create.checked()?;
    let mutation = Mutation::CreateProject {
        name: wanted.name.clone(),
        organization: wanted.org_id.as_ref().map(ToString::to_string),
    };
    let send = async move |api: api::Management| api.projects().create(&wanted).await;
    let created: wire::CreatedProject = mutation::run(app, account_id, mutation, send).await?;
    Ok(CreatedProject {
        project: ProjectView::from(&created.project),
        branch: created.branch.as_ref().map(BranchView::from),
        computes: created.endpoints.iter().map(ComputeView::from).collect(),
        databases: created.databases.iter().map(DatabaseView::from).collect(),
        roles: created.roles.iter().map(RoleView::from).collect(),
        operations: page::operations(&created.operations),
        connections: NewConnection::all(created.connection_uris),
    })
}

/// Changes a project (`PATCH /projects/{project_id}`).
///
/// # Errors
/// As [`create`].
pub async fn update(
    app: &App,
    account_id: &str,
    project_id: &str,
    update: UpdateProject,
) -> Result<ChangeView<ProjectView>, Error> {
    let project = ids::project(project_id)?;
    let wanted = update.checked()?;
    let mutation = Mutation::UpdateProject {
        project: project.to_string(),
        expected: mutation::expected(&wanted)?,
    };
    let send = async move |api: api::Management| api.projects().update(&project, &wanted).await;
    let change: wire::ProjectChange = mutation::run(app, account_id, mutation, send).await?;
    Ok(ChangeView {
        item: ProjectView::from(&change.project),
        operations: page::operations(&change.operations),
    })
}

/// Deletes a project with all that is in it (`DELETE /projects/{project_id}`). It can be brought back for 7 days.
///
/// # Errors
/// As [`create`].
pub async fn delete(app: &App, account_id: &str, project_id: &str) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let mutation = Mutation::DeleteProject {
        project: project.to_string(),
    };
    let send = async move |api: api::Management| api.projects().delete(&project).await;
    let _gone: Option<wire::Project> = mutation::run(app, account_id, mutation, send).await?;
    Ok(())
}

/// Brings a deleted project back (`POST /projects/{project_id}/recover`).
///
/// # Errors
/// As [`create`].
pub async fn recover(app: &App, account_id: &str, project_id: &str) -> Result<ProjectView, Error> {
    let project = ids::project(project_id)?;
    let mutation = Mutation::RecoverProject {
        project: project.to_string(),
    };
    let send = async move |api: api::Management| api.projects().recover(&project).await;
    let found: wire::RecoveredProject = mutation::run(app, account_id, mutation, send).await?;
    Ok(ProjectView::from(&found.project))
}

/// The connection string of a database, with the role's password (`GET /projects/{project_id}/connection_uri`).
///
/// # Errors
/// As [`get`], and [`crate::view::ErrorCode::Platform`] when the project does not store passwords.
pub async fn connection_uri(
    app: &App,
    account_id: &str,
    project_id: &str,
    wish: ConnectionWish,
) -> Result<SecretString, Error> {
    let reach = management::of(app, account_id).await?;
    let (project, options) = (ids::project(project_id)?, wish.checked()?);
    let projects = reach.click().projects();
    let call = projects.connection_uri(&project, &wish.database, &wish.role, &options);
    let uri = reach.ask(call).await?;
    Ok(SecretString::from(uri.expose()))
}

fn shown(found: api::Page<wire::Project>, page_size: Option<u32>) -> ProjectPageView {
    // What could not be looked up in time has its place on the page, too.
    let looked_at = found.items.len() + found.unavailable.len();
    ProjectPageView {
        next: page::next(found.next, looked_at, page_size),
        items: found.items.iter().map(ProjectView::from).collect(),
        unavailable: found.unavailable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_lacks_what_could_not_be_looked_up_is_not_the_last() {
        let page = |unavailable: &[&str]| api::Page {
            items: Vec::new(),
            next: Some(api::Next::Cursor("b".into())),
            unavailable: unavailable.iter().map(ToString::to_string).collect(),
        };
        let next = |unavailable| shown(page(unavailable), Some(2)).next;
        assert_eq!(next(&["a", "b"]).as_deref(), Some("b"));
        assert_eq!(next(&["a"]), None);
    }
}

//! Projects.

mod mutations;
mod request;

use api::resource::projects as wire;
use secrecy::SecretString;

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::core::operation::{Entry, operation};
use crate::model::name::Key;
use crate::model::project::{ListKey, ProjectListChange};
use crate::platform::connection_probe::{self, ClickTime, ProbeTarget};
use crate::platform::mutation;
use crate::platform::{Platform, one_time_secrets, project_lists};
use crate::tools::new_connection::NewConnection;
use crate::view::{
    BranchView, ChangeView, ConnectionRequest, CreatedProjectView, ErrorCode, PreloadLibraryView,
    ProjectPageView, ProjectScope, ProjectView, page,
};

pub use crate::platform::project_lists::{
    ProjectCached, ProjectCachedOrganizations, ProjectCachedPart, cached, cached_organizations,
    cached_part,
};
pub(crate) use mutations::ProjectMutation;
pub use request::{CreateProject, ListProjects, PreloadSetting, ProjectSettings, UpdateProject};

/// One page of the account's projects (`GET /projects`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn list(
    app: &Platform,
    account_id: &str,
    list: ListProjects,
) -> Result<ProjectPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let list = list.checked()?;
    let page_size = list.page_size;
    let of_living = !list.recoverable;
    let found = account_client
        .send_value(account_client.click().projects().list(list))
        .await?;
    let page = shown(found, page_size);
    if of_living {
        learn(app, account_id, &page.items);
    }
    Ok(page)
}

/// One page of the projects that others share with the account (`GET /projects/shared`). Organization and recoverable do
/// not count here.
///
/// # Errors
/// As [`list`].
pub async fn shared(
    app: &Platform,
    account_id: &str,
    list: ListProjects,
) -> Result<ProjectPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let list = wire::ListSharedProjects {
        page_size: list.page_size,
        cursor: list.cursor,
        search: list.search,
        timeout: None,
    };
    let page_size = list.page_size;
    let found = account_client
        .send_value(account_client.click().projects().shared(list))
        .await?;
    let page = shown(found, page_size);
    learn(app, account_id, &page.items);
    Ok(page)
}

/// One page of a scope's projects, of 400, the first of 100. Whole lists are kept: see [`cached`].
///
/// # Errors
/// As [`list`].
#[operation(Page, Read, project_page, text)]
pub async fn page(
    app: &Platform,
    account_id: &str,
    scope: ProjectScope,
    organization_id: Option<String>,
    cursor: Option<String>,
) -> Result<ProjectPageView, Error> {
    let key = ListKey {
        account: account_id.to_owned(),
        scope,
        organization: organization_id.clone().unwrap_or_default(),
    };
    let is_sent = app.drafts_to().is_none();
    let token = is_sent
        .then(|| app.list_loads.begin_page(key, cursor.as_deref()))
        .flatten();
    let requested = cursor.clone();
    let request = ListProjects {
        page_size: Some(if cursor.is_none() { 100 } else { 400 }),
        cursor,
        organization_id,
        recoverable: scope == ProjectScope::Deleted,
        ..ListProjects::default()
    };
    let mut page = match scope {
        ProjectScope::Shared => shared(app, account_id, request).await?,
        ProjectScope::Own | ProjectScope::Deleted => list(app, account_id, request).await?,
    };
    // A cursor that comes again would have the list go round for ever.
    page.next = page.next.filter(|next| Some(next) != requested.as_ref());
    project_lists::add_page(app, token, &page).await;
    Ok(page)
}

/// One project (`GET /projects/{project_id}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
#[operation(Page, Read, project_get, text)]
pub async fn get(app: &Platform, account_id: &str, project_id: &str) -> Result<ProjectView, Error> {
    let account_client = client::of(app, account_id).await?;
    let project = ids::project(project_id)?;
    match account_client
        .send_value(account_client.click().projects().get(&project))
        .await
    {
        Ok(found) => {
            let found = ProjectView::from(&found);
            project_lists::project_read(
                app,
                account_id,
                ProjectListChange::Read(Box::new(found.clone())),
            );
            Ok(found)
        }
        Err(error) => {
            if error.code() == ErrorCode::NotFound {
                project_lists::project_read(
                    app,
                    account_id,
                    ProjectListChange::Gone(project.to_string()),
                );
            }
            Err(error)
        }
    }
}

/// The libraries that its computes can load at their start (`GET /projects/{project_id}/available_preload_libraries`).
///
/// # Errors
/// As [`get`].
#[operation(Page, Read, project_preload_libraries, text)]
pub async fn preload_libraries(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<PreloadLibraryView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let project = ids::project(project_id)?;
    let projects = account_client.click().projects();
    let found = account_client
        .send_value(projects.preload_libraries(&project))
        .await?;
    Ok(found.iter().map(PreloadLibraryView::from).collect())
}

/// A temporary database was claimed, or a project taken over: what is under it is a project of its owner's from now on. An account that cannot see
/// the project learns nothing.
pub(crate) async fn claimed(app: &Platform, account_id: &str, project_id: &str) {
    let read = async {
        let account_client = client::of(app, account_id).await?;
        let project = ids::project(project_id)?;
        account_client
            .send_value(account_client.background().projects().get(&project))
            .await
    };
    let found = match read.await {
        Ok(found) => ProjectView::from(&found),
        Err(error) => return tracing::debug!(project_id, %error, "a claimed project was not seen"),
    };
    project_lists::project_added(app, account_id, found).await;
}

/// Makes a project (`POST /projects`), and keeps its connection strings, to be shown once.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, project_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    create: CreateProject,
) -> Result<CreatedProjectView, Error> {
    let click = ClickTime::now(app);
    let wanted = create.checked()?;
    let mutation = ProjectMutation::Create {
        name: wanted.name.clone(),
        organization: wanted.org_id.as_ref().map(ToString::to_string),
    };
    let send = async move |api: api::Management| api.projects().create(&wanted).await;
    let created: wire::CreatedProject = mutation::run(app, account_id, mutation, send).await?;
    let connections = NewConnection::all(created.connection_uris);
    let project = ProjectView::from(&created.project);
    let branch = created.branch.as_ref().map(BranchView::from);
    let operations = page::operations(&created.operations);
    if let Some((branch, compute)) = branch.as_ref().zip(created.endpoints.first()) {
        click.probe(
            app,
            ProbeTarget {
                account_id: account_id.to_owned(),
                project_id: project.id.clone(),
                branch_id: branch.id.clone(),
                compute_id: Some(compute.id.to_string()),
                url: ProbeTarget::url(&connections),
                operations: ProbeTarget::ids(&operations),
            },
        );
    }
    let kept = one_time_secrets::connections(app, account_id, &project.id, &connections);
    Ok(CreatedProjectView {
        connections: kept.await,
        project,
        branch,
        operations,
    })
}

/// Changes a project (`PATCH /projects/{project_id}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, project_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    update: UpdateProject,
) -> Result<ChangeView<ProjectView>, Error> {
    let project = ids::project(project_id)?;
    let wanted = update.checked()?;
    let mutation = ProjectMutation::Update {
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
#[operation(Guarded, Change, project_delete, text)]
pub async fn delete(app: &Platform, account_id: &str, project_id: &str) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let mutation = ProjectMutation::Delete {
        project: project.to_string(),
    };
    let send = async move |api: api::Management| api.projects().delete(&project).await;
    let _gone: Option<wire::Project> = mutation::run(app, account_id, mutation, send).await?;
    connection_probe::forget(app, account_id, project_id, |_| true);
    Ok(())
}

/// Brings a deleted project back (`POST /projects/{project_id}/recover`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, project_recover, text)]
pub async fn recover(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<ProjectView, Error> {
    let project = ids::project(project_id)?;
    let mutation = ProjectMutation::Recover {
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
    app: &Platform,
    account_id: &str,
    project_id: &str,
    request: ConnectionRequest,
) -> Result<SecretString, Error> {
    let account_client = client::of(app, account_id).await?;
    let (project, options) = (ids::project(project_id)?, request.checked()?);
    let projects = account_client.click().projects();
    let call = projects.connection_uri(&project, &request.database, &request.role, &options);
    let uri = account_client.send_value(call).await?;
    Ok(SecretString::from(uri.expose()))
}

/// Requests the connection string of a project, for the request as text.
///
/// # Errors
/// As [`connection_uri`].
#[operation(Program, Read, text)]
pub async fn connection_string(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    request: ConnectionRequest,
) -> Result<(), Error> {
    let uri = connection_uri(app, account_id, project_id, request).await;
    uri.map(drop)
}

fn learn(app: &Platform, account_id: &str, projects: &[ProjectView]) {
    let named = |it: &ProjectView| SeenName::named(Key::project(account_id, &it.id), &it.name);
    names::update(
        app,
        [NameUpdate::Seen(projects.iter().map(named).collect())],
    );
}

fn shown(found: api::Page<wire::Project>, page_size: Option<u32>) -> ProjectPageView {
    // What could not be looked up in time has its place on the page, too.
    let looked_at = found.items.len() + found.unavailable.len();
    ProjectPageView {
        next: page::next(found.next, looked_at, page_size),
        items: found
            .items
            .iter()
            .map(|it| ProjectView::from(it).listed())
            .collect(),
        unavailable: found.unavailable,
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    ProjectPage::ENTRY,
    ProjectGet::ENTRY,
    ProjectCreate::ENTRY,
    ProjectUpdate::ENTRY,
    ProjectDelete::ENTRY,
    ProjectRecover::ENTRY,
    ProjectPreloadLibraries::ENTRY,
    ConnectionString::ENTRY,
];

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

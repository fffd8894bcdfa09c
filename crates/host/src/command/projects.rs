use app::ExposeSecret as _;
use app::consumption::ConsumptionQuery;
use app::projects::{CreateProject, UpdateProject};
use app::temporary::ClaimedProject;
use app::view::{
    BulkPlanView, BulkRequest, BulkView, CachedProjectsView, ChangeView, ClaimedProjectView,
    ConsumptionPageView, CreatedProjectView, PreloadLibraryView, ProjectPageView, ProjectScope,
    ProjectView, UndoView,
};
use serde::{Deserialize, Serialize};

use crate::opening::Core;
use crate::reply::Reply;

/// One page of an account's projects.
#[specta::specta]
pub async fn project_page(
    core: &Core,
    account_id: String,
    scope: ProjectScope,
    organization_id: Option<String>,
    cursor: Option<String>,
) -> Reply<ProjectPageView> {
    Ok(app::projects::page(core, &account_id, scope, organization_id, cursor).await?)
}

/// How many kept projects the window gets at a time: it works on them while it can do nothing else.
const PART: u32 = 500;

/// The projects by name, as they were when they were last read whole: a part of them, after the part before.
#[specta::specta]
pub async fn project_cached(
    core: &Core,
    account_id: String,
    scope: ProjectScope,
    organization_id: Option<String>,
    after: Option<String>,
) -> Reply<Option<CachedProjectsView>> {
    project_cached_part(core, account_id, scope, organization_id, after, PART).await
}

/// As many of them as are asked for.
pub async fn project_cached_part(
    core: &Core,
    account_id: String,
    scope: ProjectScope,
    organization_id: Option<String>,
    after: Option<String>,
    limit: u32,
) -> Reply<Option<CachedProjectsView>> {
    let organization = organization_id.as_deref();
    Ok(app::projects::cached_part(core, &account_id, scope, organization, after, limit).await?)
}

/// The organizations whose projects are kept, the last read first.
pub async fn project_cached_organizations(
    core: &Core,
    account_id: String,
    scope: ProjectScope,
) -> Reply<Vec<String>> {
    Ok(app::projects::cached_organizations(core, &account_id, scope).await?)
}

/// One project.
#[specta::specta]
pub async fn project_get(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<ProjectView> {
    Ok(app::projects::get(core, &account_id, &project_id).await?)
}

/// Makes a project. Its connection strings are in memory for showing once.
#[specta::specta]
pub async fn project_create(
    core: &Core,
    account_id: String,
    create: CreateProject,
) -> Reply<CreatedProjectView> {
    Ok(app::projects::create(core, &account_id, create).await?)
}

/// Changes a project.
#[specta::specta]
pub async fn project_update(
    core: &Core,
    account_id: String,
    project_id: String,
    update: UpdateProject,
) -> Reply<ChangeView<ProjectView>> {
    Ok(app::projects::update(core, &account_id, &project_id, update).await?)
}

/// Deletes a project with all that is in it.
#[specta::specta]
pub async fn project_delete(core: &Core, account_id: String, project_id: String) -> Reply<()> {
    Ok(app::projects::delete(core, &account_id, &project_id).await?)
}

/// Brings a deleted project back.
#[specta::specta]
pub async fn project_recover(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<ProjectView> {
    Ok(app::projects::recover(core, &account_id, &project_id).await?)
}

/// The libraries that a project's computes can load at their start.
#[specta::specta]
pub async fn project_preload_libraries(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<Vec<PreloadLibraryView>> {
    Ok(app::projects::preload_libraries(core, &account_id, &project_id).await?)
}

/// What projects used, metric by metric.
#[specta::specta]
pub async fn project_consumption(
    core: &Core,
    account_id: String,
    request: ConsumptionQuery,
) -> Reply<ConsumptionPageView> {
    Ok(app::consumption::projects(core, &account_id, request).await?)
}

/// What was deleted here and can be brought back.
#[specta::specta]
pub async fn undo_list(core: &Core) -> Reply<Vec<UndoView>> {
    Ok(app::undo::list(core).await?)
}

/// Offers these no more.
#[specta::specta]
pub async fn undo_dismiss(core: &Core, ids: Vec<String>) -> Reply<()> {
    Ok(app::undo::dismiss(core, ids).await?)
}

/// What would be done to many at once.
#[specta::specta]
pub async fn bulk_plan(core: &Core, request: BulkRequest) -> Reply<BulkPlanView> {
    Ok(app::bulk::plan(core, request).await?)
}

/// Begins it.
#[specta::specta]
pub async fn bulk_start(core: &Core, request: BulkRequest) -> Reply<BulkView> {
    Ok(app::bulk::start(core, request).await?)
}

/// What is done to many at once, or was.
#[specta::specta]
pub async fn bulk_list(core: &Core) -> Reply<Vec<BulkView>> {
    Ok(app::bulk::list(core).await?)
}

/// Begins no further item until it is resumed.
#[specta::specta]
pub async fn bulk_pause(core: &Core, id: String) -> Reply<BulkView> {
    Ok(app::bulk::pause(core, &id).await?)
}

/// Goes on with what is left; where nothing is left but what failed, tries that again.
#[specta::specta]
pub async fn bulk_resume(core: &Core, id: String) -> Reply<BulkView> {
    Ok(app::bulk::resume(core, &id).await?)
}

/// Ends it: what has not begun is left as it is.
#[specta::specta]
pub async fn bulk_stop(core: &Core, id: String) -> Reply<BulkView> {
    Ok(app::bulk::stop(core, &id).await?)
}

/// Dismisses one that has ended.
#[specta::specta]
pub async fn bulk_dismiss(core: &Core, id: String) -> Reply<()> {
    Ok(app::bulk::dismiss(core, &id).await?)
}

/// Where the project of a claimed temporary database is.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ClaimedProjectPlace {
    Here(ClaimedProjectView),
    /// At this address of the platform's console.
    Console {
        url: String,
        host: String,
    },
}

/// Finds the project of a claimed temporary database.
pub async fn project_of_claimed(core: &Core, temporary_id: String) -> Reply<ClaimedProjectPlace> {
    Ok(
        match app::temporary::project_of(core, &temporary_id).await? {
            ClaimedProject::Here {
                account_id,
                project_id,
            } => ClaimedProjectPlace::Here(ClaimedProjectView {
                account_id,
                project_id,
            }),
            ClaimedProject::Console(link) => ClaimedProjectPlace::Console {
                url: link.url.expose_secret().to_owned(),
                host: link.host.ascii,
            },
        },
    )
}

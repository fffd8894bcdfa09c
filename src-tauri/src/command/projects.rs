use app::ExposeSecret as _;
use app::consumption::ConsumptionQuery;
use app::projects::{CreateProject, UpdateProject};
use app::temporary::ClaimedProject;
use app::view::{
    BulkPlanView, BulkRequest, BulkView, CachedProjectsView, ChangeView, ClaimedProjectView,
    ConsumptionPageView, CreatedProjectView, ProjectPageView, ProjectScope, ProjectView, UndoView,
};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, claim};

/// One page of an account's projects.
#[tauri::command]
#[specta::specta]
pub async fn project_page(
    core: State<'_, Core>,
    account_id: String,
    scope: ProjectScope,
    organization_id: Option<String>,
    cursor: Option<String>,
) -> Reply<ProjectPageView> {
    let core = core.ready().await?;
    Ok(app::projects::page(&core, &account_id, scope, organization_id, cursor).await?)
}

/// How many kept projects the window gets at a time: it works on them while it can do nothing else.
const PART: u32 = 500;

/// The projects by name, as they were when they were last read whole: a part of them, after the part before.
#[tauri::command]
#[specta::specta]
pub async fn project_cached(
    core: State<'_, Core>,
    account_id: String,
    scope: ProjectScope,
    organization_id: Option<String>,
    after: Option<String>,
) -> Reply<Option<CachedProjectsView>> {
    let core = core.ready().await?;
    let organization = organization_id.as_deref();
    Ok(app::projects::cached_part(&core, &account_id, scope, organization, after, PART).await?)
}

/// One project.
#[tauri::command]
#[specta::specta]
pub async fn project_get(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<ProjectView> {
    let core = core.ready().await?;
    Ok(app::projects::get(&core, &account_id, &project_id).await?)
}

/// Finds the project of a claimed temporary database: gives the account that has it, or opens it in the platform's console
/// and gives none.
#[tauri::command]
#[specta::specta]
pub async fn project_open_claimed(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    temporary_id: String,
) -> Reply<Option<ClaimedProjectView>> {
    let core = core.ready().await?;
    match app::temporary::project_of(&core, &temporary_id).await? {
        ClaimedProject::Here {
            account_id,
            project_id,
        } => Ok(Some(ClaimedProjectView {
            account_id,
            project_id,
        })),
        ClaimedProject::Console(link) => {
            chosen::must_open(&app, &consents, &core, &link.host.ascii).await?;
            claim::open_link(&app, link.url.expose_secret())?;
            Ok(None)
        }
    }
}

/// Makes a project. Its connection strings are in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn project_create(
    core: State<'_, Core>,
    account_id: String,
    create: CreateProject,
) -> Reply<CreatedProjectView> {
    let core = core.ready().await?;
    Ok(app::projects::create(&core, &account_id, create).await?)
}

/// Changes a project.
#[tauri::command]
#[specta::specta]
pub async fn project_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    update: UpdateProject,
) -> Reply<ChangeView<ProjectView>> {
    let core = core.ready().await?;
    Ok(app::projects::update(&core, &account_id, &project_id, update).await?)
}

/// Deletes a project with all that is in it.
#[tauri::command]
#[specta::specta]
pub async fn project_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<()> {
    let core = core.ready().await?;
    Ok(app::projects::delete(&core, &account_id, &project_id).await?)
}

/// Brings a deleted project back.
#[tauri::command]
#[specta::specta]
pub async fn project_recover(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<ProjectView> {
    let core = core.ready().await?;
    Ok(app::projects::recover(&core, &account_id, &project_id).await?)
}

/// What projects used, metric by metric.
#[tauri::command]
#[specta::specta]
pub async fn project_consumption(
    core: State<'_, Core>,
    account_id: String,
    request: ConsumptionQuery,
) -> Reply<ConsumptionPageView> {
    let core = core.ready().await?;
    Ok(app::consumption::projects(&core, &account_id, request).await?)
}

/// What was deleted here and can be brought back.
#[tauri::command]
#[specta::specta]
pub async fn undo_list(core: State<'_, Core>) -> Reply<Vec<UndoView>> {
    let core = core.ready().await?;
    Ok(app::undo::list(&core).await?)
}

/// Offers these no more.
#[tauri::command]
#[specta::specta]
pub async fn undo_dismiss(core: State<'_, Core>, ids: Vec<String>) -> Reply<()> {
    let core = core.ready().await?;
    Ok(app::undo::dismiss(&core, ids).await?)
}

/// What would be done to many at once.
#[tauri::command]
#[specta::specta]
pub async fn bulk_plan(core: State<'_, Core>, request: BulkRequest) -> Reply<BulkPlanView> {
    let core = core.ready().await?;
    Ok(app::bulk::plan(&core, request).await?)
}

/// Begins it.
#[tauri::command]
#[specta::specta]
pub async fn bulk_start(core: State<'_, Core>, request: BulkRequest) -> Reply<BulkView> {
    let core = core.ready().await?;
    Ok(app::bulk::start(&core, request).await?)
}

/// What is done to many at once, or was.
#[tauri::command]
#[specta::specta]
pub async fn bulk_list(core: State<'_, Core>) -> Reply<Vec<BulkView>> {
    let core = core.ready().await?;
    Ok(app::bulk::list(&core).await?)
}

/// Begins no further item until it is resumed.
#[tauri::command]
#[specta::specta]
pub async fn bulk_pause(core: State<'_, Core>, id: String) -> Reply<BulkView> {
    let core = core.ready().await?;
    Ok(app::bulk::pause(&core, &id).await?)
}

/// Goes on with what is left; where nothing is left but what failed, tries that again.
#[tauri::command]
#[specta::specta]
pub async fn bulk_resume(core: State<'_, Core>, id: String) -> Reply<BulkView> {
    let core = core.ready().await?;
    Ok(app::bulk::resume(&core, &id).await?)
}

/// Ends it: what has not begun is left as it is.
#[tauri::command]
#[specta::specta]
pub async fn bulk_stop(core: State<'_, Core>, id: String) -> Reply<BulkView> {
    let core = core.ready().await?;
    Ok(app::bulk::stop(&core, &id).await?)
}

/// Dismisses one that has ended.
#[tauri::command]
#[specta::specta]
pub async fn bulk_dismiss(core: State<'_, Core>, id: String) -> Reply<()> {
    let core = core.ready().await?;
    Ok(app::bulk::dismiss(&core, &id).await?)
}

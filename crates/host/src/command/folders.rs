use std::path::PathBuf;

use app::view::{
    FolderAroundView, FolderEnsure, FolderEnsuredView, FolderImport, FolderImportedView,
    FolderListView, FolderPlanView, FolderRunView, FolderScanView, FolderSettings, FolderView,
    FolderWrittenView, StaleFolderView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// The project folders, as they are on the disk now.
#[specta::specta]
pub async fn folder_list(core: &Core) -> Reply<FolderListView> {
    Ok(app::folders::list(core).await?)
}

/// One project folder.
#[specta::specta]
pub async fn folder_get(core: &Core, id: String) -> Reply<FolderView> {
    Ok(app::folders::get(core, &id).await?)
}

/// Adds a folder; one that is in the list stays as it is. Without settings it gets the defaults.
#[specta::specta]
pub async fn folder_add(
    core: &Core,
    path: String,
    settings: Option<FolderSettings>,
) -> Reply<FolderView> {
    Ok(app::folders::add(core, &path, settings).await?)
}

/// Changes what a folder is to get. No file changes.
#[specta::specta]
pub async fn folder_change(core: &Core, id: String, settings: FolderSettings) -> Reply<FolderView> {
    Ok(app::folders::change(core, &id, settings).await?)
}

/// Removes a folder from the list. Its files and its database stay.
#[specta::specta]
pub async fn folder_remove(core: &Core, id: String) -> Reply<()> {
    Ok(app::folders::remove(core, &id).await?)
}

/// Works out what a folder lacks, and the change of its env file.
#[specta::specta]
pub async fn folder_plan(core: &Core, id: String, ensure: FolderEnsure) -> Reply<FolderPlanView> {
    Ok(app::folders::plan(core, &id, ensure).await?)
}

/// Gives a folder its database: creates, writes, seeds. By a plan that was shown, or without one where its settings say so.
#[specta::specta]
pub async fn folder_ensure(
    core: &Core,
    id: String,
    plan_id: Option<String>,
    ensure: FolderEnsure,
) -> Reply<FolderEnsuredView> {
    Ok(app::folders::ensure(core, &id, plan_id.as_deref(), ensure).await?)
}

/// Finds folders whose env file has a former connection string, and works out the changes.
#[specta::specta]
pub async fn folder_stale(core: &Core) -> Reply<Vec<StaleFolderView>> {
    Ok(app::folders::stale(core).await?)
}

/// Writes changes that [`folder_stale`] worked out, each on its own.
#[specta::specta]
pub async fn folder_write_all(core: &Core, plan_ids: Vec<String>) -> Reply<Vec<FolderWrittenView>> {
    Ok(app::folders::write_all(core, &plan_ids).await?)
}

/// Finds databases in the `.env*` files of folders.
#[specta::specta]
pub async fn folder_scan(core: &Core, paths: Vec<String>) -> Reply<FolderScanView> {
    Ok(app::folders::scan(core, &paths).await?)
}

/// Brings found databases into the lists, each with its folder.
#[specta::specta]
pub async fn folder_import(
    core: &Core,
    picks: Vec<FolderImport>,
) -> Reply<Vec<FolderImportedView>> {
    Ok(app::folders::import(core, picks).await?)
}

/// The SQL file of these settings, links followed.
pub async fn folder_seed_file(
    core: &Core,
    path: String,
    settings: FolderSettings,
) -> Reply<Option<PathBuf>> {
    Ok(app::folders::seed_file(core, &path, &settings).await?)
}

/// Finds the project folder that a path belongs to; with `exact` only the path itself.
pub async fn folder_around(core: &Core, path: String, exact: bool) -> Reply<FolderAroundView> {
    Ok(app::folders::around(core, &path, exact).await?)
}

/// Gives the folder its database as [`folder_ensure`] does, for a program that is about to start in it.
pub async fn folder_run(
    core: &Core,
    path: String,
    production: bool,
    may_be_committed: bool,
) -> Reply<FolderRunView> {
    Ok(app::folders::run(core, &path, production, may_be_committed).await?)
}

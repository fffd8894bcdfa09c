use app::branches::{CreateBranch, RestoreBranch, UpdateBranch};
use app::view::{BranchDetailView, BranchView, ChangeView, CreatedBranchView};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// All branches of a project.
#[tauri::command]
#[specta::specta]
pub async fn branch_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    include_deleted: bool,
) -> Reply<Vec<BranchView>> {
    let core = core.ready().await?;
    Ok(app::branches::all(&core, &account_id, &project_id, include_deleted).await?)
}

/// One branch with what is noted on it.
#[tauri::command]
#[specta::specta]
pub async fn branch_get(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<BranchDetailView> {
    let core = core.ready().await?;
    Ok(app::branches::get(&core, &account_id, &project_id, &branch_id).await?)
}

/// Makes a branch. Its connection strings are in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn branch_create(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    create: CreateBranch,
) -> Reply<CreatedBranchView> {
    let core = core.ready().await?;
    Ok(app::branches::create(&core, &account_id, &project_id, create).await?)
}

/// Changes a branch's name, protection or end.
#[tauri::command]
#[specta::specta]
pub async fn branch_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    update: UpdateBranch,
) -> Reply<ChangeView<BranchView>> {
    let core = core.ready().await?;
    Ok(app::branches::update(&core, &account_id, &project_id, &branch_id, update).await?)
}

/// Deletes a branch. It can be brought back for 7 days.
#[tauri::command]
#[specta::specta]
pub async fn branch_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<()> {
    let core = core.ready().await?;
    app::branches::delete(&core, &account_id, &project_id, &branch_id, false).await?;
    Ok(())
}

/// Brings a deleted branch back.
#[tauri::command]
#[specta::specta]
pub async fn branch_recover(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<BranchView> {
    let core = core.ready().await?;
    Ok(app::branches::recover(&core, &account_id, &project_id, &branch_id).await?)
}

/// Sets a branch's data to that of a source.
#[tauri::command]
#[specta::specta]
pub async fn branch_restore(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    restore: RestoreBranch,
) -> Reply<ChangeView<BranchView>> {
    let core = core.ready().await?;
    Ok(app::branches::restore(&core, &account_id, &project_id, &branch_id, restore).await?)
}

/// Makes a branch the project's default.
#[tauri::command]
#[specta::specta]
pub async fn branch_set_default(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<ChangeView<BranchView>> {
    let core = core.ready().await?;
    Ok(app::branches::set_as_default(&core, &account_id, &project_id, &branch_id).await?)
}

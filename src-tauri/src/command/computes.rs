use app::computes::{CreateCompute, UpdateCompute};
use app::view::{ChangeView, ComputeView, ConnectionProbeView};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// All computes of a project.
#[tauri::command]
#[specta::specta]
pub async fn compute_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<Vec<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::list(&core, &account_id, &project_id).await?)
}

/// Makes a compute.
#[tauri::command]
#[specta::specta]
pub async fn compute_create(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    create: CreateCompute,
) -> Reply<ChangeView<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::create(&core, &account_id, &project_id, create).await?)
}

/// Changes a compute.
#[tauri::command]
#[specta::specta]
pub async fn compute_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    compute_id: String,
    update: UpdateCompute,
) -> Reply<ChangeView<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::update(&core, &account_id, &project_id, &compute_id, update).await?)
}

/// Deletes a compute; the branch keeps its data.
#[tauri::command]
#[specta::specta]
pub async fn compute_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<()> {
    let core = core.ready().await?;
    app::computes::delete(&core, &account_id, &project_id, &compute_id).await?;
    Ok(())
}

/// Wakes a compute.
#[tauri::command]
#[specta::specta]
pub async fn compute_start(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::start(&core, &account_id, &project_id, &compute_id).await?)
}

/// Puts a compute to sleep and cuts its connections.
#[tauri::command]
#[specta::specta]
pub async fn compute_suspend(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::suspend(&core, &account_id, &project_id, &compute_id).await?)
}

/// Stops a compute and starts it again.
#[tauri::command]
#[specta::specta]
pub async fn compute_restart(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    let core = core.ready().await?;
    Ok(app::computes::restart(&core, &account_id, &project_id, &compute_id).await?)
}

/// Whether what clicks made or started takes connections.
#[tauri::command]
#[specta::specta]
pub async fn connection_probe_list(core: State<'_, Core>) -> Reply<Vec<ConnectionProbeView>> {
    let core = core.ready().await?;
    Ok(app::connection_probe::list(&core))
}

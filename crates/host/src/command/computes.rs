use app::computes::{CreateCompute, UpdateCompute};
use app::view::{ChangeView, ComputeView, ConnectionProbeView, ReplicaLagView};

use crate::opening::Core;
use crate::reply::Reply;

/// All computes of a project.
#[specta::specta]
pub async fn compute_list(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<Vec<ComputeView>> {
    Ok(app::computes::list(core, &account_id, &project_id).await?)
}

/// Makes a compute.
#[specta::specta]
pub async fn compute_create(
    core: &Core,
    account_id: String,
    project_id: String,
    create: CreateCompute,
) -> Reply<ChangeView<ComputeView>> {
    Ok(app::computes::create(core, &account_id, &project_id, create).await?)
}

/// Changes a compute.
#[specta::specta]
pub async fn compute_update(
    core: &Core,
    account_id: String,
    project_id: String,
    compute_id: String,
    update: UpdateCompute,
) -> Reply<ChangeView<ComputeView>> {
    Ok(app::computes::update(core, &account_id, &project_id, &compute_id, update).await?)
}

/// Deletes a compute; the branch keeps its data.
#[specta::specta]
pub async fn compute_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<()> {
    app::computes::delete(core, &account_id, &project_id, &compute_id).await?;
    Ok(())
}

/// Wakes a compute.
#[specta::specta]
pub async fn compute_start(
    core: &Core,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    Ok(app::computes::start(core, &account_id, &project_id, &compute_id).await?)
}

/// Puts a compute to sleep and cuts its connections.
#[specta::specta]
pub async fn compute_suspend(
    core: &Core,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    Ok(app::computes::suspend(core, &account_id, &project_id, &compute_id).await?)
}

/// Stops a compute and starts it again.
#[specta::specta]
pub async fn compute_restart(
    core: &Core,
    account_id: String,
    project_id: String,
    compute_id: String,
) -> Reply<ChangeView<ComputeView>> {
    Ok(app::computes::restart(core, &account_id, &project_id, &compute_id).await?)
}

/// How far a read-only compute is behind its branch.
#[specta::specta]
pub async fn compute_lag(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    compute_id: String,
) -> Reply<ReplicaLagView> {
    Ok(app::replica_lag::of(core, &account_id, &project_id, &branch_id, &compute_id).await?)
}

/// Whether what clicks made or started takes connections.
#[specta::specta]
pub async fn connection_probe_list(core: &Core) -> Reply<Vec<ConnectionProbeView>> {
    Ok(app::connection_probe::list(core))
}

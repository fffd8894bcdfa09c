use app::snapshots::{
    CreateSnapshot, RestoreSnapshot, create, delete, finalize, list, rename, restore, schedule,
    set_schedule,
};
use app::view::{BranchView, ChangeView, SnapshotScheduleView, SnapshotView};

use crate::opening::Core;
use crate::reply::Reply;

/// The snapshots of a project.
#[specta::specta]
pub async fn snapshot_list(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<Vec<SnapshotView>> {
    Ok(list(core, &account_id, &project_id).await?)
}

/// Takes a snapshot of a branch.
#[specta::specta]
pub async fn snapshot_create(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    create: CreateSnapshot,
) -> Reply<ChangeView<SnapshotView>> {
    Ok(self::create(core, &account_id, &project_id, &branch_id, create).await?)
}

/// Renames a snapshot.
#[specta::specta]
pub async fn snapshot_update(
    core: &Core,
    account_id: String,
    project_id: String,
    snapshot_id: String,
    name: String,
) -> Reply<SnapshotView> {
    Ok(rename(core, &account_id, &project_id, &snapshot_id, &name).await?)
}

/// Deletes a snapshot for good.
#[specta::specta]
pub async fn snapshot_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    snapshot_id: String,
    name: String,
) -> Reply<()> {
    Ok(delete(core, &account_id, &project_id, &snapshot_id, &name).await?)
}

/// Makes a branch of a snapshot, which may replace another one at once.
#[specta::specta]
pub async fn snapshot_restore(
    core: &Core,
    account_id: String,
    project_id: String,
    snapshot_id: String,
    restore: RestoreSnapshot,
) -> Reply<ChangeView<BranchView>> {
    Ok(self::restore(core, &account_id, &project_id, &snapshot_id, restore).await?)
}

/// Has a restored branch replace the one that it was restored for.
#[specta::specta]
pub async fn restore_finalize(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    former_name: Option<String>,
) -> Reply<()> {
    Ok(finalize(
        core,
        &account_id,
        &project_id,
        &branch_id,
        former_name.as_deref(),
    )
    .await?)
}

/// When snapshots of a branch are taken.
#[specta::specta]
pub async fn snapshot_schedule_get(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<Vec<SnapshotScheduleView>> {
    Ok(schedule(core, &account_id, &project_id, &branch_id).await?)
}

/// Sets when snapshots of a branch are taken.
#[specta::specta]
pub async fn snapshot_schedule_set(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    schedule: Vec<SnapshotScheduleView>,
) -> Reply<()> {
    Ok(set_schedule(core, &account_id, &project_id, &branch_id, schedule).await?)
}

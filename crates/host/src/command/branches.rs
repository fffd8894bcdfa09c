use app::branches::{CompareSchema, CreateBranch, ReadSchema, RestoreBranch, UpdateBranch};
use app::restore_preview::PreviewRestore;
use app::view::{
    BranchDetailView, BranchSchemaView, BranchView, ChangeView, CreatedBranchView,
    RestorePreviewView, SchemaComparisonView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// All branches of a project.
#[specta::specta]
pub async fn branch_list(
    core: &Core,
    account_id: String,
    project_id: String,
    include_deleted: bool,
) -> Reply<Vec<BranchView>> {
    Ok(app::branches::all(core, &account_id, &project_id, include_deleted).await?)
}

/// One branch with what is noted on it.
#[specta::specta]
pub async fn branch_get(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<BranchDetailView> {
    Ok(app::branches::get(core, &account_id, &project_id, &branch_id).await?)
}

/// The schema of a branch's database as SQL.
#[specta::specta]
pub async fn branch_schema(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    read: ReadSchema,
) -> Reply<BranchSchemaView> {
    Ok(app::branches::schema(core, &account_id, &project_id, &branch_id, read).await?)
}

/// How the schema of a branch's database differs from another branch's.
#[specta::specta]
pub async fn branch_compare_schema(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    compare: CompareSchema,
) -> Reply<SchemaComparisonView> {
    Ok(app::branches::compare_schema(core, &account_id, &project_id, &branch_id, compare).await?)
}

/// Makes a branch. Its connection strings are in memory for showing once.
#[specta::specta]
pub async fn branch_create(
    core: &Core,
    account_id: String,
    project_id: String,
    create: CreateBranch,
) -> Reply<CreatedBranchView> {
    Ok(app::branches::create(core, &account_id, &project_id, create).await?)
}

/// Changes a branch's name, protection or end.
#[specta::specta]
pub async fn branch_update(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    update: UpdateBranch,
) -> Reply<ChangeView<BranchView>> {
    Ok(app::branches::update(core, &account_id, &project_id, &branch_id, update).await?)
}

/// Deletes a branch. It can be brought back for 7 days.
#[specta::specta]
pub async fn branch_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<()> {
    app::branches::delete(core, &account_id, &project_id, &branch_id, false).await?;
    Ok(())
}

/// Brings a deleted branch back.
#[specta::specta]
pub async fn branch_recover(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<BranchView> {
    Ok(app::branches::recover(core, &account_id, &project_id, &branch_id).await?)
}

/// Sets a branch's data to that of a source.
#[specta::specta]
pub async fn branch_restore(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    restore: RestoreBranch,
) -> Reply<ChangeView<BranchView>> {
    Ok(app::branches::restore(core, &account_id, &project_id, &branch_id, restore).await?)
}

/// Compares what a branch holds with what a restore would put there. A branch is made for it, and deleted again.
#[specta::specta]
pub async fn branch_preview_restore(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    at: PreviewRestore,
) -> Reply<RestorePreviewView> {
    Ok(app::restore_preview::preview(core, &account_id, &project_id, &branch_id, at).await?)
}

/// Makes a branch the project's default.
#[specta::specta]
pub async fn branch_set_default(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<ChangeView<BranchView>> {
    Ok(app::branches::set_as_default(core, &account_id, &project_id, &branch_id).await?)
}

use app::databases::UpdateDatabase;
use app::view::{ChangeView, DatabaseView};

use crate::opening::Core;
use crate::reply::Reply;

/// All databases of a branch.
#[specta::specta]
pub async fn database_list(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<Vec<DatabaseView>> {
    Ok(app::databases::list(core, &account_id, &project_id, &branch_id).await?)
}

/// Makes a database that a role owns.
#[specta::specta]
pub async fn database_create(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    owner: String,
) -> Reply<ChangeView<DatabaseView>> {
    Ok(app::databases::create(core, &account_id, &project_id, &branch_id, &name, &owner).await?)
}

/// Renames a database or gives it to another role.
#[specta::specta]
pub async fn database_update(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    update: UpdateDatabase,
) -> Reply<ChangeView<DatabaseView>> {
    Ok(app::databases::update(core, &account_id, &project_id, &branch_id, &name, update).await?)
}

/// Deletes a database with its data.
#[specta::specta]
pub async fn database_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<()> {
    app::databases::delete(core, &account_id, &project_id, &branch_id, &name).await?;
    Ok(())
}

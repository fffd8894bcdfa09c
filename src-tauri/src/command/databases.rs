use app::databases::UpdateDatabase;
use app::view::{ChangeView, DatabaseView};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// All databases of a branch.
#[tauri::command]
#[specta::specta]
pub async fn database_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<Vec<DatabaseView>> {
    let core = core.ready().await?;
    Ok(app::databases::list(&core, &account_id, &project_id, &branch_id).await?)
}

/// Makes a database that a role owns.
#[tauri::command]
#[specta::specta]
pub async fn database_create(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    owner: String,
) -> Reply<ChangeView<DatabaseView>> {
    let core = core.ready().await?;
    Ok(app::databases::create(&core, &account_id, &project_id, &branch_id, &name, &owner).await?)
}

/// Renames a database or gives it to another role.
#[tauri::command]
#[specta::specta]
pub async fn database_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    update: UpdateDatabase,
) -> Reply<ChangeView<DatabaseView>> {
    let core = core.ready().await?;
    Ok(app::databases::update(&core, &account_id, &project_id, &branch_id, &name, update).await?)
}

/// Deletes a database with its data.
#[tauri::command]
#[specta::specta]
pub async fn database_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<()> {
    let core = core.ready().await?;
    app::databases::delete(&core, &account_id, &project_id, &branch_id, &name).await?;
    Ok(())
}

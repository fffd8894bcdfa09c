use app::permissions::{PermissionView, grant, list, revoke};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// Who a project is shared with.
#[tauri::command]
#[specta::specta]
pub async fn permission_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<Vec<PermissionView>> {
    let core = core.ready().await?;
    Ok(list(&core, &account_id, &project_id).await?)
}

/// Shares a project with the account of an address.
#[tauri::command]
#[specta::specta]
pub async fn permission_grant(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    email: String,
) -> Reply<PermissionView> {
    let core = core.ready().await?;
    Ok(grant(&core, &account_id, &project_id, &email).await?)
}

/// Stops sharing a project with somebody.
#[tauri::command]
#[specta::specta]
pub async fn permission_revoke(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    permission_id: String,
    email: String,
) -> Reply<()> {
    let core = core.ready().await?;
    Ok(revoke(&core, &account_id, &project_id, &permission_id, &email).await?)
}

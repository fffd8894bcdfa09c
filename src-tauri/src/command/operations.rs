use app::calls::Call;
use app::view::{CallTextView, FoundView, OperationPageView, OperationView, TrackedOperationView};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// Operations that are followed, of every account, and those that ended lately.
#[tauri::command]
#[specta::specta]
pub async fn operation_list(core: State<'_, Core>) -> Reply<Vec<TrackedOperationView>> {
    let core = core.ready().await?;
    Ok(app::operations::tracked(&core).await?)
}

/// One page of a project's operations, newest first.
#[tauri::command]
#[specta::specta]
pub async fn operation_page(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    cursor: Option<String>,
) -> Reply<OperationPageView> {
    let core = core.ready().await?;
    Ok(app::operations::newest(&core, &account_id, &project_id, cursor).await?)
}

/// One operation as it is now.
#[tauri::command]
#[specta::specta]
pub async fn operation_get(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    operation_id: String,
) -> Reply<OperationView> {
    let core = core.ready().await?;
    Ok(app::operations::get(&core, &account_id, &project_id, &operation_id).await?)
}

/// Follows what goes on in a project that was opened.
#[tauri::command]
#[specta::specta]
pub async fn operation_follow(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<()> {
    let core = core.ready().await?;
    Ok(app::operations::follow_project(&core, &account_id, &project_id).await?)
}

/// A call as text, to be run elsewhere. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub async fn call_text(
    core: State<'_, Core>,
    account_id: String,
    call: Call,
) -> Reply<CallTextView> {
    let core = core.ready().await?;
    Ok(app::calls::text(&core, &account_id, call).await?)
}

/// Finds what was seen, by name or id.
#[tauri::command]
#[specta::specta]
pub async fn search_find(core: State<'_, Core>, text: String) -> Reply<Vec<FoundView>> {
    let core = core.ready().await?;
    Ok(app::search::find(&core, &text).await?)
}

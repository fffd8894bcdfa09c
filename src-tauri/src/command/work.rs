use app::view::{ActivityPageView, WorkView};
use tauri::State;

use super::Reply;
use crate::opening::Core;

/// What runs now.
#[tauri::command]
#[specta::specta]
pub async fn work_list(core: State<'_, Core>) -> Reply<Vec<WorkView>> {
    Ok(app::work::list(&core.ready().await?).await?)
}

/// Stops something that runs.
#[tauri::command]
#[specta::specta]
pub async fn work_cancel(core: State<'_, Core>, id: String) -> Reply<()> {
    Ok(app::work::cancel(&core.ready().await?, &id).await?)
}

/// The activity log, newest first.
#[tauri::command]
#[specta::specta]
pub async fn activity_list(
    core: State<'_, Core>,
    before: Option<String>,
    limit: u32,
) -> Reply<ActivityPageView> {
    Ok(app::activity::list(&core.ready().await?, before.as_deref(), limit).await?)
}

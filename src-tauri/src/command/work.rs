use app::view::{ActivityPageView, WorkView};

use super::Reply;

/// What runs now.
#[tauri::command]
#[specta::specta]
pub async fn work_list() -> Reply<Vec<WorkView>> {
    Err(super::unfinished())
}

/// Stops something that runs.
#[tauri::command]
#[specta::specta]
pub async fn work_cancel(id: String) -> Reply<()> {
    Err(super::unfinished())
}

/// The activity log, newest first.
#[tauri::command]
#[specta::specta]
pub async fn activity_list(before: Option<String>, limit: u32) -> Reply<ActivityPageView> {
    Err(super::unfinished())
}

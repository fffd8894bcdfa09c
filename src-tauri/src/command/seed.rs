use app::view::{SeedPlanView, WorkView};

use super::Reply;

/// Asks for an SQL file.
#[tauri::command]
#[specta::specta]
pub async fn seed_pick(start: Option<String>) -> Reply<Option<String>> {
    Err(super::unfinished())
}

/// Reads an SQL file and tells what it would do, or why it is refused.
#[tauri::command]
#[specta::specta]
pub async fn seed_inspect(path: String) -> Reply<SeedPlanView> {
    Err(super::unfinished())
}

/// Runs an SQL file against a database of the shelf.
#[tauri::command]
#[specta::specta]
pub async fn seed_start(id: String, path: String) -> Reply<WorkView> {
    Err(super::unfinished())
}

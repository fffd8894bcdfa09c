use app::view::{SeedPlanView, WorkView};
use tauri::{AppHandle, State};

use super::Reply;
use crate::opening::Core;
use crate::pick;

/// Asks for an SQL file.
#[tauri::command]
#[specta::specta]
pub async fn seed_pick(app: AppHandle, start: Option<String>) -> Reply<Option<String>> {
    pick::file(&app, "SQL file", Some(("SQL", &["sql"])), start.as_deref()).await
}

/// Reads an SQL file and tells what it would do, or why it is refused.
#[tauri::command]
#[specta::specta]
pub async fn seed_inspect(core: State<'_, Core>, path: String) -> Reply<SeedPlanView> {
    Ok(app::seeding::inspect(&core.ready().await?, &path).await?)
}

/// Runs an SQL file against a database of the shelf.
#[tauri::command]
#[specta::specta]
pub async fn seed_start(core: State<'_, Core>, id: String, path: String) -> Reply<WorkView> {
    Ok(app::seeding::start(&core.ready().await?, &id, &path).await?)
}

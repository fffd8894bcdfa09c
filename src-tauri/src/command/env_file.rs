use app::view::{EnvArgs, EnvPreviewView, EnvReceiptView};
use tauri::{AppHandle, State};

use super::Reply;
use crate::opening::Core;
use crate::pick;

/// Asks for a folder; its `.env` is meant. `None` when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_folder(app: AppHandle, start: Option<String>) -> Reply<Option<String>> {
    pick::folder(&app, "Folder of your project", start.as_deref()).await
}

/// Asks for an env file.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_file(app: AppHandle, start: Option<String>) -> Reply<Option<String>> {
    pick::file(&app, "Env file", None, start.as_deref()).await
}

/// Works out a change without writing it.
#[tauri::command]
#[specta::specta]
pub async fn env_preview(core: State<'_, Core>, args: EnvArgs) -> Reply<EnvPreviewView> {
    Ok(app::env::preview(&core.ready().await?, args).await?)
}

/// Writes a change as it was shown; refuses when the file changed since.
#[tauri::command]
#[specta::specta]
pub async fn env_write(core: State<'_, Core>, preview_id: String) -> Reply<EnvReceiptView> {
    Ok(app::env::write(&core.ready().await?, &preview_id).await?)
}

/// Restores the bytes from before a change; refuses when the file changed since.
#[tauri::command]
#[specta::specta]
pub async fn env_undo(core: State<'_, Core>, undo_id: String) -> Reply<()> {
    Ok(app::env::undo(&core.ready().await?, &undo_id).await?)
}

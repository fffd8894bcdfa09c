use app::view::{EnvArgs, EnvPreviewView, EnvReceiptView};

use super::Reply;

/// Asks for a folder; its `.env` is meant. `None` when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_folder(start: Option<String>) -> Reply<Option<String>> {
    Err(super::unfinished())
}

/// Asks for an env file.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_file(start: Option<String>) -> Reply<Option<String>> {
    Err(super::unfinished())
}

/// Works out a change without writing it.
#[tauri::command]
#[specta::specta]
pub async fn env_preview(args: EnvArgs) -> Reply<EnvPreviewView> {
    Err(super::unfinished())
}

/// Writes a change as it was shown; refuses when the file changed since.
#[tauri::command]
#[specta::specta]
pub async fn env_write(preview_id: String) -> Reply<EnvReceiptView> {
    Err(super::unfinished())
}

/// Restores the bytes from before a change; refuses when the file changed since.
#[tauri::command]
#[specta::specta]
pub async fn env_undo(undo_id: String) -> Reply<()> {
    Err(super::unfinished())
}

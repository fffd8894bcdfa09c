use host::Reply;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, pick};

/// Asks for a folder; its `.env` is meant. `None` when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_folder(
    app: AppHandle,
    consents: State<'_, Consents>,
    start: Option<String>,
) -> Reply<Option<String>> {
    let picked = pick::folder(&app, "Project folder", start.as_deref()).await?;
    chosen::picked_env(&consents, picked.as_deref());
    Ok(picked)
}

/// Asks for an env file.
#[tauri::command]
#[specta::specta]
pub async fn env_pick_file(
    app: AppHandle,
    consents: State<'_, Consents>,
    start: Option<String>,
) -> Reply<Option<String>> {
    let picked = pick::file(&app, "Env file", None, start.as_deref()).await?;
    chosen::picked_env(&consents, picked.as_deref());
    Ok(picked)
}

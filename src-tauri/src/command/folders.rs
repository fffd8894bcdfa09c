use host::Reply;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, pick};

/// Asks for project folders; none when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn folder_pick(
    app: AppHandle,
    consents: State<'_, Consents>,
    start: Option<String>,
) -> Reply<Vec<String>> {
    let picked = pick::folders(&app, "Project folders", start.as_deref()).await?;
    chosen::picked_folders(&consents, &picked);
    Ok(picked)
}

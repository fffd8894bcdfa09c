use app::view::{EnvArgs, EnvPreviewView, EnvReceiptView};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
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

/// Works out a change without writing it.
#[tauri::command]
#[specta::specta]
pub async fn env_preview(
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    args: EnvArgs,
) -> Reply<EnvPreviewView> {
    chosen::must_read_env(&consents, &args.path)?;
    Ok(app::env_file::preview(&*core.ready().await?, args).await?)
}

/// Writes a change as it was shown; refuses when the file changed since. Into a file that was picked, or after a question.
#[tauri::command]
#[specta::specta]
pub async fn env_write(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    preview_id: String,
) -> Reply<EnvReceiptView> {
    let core = core.ready().await?;
    let file = app::env_file::path_of(&core, &preview_id)?;
    chosen::must_write_env(&app, &consents, file).await?;
    Ok(app::env_file::write(&core, &preview_id).await?)
}

/// Restores the bytes from before a change; refuses when the file changed since.
#[tauri::command]
#[specta::specta]
pub async fn env_undo(core: State<'_, Core>, undo_id: String) -> Reply<()> {
    Ok(app::env_file::undo(&*core.ready().await?, &undo_id).await?)
}

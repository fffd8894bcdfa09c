use host::Reply;
use tauri::{AppHandle, State};

use crate::quit;
use crate::updates::{self, Updates, UpdatesView};

/// How this Plinth is updated, and what is known of a newer one.
#[tauri::command]
#[specta::specta]
pub async fn updates_state(app: AppHandle) -> Reply<UpdatesView> {
    Ok(updates::view(&app))
}

/// Asks whether there is a newer version.
#[tauri::command]
#[specta::specta]
pub async fn updates_check(app: AppHandle) -> Reply<UpdatesView> {
    updates::check(&app).await
}

/// Downloads the version that was found, checks its signature and puts it in the place of this one.
#[tauri::command]
#[specta::specta]
pub async fn updates_install(app: AppHandle) -> Reply<UpdatesView> {
    updates::install(&app).await
}

/// Ends a download that runs.
#[tauri::command]
#[specta::specta]
pub async fn updates_cancel(updates: State<'_, Updates>) -> Reply<()> {
    updates.cancel();
    Ok(())
}

/// Closes everything as quitting does, and starts the version that is installed.
#[tauri::command]
#[specta::specta]
pub async fn updates_restart(app: AppHandle) -> Reply<()> {
    quit::restart(&app).await;
    Ok(())
}

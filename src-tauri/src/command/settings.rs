use app::view::SettingsView;

use super::Reply;

/// The saved settings.
#[tauri::command]
#[specta::specta]
pub async fn settings_get() -> Reply<SettingsView> {
    Err(super::unfinished())
}

/// Saves the settings.
#[tauri::command]
#[specta::specta]
pub async fn settings_set(settings: SettingsView) -> Reply<SettingsView> {
    Err(super::unfinished())
}

use app::view::SettingsView;
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// The saved settings.
#[tauri::command]
#[specta::specta]
pub async fn settings_get(core: State<'_, Core>) -> Reply<SettingsView> {
    Ok(app::settings::get(&*core.ready().await?))
}

/// Saves the settings.
#[tauri::command]
#[specta::specta]
pub async fn settings_set(core: State<'_, Core>, settings: SettingsView) -> Reply<SettingsView> {
    Ok(app::settings::set(&*core.ready().await?, settings).await?)
}

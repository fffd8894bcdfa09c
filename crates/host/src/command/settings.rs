use app::view::SettingsView;

use crate::opening::Core;
use crate::reply::Reply;

/// The saved settings.
#[specta::specta]
pub async fn settings_get(core: &Core) -> Reply<SettingsView> {
    Ok(app::settings::get(core))
}

/// Saves the settings.
#[specta::specta]
pub async fn settings_set(core: &Core, settings: SettingsView) -> Reply<SettingsView> {
    Ok(app::settings::set(core, settings).await?)
}

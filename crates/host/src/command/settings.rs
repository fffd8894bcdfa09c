use app::view::SettingsView;

use crate::autostart;
use crate::host::Host;
use crate::opening::Core;
use crate::reply::Reply;

/// The saved settings.
#[specta::specta]
pub async fn settings_get(core: &Core) -> Reply<SettingsView> {
    Ok(app::settings::get(core))
}

/// Saves the settings, and has the session start Plinth or not.
#[specta::specta]
pub async fn settings_set(host: &Host, settings: SettingsView) -> Reply<SettingsView> {
    let core = host.ready().await?;
    if settings.start_at_login != app::settings::get(&core).start_at_login {
        autostart::set(&host.data, settings.start_at_login)?;
    }
    Ok(app::settings::set(&core, settings).await?)
}

use app::view::SettingsView;

use crate::autostart;
use crate::host::Host;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

pub(super) const OPERATIONS: &[Entry<Host>] = &[SettingsSet::ENTRY];

/// Saves the settings, and has the session start Plinth or not.
#[operation(Guarded, Change)]
pub async fn settings_set(host: &Host, settings: SettingsView) -> Reply<SettingsView> {
    let core = host.ready().await?;
    if settings.start_at_login != app::settings::get(&core).start_at_login {
        autostart::set(&host.data, settings.start_at_login)?;
    }
    Ok(app::settings::set(&core, settings).await?)
}

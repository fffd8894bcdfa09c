//! Plinth without its window: `plinth agent`, with an icon where the desktop has a tray.

use std::time::{Duration, Instant};

use app::view::{Background, SettingsView};
use host::{Connection, Data};
use serde_json::json;

/// So long the window waits for an agent to answer before it opens the data folder itself.
const STARTED: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(10);
/// Whoever has the trays of this session says so in this time.
#[cfg(target_os = "linux")]
const ANSWER: Duration = Duration::from_secs(2);

/// Starts the agent. One that is there already stays the only one with an icon.
pub fn start_agent() -> bool {
    let started = host::program::start_agent(&["--tray"]);
    if let Err(error) = &started {
        tracing::warn!(%error, "the agent could not be started");
    }
    started.is_ok()
}

/// Where Plinth goes on without its window, the window asks the agent from the start: closing it cuts nothing off then.
pub async fn agent_first(data: &Data, settings: &SettingsView) {
    if settings.background != Background::On || host::is_listening(data).await || !start_agent() {
        return;
    }
    let end = Instant::now() + STARTED;
    while !host::is_listening(data).await && Instant::now() < end {
        tokio::time::sleep(LOOK).await;
    }
}

/// What closing the window does.
pub async fn choice(core: &Connection) -> Background {
    let settings = core.call::<SettingsView>("settings_get", json!({})).await;
    settings.map_or(Background::Off, |settings| settings.background)
}

/// Whether the desktop shows icons of programs.
#[cfg(target_os = "linux")]
pub async fn has_tray() -> bool {
    let asked = async {
        let bus = zbus::Connection::session().await?;
        let bus = zbus::fdo::DBusProxy::new(&bus).await?;
        let watcher = "org.kde.StatusNotifierWatcher".try_into()?;
        bus.name_has_owner(watcher).await.map_err(zbus::Error::from)
    };
    matches!(tokio::time::timeout(ANSWER, asked).await, Ok(Ok(true)))
}

#[cfg(not(target_os = "linux"))]
pub async fn has_tray() -> bool {
    false
}

//! The agent's icon in the desktop's tray: how things stand, what a click does, and warnings while there is no window.

mod action;
mod core;
mod icon;
mod state;
mod warning;
mod window;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use app::FolderLock;
use app::settings::SettingsGet;
use app::view::{Background, EventView};
use host::clipboard::Clipboard;
use host::notice::Notifier;
use host::{AbortOnDrop, Connection};
use ksni::TrayMethods as _;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::Instant;

use self::action::{Action, Actions};
use self::core::send;
use self::icon::Icon;
use self::state::State;
use self::warning::OfTray;

/// A window or another program that knows better how to tell of something is first.
const OTHERS_FIRST: Duration = Duration::from_secs(1);
/// Events within this time are read once.
const TOGETHER: Duration = Duration::from_millis(300);

/// Runs until the person quits. One process of a data folder has the icon; for another one there is nothing to do.
pub async fn run(connection: Connection, folder: &Path, clipboard: Clipboard) {
    let Ok(Some(_lock)) = FolderLock::try_take(folder) else {
        tracing::info!("another process has the icon");
        return;
    };
    let (clicks, mut clicked) = mpsc::unbounded_channel();
    let icon = Icon::new(clicks);
    // It comes as soon as the desktop has a tray, which may be later.
    let icon = match icon.assume_sni_available(true).spawn().await {
        Ok(icon) => Some(icon),
        Err(error) => {
            tracing::warn!(%error, "this session has no tray");
            None
        }
    };
    let shows = OfTray::new();
    let notifier = Arc::new(Notifier::new(
        connection.clone(),
        shows.clone(),
        OTHERS_FIRST,
    ));
    let actions = Actions::new(connection.clone(), shows, clipboard);
    let mut events = connection.events();
    let mut warnings: Vec<AbortOnDrop> = Vec::new();
    let mut read_at = Some(Instant::now());
    let mut clients = connection.clients();
    let (mut was_wanted, mut ends) = (false, false);
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => {
                    if Notifier::<OfTray>::is_for(&event) {
                        warnings.retain(|warning| !warning.is_finished());
                        let notifier = Arc::clone(&notifier);
                        warnings.push(AbortOnDrop::spawn(async move { notifier.hear(&event).await }));
                    } else if !State::is_changed_by(&event) && event != EventView::SettingsChanged {
                        continue;
                    }
                    read_at.get_or_insert_with(|| Instant::now() + TOGETHER);
                }
                Err(RecvError::Lagged(_)) => {
                    read_at.get_or_insert_with(|| Instant::now() + TOGETHER);
                }
                Err(RecvError::Closed) => return,
            },
            () = until(read_at) => {
                read_at = None;
                // An agent that a person started in a shell goes on until they end it.
                let is_wanted = is_wanted(&connection).await;
                ends = was_wanted && !is_wanted;
                was_wanted |= is_wanted;
                let state = State::read(&connection).await;
                if let Some(icon) = &icon {
                    icon.update(|icon| icon.state = state).await;
                }
            }
            // The work of another program goes on to its end.
            _ = clients.wait_for(|count| *count == 0), if ends => break,
            click = clicked.recv() => match click {
                Some(Action::Quit) | None => break,
                Some(action) => actions.begin(action),
            },
        }
    }
    if let Some(icon) = icon {
        icon.shutdown().await;
    }
}

/// Returns true if Plinth goes on without a window.
async fn is_wanted(connection: &Connection) -> bool {
    let settings = send(connection, SettingsGet {}).await;
    settings.is_ok_and(|it| it.background == Background::On || it.start_at_login)
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

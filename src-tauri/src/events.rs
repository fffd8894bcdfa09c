//! Events on their way to the window.

use std::sync::Arc;
use std::time::Duration;

use app::Event;
use app::view::SettingsView;
use host::notice::Notifier;
use host::{AbortOnDrop, Connection};
use serde_json::json;
use tauri::{AppHandle, Manager as _};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use crate::core_event::publish;
use crate::notice::OfWindow;
use crate::updates::Updates;
use crate::window;

/// Passes on what happens until the returned owner is dropped. What is shown beside the window waits for others, such as
/// whoever shows notifications, and the window never waits for it.
pub fn listen(app: &AppHandle, core: &Connection) -> AbortOnDrop {
    let events = core.events();
    let of = (app.clone(), core.clone());
    let missed = of.clone();
    let missed = move || {
        let (app, core) = missed.clone();
        // Which they were is not known: a row may be gone, and the settings may be others.
        async move { pass_on(&app, &core, Event::MuchChanged).await }
    };
    let window = of.clone();
    let window = move |event: Event| {
        let (app, core) = window.clone();
        async move { pass_on(&app, &core, event).await }
    };
    // The window's is the first of several programs that tell of something.
    let notifier = Arc::new(Notifier::new(of.1, OfWindow::new(&of.0), Duration::ZERO));
    let beside = move |event: Event| {
        let notifier = Arc::clone(&notifier);
        async move { notifier.hear(&event).await }
    };
    AbortOnDrop::spawn(pump(events, missed, window, beside))
}

/// Gives each event to the window, and then to `beside` in the same order, for which nothing waits. Ends with the events.
async fn pump<M, W, B>(
    mut events: Receiver<Event>,
    missed: impl Fn() -> M,
    window: impl Fn(Event) -> W,
    beside: impl Fn(Event) -> B,
) where
    M: Future<Output = ()>,
    W: Future<Output = ()>,
    B: Future<Output = ()>,
{
    let (sender, mut receiver) = mpsc::unbounded_channel::<Event>();
    let to_the_window = async move {
        loop {
            match events.recv().await {
                Ok(event) => {
                    let is_for_both = Notifier::<OfWindow>::is_for(&event);
                    window(event.clone()).await;
                    if is_for_both && sender.send(event).is_err() {
                        return;
                    }
                }
                Err(RecvError::Lagged(count)) => {
                    tracing::warn!(
                        missed = count,
                        "events were missed; the window reads everything again"
                    );
                    missed().await;
                }
                Err(RecvError::Closed) => return,
            }
        }
    };
    let to_others = async move {
        while let Some(event) = receiver.recv().await {
            beside(event).await;
        }
    };
    tokio::join!(to_the_window, to_others);
}

async fn pass_on(app: &AppHandle, core: &Connection, event: Event) {
    if matches!(event, Event::SettingsChanged | Event::MuchChanged) {
        dress(app, core).await;
        app.state::<Updates>().follow_settings();
    }
    publish(app, event);
}

/// Has the window follow the setting of its appearance.
pub async fn dress(app: &AppHandle, core: &Connection) {
    if let Some(settings) = settings(core).await {
        window::dress(app, settings.appearance);
    }
}

async fn settings(core: &Connection) -> Option<SettingsView> {
    core.call("settings_get", json!({})).await.ok()
}

#[cfg(test)]
mod tests {
    use app::view::ExpiryWarning;
    use std::future::pending;
    use tokio::sync::broadcast;

    use super::*;

    fn expiry() -> Event {
        Event::ExpiryNeared {
            id: "row".to_owned(),
            name: "quiet-harbour".to_owned(),
            warning: ExpiryWarning::Day,
        }
    }

    #[tokio::test]
    async fn the_window_does_not_wait_for_who_shows_notifications() {
        let (events, listener) = broadcast::channel(8);
        let (host_sender, mut asks) = mpsc::unbounded_channel();
        let (sender, mut seen) = mpsc::unbounded_channel();
        let pumped = pump(
            listener,
            || async {},
            |event| {
                sender.send(event).unwrap();
                async {}
            },
            |event| {
                host_sender.send(event).unwrap();
                // The desktop's service does not answer.
                pending::<()>()
            },
        );
        let heard = async {
            events.send(expiry()).unwrap();
            assert_eq!(asks.recv().await, Some(expiry()));
            events.send(Event::SettingsChanged).unwrap();
            assert_eq!(seen.recv().await, Some(expiry()));
            assert_eq!(seen.recv().await, Some(Event::SettingsChanged));
        };
        let first = async {
            tokio::select! {
                () = pumped => "the pump ended",
                () = heard => "all was heard",
            }
        };
        let first = tokio::time::timeout(Duration::from_secs(20), first).await;
        assert_eq!(first, Ok("all was heard"));
    }
}

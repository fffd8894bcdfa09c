//! Native notifications. They hold names and times, never a secret.

#[cfg(target_os = "linux")]
mod freedesktop;
mod notification;
mod words;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use app::operations::ClickResult;
use app::view::ExpiryWarning;
use tauri::{AppHandle, Manager as _};

use host::AbortOnDrop;

#[cfg(target_os = "linux")]
use crate::deep_links;
use notification::Notice;

/// What comes within this time is shown together.
const TOGETHER: Duration = Duration::from_secs(1);

/// The notifications of this run.
#[derive(Debug, Default)]
pub struct Notices {
    pending: Mutex<PendingNotices>,
    #[cfg(target_os = "linux")]
    desktop: tokio::sync::Mutex<Option<freedesktop::Desktop>>,
}

#[derive(Debug, Default)]
struct PendingNotices {
    results: Vec<ClickResult>,
    /// Shows them when their time is over, and ends when there is nothing left to show.
    task: Option<AbortOnDrop>,
    is_running: bool,
}

/// Says that a temporary database will go soon.
pub async fn expiry(app: &AppHandle, id: &str, name: &str, warning: ExpiryWarning) {
    show(app, words::expiry(id, name, warning)).await;
}

/// Says how something ended that was clicked, together with what ends about the same time.
pub fn click(app: &AppHandle, result: ClickResult) {
    let notices = app.state::<Notices>();
    let mut pending = notices.pending();
    pending.results.push(result);
    if pending.is_running {
        return;
    }
    pending.is_running = true;
    let app = app.clone();
    pending.task = Some(AbortOnDrop::spawn(async move {
        let mut notifier = Notifier {
            app: app.clone(),
            is_done: false,
        };
        loop {
            tokio::time::sleep(TOGETHER).await;
            let Some(results) = app.state::<Notices>().gathered() else {
                notifier.is_done = true;
                return;
            };
            for notice in words::clicks(&results) {
                show(&app, notice).await;
            }
        }
    }));
}

/// Shows them. When it goes before it is done, as by a panic, the next one that comes begins anew.
struct Notifier {
    app: AppHandle,
    is_done: bool,
}

impl Drop for Notifier {
    fn drop(&mut self) {
        if !self.is_done {
            self.app.state::<Notices>().pending().is_running = false;
        }
    }
}

impl Notices {
    /// What came since the last time; `None` ends the task.
    fn gathered(&self) -> Option<Vec<ClickResult>> {
        let mut pending = self.pending();
        let results = std::mem::take(&mut pending.results);
        pending.is_running = !results.is_empty();
        pending.is_running.then_some(results)
    }

    fn pending(&self) -> std::sync::MutexGuard<'_, PendingNotices> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(target_os = "linux")]
async fn show(app: &AppHandle, notice: Notice) {
    let notices = app.state::<Notices>();
    let mut desktop = notices.desktop.lock().await;
    if desktop.is_none() {
        let app = app.clone();
        match freedesktop::Desktop::of_session(move |link| deep_links::open(&app, link)).await {
            Ok(found) => *desktop = Some(found),
            Err(error) => tracing::warn!(%error, "this session shows no notifications"),
        }
    }
    let Some(shown) = desktop.as_ref() else {
        return;
    };
    if let Err(error) = shown.show(notice).await {
        tracing::warn!(%error, "a notification could not be shown");
        // The bus may have gone; the next one looks for it again.
        *desktop = None;
    }
}

#[cfg(not(target_os = "linux"))]
async fn show(app: &AppHandle, notice: Notice) {
    use tauri_plugin_notification::NotificationExt as _;
    // A click brings the app to the front by itself; these systems tell the plugin nothing of it.
    let builder = app.notification().builder();
    if let Err(error) = builder.title(notice.title).body(notice.body).show() {
        tracing::warn!(%error, "a notification could not be shown");
    }
}

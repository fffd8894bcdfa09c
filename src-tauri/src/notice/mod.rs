//! Native notifications. They hold names and times, never a secret.

#[cfg(target_os = "linux")]
mod freedesktop;
mod notification;
mod words;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use app::operations::ClickNews;
use app::view::{EventView, ExpiryWarning};
use tauri::{AppHandle, Manager as _};

use crate::owned::Owned;
use crate::{core_event, window};

use notification::{Notice, Place};

/// What comes within this time is told together.
const TOGETHER: Duration = Duration::from_secs(1);

/// The notifications of this run.
#[derive(Debug, Default)]
pub struct Notices {
    gathering: Mutex<Gathering>,
    #[cfg(target_os = "linux")]
    desktop: tokio::sync::Mutex<Option<freedesktop::Desktop>>,
}

#[derive(Debug, Default)]
struct Gathering {
    news: Vec<ClickNews>,
    /// Tells them when their time is over, and ends when there is nothing left to tell.
    telling: Option<Owned>,
    is_telling: bool,
}

/// Says that a temporary database will go soon.
pub async fn expiry(app: &AppHandle, name: &str, warning: ExpiryWarning) {
    show(app, words::expiry(name, warning)).await;
}

/// Says how something ended that was clicked, together with what ends about the same time.
pub fn click(app: &AppHandle, news: ClickNews) {
    let notices = app.state::<Notices>();
    let mut gathering = notices.gathering();
    gathering.news.push(news);
    if gathering.is_telling {
        return;
    }
    gathering.is_telling = true;
    let app = app.clone();
    gathering.telling = Some(Owned::spawn(async move {
        let mut teller = Teller {
            app: app.clone(),
            is_done: false,
        };
        loop {
            tokio::time::sleep(TOGETHER).await;
            let Some(news) = app.state::<Notices>().gathered() else {
                teller.is_done = true;
                return;
            };
            for notice in words::clicks(&news) {
                show(&app, notice).await;
            }
        }
    }));
}

/// Who tells them. When it goes before it is done, as by a panic, the next one that comes begins anew.
struct Teller {
    app: AppHandle,
    is_done: bool,
}

impl Drop for Teller {
    fn drop(&mut self) {
        if !self.is_done {
            self.app.state::<Notices>().gathering().is_telling = false;
        }
    }
}

impl Notices {
    /// What came since the last time; nothing ends the telling.
    fn gathered(&self) -> Option<Vec<ClickNews>> {
        let mut gathering = self.gathering();
        let news = std::mem::take(&mut gathering.news);
        gathering.is_telling = !news.is_empty();
        gathering.is_telling.then_some(news)
    }

    fn gathering(&self) -> std::sync::MutexGuard<'_, Gathering> {
        self.gathering
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The person clicked a notification.
#[cfg(target_os = "linux")]
fn clicked(app: &AppHandle, opens: Option<Place>) {
    window::focus(app);
    if let Some(place) = opens {
        core_event::publish(
            app,
            EventView::OpenAsked {
                account_id: place.account_id,
                project_id: place.project_id,
                operation_id: place.operation_id,
            },
        );
    }
}

#[cfg(target_os = "linux")]
async fn show(app: &AppHandle, notice: Notice) {
    let notices = app.state::<Notices>();
    let mut desktop = notices.desktop.lock().await;
    if desktop.is_none() {
        let app = app.clone();
        match freedesktop::Desktop::of_session(move |place| clicked(&app, place)).await {
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

//! The window's notifications.

#[cfg(target_os = "linux")]
use host::notice::freedesktop::Notifications;
use host::notice::{Notice, Show};
use tauri::AppHandle;

#[cfg(target_os = "linux")]
use crate::deep_links;
use crate::window;

/// Shows them beside the window.
#[derive(Clone, Debug)]
pub struct OfWindow {
    app: AppHandle,
    #[cfg(target_os = "linux")]
    notifications: Notifications,
}

impl OfWindow {
    pub fn new(app: &AppHandle) -> Self {
        #[cfg(target_os = "linux")]
        let of = app.clone();
        Self {
            app: app.clone(),
            #[cfg(target_os = "linux")]
            notifications: Notifications::new(move |link| deep_links::open(&of, link)),
        }
    }
}

impl Show for OfWindow {
    #[cfg(target_os = "linux")]
    async fn show(&self, notice: Notice) {
        self.notifications.show(notice).await;
    }

    #[cfg(not(target_os = "linux"))]
    async fn show(&self, notice: Notice) {
        use tauri_plugin_notification::NotificationExt as _;
        let notice = notice.plain();
        // A click brings the app to the front by itself; these systems tell the plugin nothing of it.
        let builder = self.app.notification().builder();
        if let Err(error) = builder.title(notice.title).body(notice.body).show() {
            tracing::warn!(%error, "a notification could not be shown");
        }
    }

    fn is_looked_at(&self) -> bool {
        window::is_looked_at(&self.app)
    }
}

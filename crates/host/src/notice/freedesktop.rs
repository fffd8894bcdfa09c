//! Notifications over the session's bus, as freedesktop.org specifies them: a click on one comes back.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::view::DeepLink;
use futures::StreamExt as _;
use zbus::Connection;
use zbus::proxy::SignalStream;
use zbus::zvariant::Value;

use super::notification::Notice;
use crate::AbortOnDrop;

/// What the specification calls a click on the notification itself.
const CLICK: &str = "default";
/// The icon's name is the program's, as the installers give it.
const ICON: &str = "plinth-desktop";
/// Longest wait for the bus and for whoever shows notifications.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many notifications can be clicked; the oldest cannot any more.
const REMEMBERED: usize = 100;

#[zbus::proxy(
    interface = "org.freedesktop.Notifications",
    default_service = "org.freedesktop.Notifications",
    default_path = "/org/freedesktop/Notifications",
    gen_blocking = false
)]
trait Service {
    fn get_capabilities(&self) -> zbus::Result<Vec<String>>;

    #[expect(clippy::too_many_arguments, reason = "the specification has them")]
    fn notify(
        &self,
        app: &str,
        replaces: u32,
        icon: &str,
        summary: &str,
        body: &str,
        actions: &[&str],
        hints: HashMap<&str, Value<'_>>,
        expires_after: i32,
    ) -> zbus::Result<u32>;
}

/// Notifications of this program, over the session's bus as soon as one is to be shown.
#[derive(Clone)]
pub struct Notifications(Arc<Inner>);

struct Inner {
    desktop: tokio::sync::Mutex<Option<Desktop>>,
    clicked: Arc<Clicked>,
}

/// Called with what a notification opens whose click came back.
type Clicked = dyn Fn(Option<DeepLink>) + Send + Sync;

impl fmt::Debug for Notifications {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifications").finish_non_exhaustive()
    }
}

impl Notifications {
    pub fn new(clicked: impl Fn(Option<DeepLink>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(Inner {
            desktop: tokio::sync::Mutex::default(),
            clicked: Arc::new(clicked),
        }))
    }

    /// Shows one. That a session shows none is a line in the log.
    pub async fn show(&self, notice: Notice) {
        let notice = notice.plain();
        let mut desktop = self.0.desktop.lock().await;
        if desktop.is_none() {
            let clicked = Arc::clone(&self.0.clicked);
            match Desktop::of_session(move |target| clicked(target)).await {
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
}

/// Whoever shows notifications in this session.
#[derive(Debug)]
struct Desktop {
    notifications: ServiceProxy<'static>,
    shown: Arc<Mutex<Shown>>,
    reads_markup: bool,
    _listener: AbortOnDrop,
}

/// What a click on each opens.
type Shown = BTreeMap<u32, Option<DeepLink>>;

impl Desktop {
    /// Looks for it on the session's bus. `clicked` is called with what a notification opens whose click came back.
    async fn of_session(clicked: impl Fn(Option<DeepLink>) + Send + 'static) -> zbus::Result<Self> {
        Self::on(in_time(Connection::session()).await?, clicked).await
    }

    async fn on(
        connection: Connection,
        clicked: impl Fn(Option<DeepLink>) + Send + 'static,
    ) -> zbus::Result<Self> {
        let notifications = in_time(ServiceProxy::new(&connection)).await?;
        // One stream for both signals: they have to be read in the order in which they were sent.
        let signals = in_time(notifications.inner().receive_all_signals()).await?;
        let capabilities = in_time(notifications.get_capabilities()).await?;
        let shown = Arc::<Mutex<Shown>>::default();
        let listener = listen(signals, Arc::clone(&shown), clicked);
        Ok(Self {
            notifications,
            shown,
            reads_markup: capabilities.iter().any(|it| it == "body-markup"),
            _listener: AbortOnDrop::spawn(listener),
        })
    }

    async fn show(&self, notice: Notice) -> zbus::Result<()> {
        let body = if self.reads_markup {
            escaped(&notice.body)
        } else {
            notice.body
        };
        let (replaces, time_of_the_desktop) = (0, -1);
        let notify = self.notifications.notify(
            "Plinth",
            replaces,
            ICON,
            &notice.title,
            &body,
            &[CLICK, "Open"],
            HashMap::new(),
            time_of_the_desktop,
        );
        let id = in_time(notify).await?;
        let mut shown = lock(&self.shown);
        shown.insert(id, notice.opens);
        if shown.len() > REMEMBERED {
            shown.pop_first();
        }
        Ok(())
    }
}

/// Ends with the connection, or with its owner.
async fn listen(
    mut signals: SignalStream<'static>,
    shown: Arc<Mutex<Shown>>,
    clicked: impl Fn(Option<DeepLink>) + Send + 'static,
) {
    while let Some(signal) = signals.next().await {
        let header = signal.header();
        match header.member().map(zbus::names::MemberName::as_str) {
            Some("ActionInvoked") => {
                let Ok((id, action)) = signal.body().deserialize::<(u32, String)>() else {
                    continue;
                };
                // The bus tells everybody; others' notifications have ids that are not known here.
                let opens = (action == CLICK)
                    .then(|| lock(&shown).remove(&id))
                    .flatten();
                if let Some(opens) = opens {
                    clicked(opens);
                }
            }
            // A desktop that closes a notification into its tray can still have it clicked there, so it is kept; it
            // goes when it was dismissed.
            Some("NotificationClosed") => {
                if let Ok((id, 2)) = signal.body().deserialize::<(u32, u32)>() {
                    lock(&shown).remove(&id);
                }
            }
            _ => {}
        }
    }
}

fn lock(shown: &Mutex<Shown>) -> std::sync::MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn in_time<T>(call: impl Future<Output = zbus::Result<T>>) -> zbus::Result<T> {
    let late = || zbus::Error::Failure("nobody answered in time".to_owned());
    tokio::time::timeout(PATIENCE, call)
        .await
        .unwrap_or_else(|_| Err(late()))
}

/// Names may hold what would be markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
#[path = "freedesktop_tests.rs"]
mod tests;

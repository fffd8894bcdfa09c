//! Notifications over the session's bus, as freedesktop.org specifies them: a click on one comes back.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt as _;
use zbus::message::Type;
use zbus::zvariant::Value;
use zbus::{Connection, MatchRule, MessageStream};

use super::notification::{Notice, OperationTarget};
use crate::abort_on_drop::AbortOnDrop;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// What the specification calls a click on the notification itself.
const CLICK: &str = "default";
/// Longest wait for the bus and for whoever shows notifications.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many notifications can be clicked; the oldest cannot any more.
const REMEMBERED: usize = 100;

/// Whoever shows notifications in this session.
#[derive(Debug)]
pub(super) struct Desktop {
    connection: Connection,
    shown: Arc<Mutex<Shown>>,
    reads_markup: bool,
    _listener: AbortOnDrop,
}

/// What a click on each opens.
type Shown = BTreeMap<u32, Option<OperationTarget>>;

impl Desktop {
    /// Looks for it on the session's bus. `clicked` is called with what a notification opens whose click came back.
    pub(super) async fn of_session(
        clicked: impl Fn(Option<OperationTarget>) + Send + 'static,
    ) -> zbus::Result<Self> {
        Self::on(in_time(Connection::session()).await?, clicked).await
    }

    async fn on(
        connection: Connection,
        clicked: impl Fn(Option<OperationTarget>) + Send + 'static,
    ) -> zbus::Result<Self> {
        let rule = MatchRule::builder()
            .msg_type(Type::Signal)
            .sender(NAME)?
            .path(PATH)?
            .interface(NAME)?
            .build();
        let signals = in_time(MessageStream::for_match_rule(rule, &connection, None)).await?;
        let capabilities =
            in_time(connection.call_method(Some(NAME), PATH, Some(NAME), "GetCapabilities", &()));
        let capabilities: Vec<String> = capabilities.await?.body().deserialize()?;
        let shown = Arc::<Mutex<Shown>>::default();
        let listener = listen(signals, Arc::clone(&shown), clicked);
        Ok(Self {
            connection,
            shown,
            reads_markup: capabilities.iter().any(|it| it == "body-markup"),
            _listener: AbortOnDrop::spawn(listener),
        })
    }

    pub(super) async fn show(&self, notice: Notice) -> zbus::Result<()> {
        let body = if self.reads_markup {
            escaped(&notice.body)
        } else {
            notice.body
        };
        let actions = [CLICK, "Open"];
        let hints = HashMap::<&str, Value<'_>>::new();
        let replaces = 0_u32;
        let time_of_the_desktop = -1_i32;
        let what = (
            "Plinth",
            replaces,
            "plinth",
            notice.title.as_str(),
            body.as_str(),
            actions.as_slice(),
            hints,
            time_of_the_desktop,
        );
        let reply =
            in_time(
                self.connection
                    .call_method(Some(NAME), PATH, Some(NAME), "Notify", &what),
            );
        let id: u32 = reply.await?.body().deserialize()?;
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
    mut signals: MessageStream,
    shown: Arc<Mutex<Shown>>,
    clicked: impl Fn(Option<OperationTarget>) + Send + 'static,
) {
    while let Some(signal) = signals.next().await {
        let Ok(signal) = signal else { continue };
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

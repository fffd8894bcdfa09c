//! Events of the core, published to all listeners.

use std::sync::{Arc, Mutex};

use tokio::sync::broadcast;

use crate::base::guard::lock;

/// What the core publishes is what the window hears; the shell has events of its own besides.
pub use crate::view::EventView as Event;

/// How many events may wait for a slow listener before it misses some.
const BACKLOG: usize = 1024;

/// The channel of events. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub(crate) struct Events {
    sender: broadcast::Sender<Event>,
    /// Opened with the channel, so that the first listener also gets what was published before it came.
    first: Arc<Mutex<Option<broadcast::Receiver<Event>>>>,
}

impl Events {
    pub(crate) fn new() -> Self {
        let (sender, first) = broadcast::channel(BACKLOG);
        Self {
            sender,
            first: Arc::new(Mutex::new(Some(first))),
        }
    }

    pub(crate) fn publish(&self, event: Event) {
        // That nobody listens is no failure.
        drop(self.sender.send(event));
    }

    /// Publishes that something in a project changed.
    pub(crate) fn project_changed(&self, account: &str, project: &str) {
        self.publish(Event::ProjectChanged {
            account_id: account.to_owned(),
            project_id: project.to_owned(),
        });
    }

    /// Publishes that a project's auth integration changed.
    pub(crate) fn auth_changed(&self, account: &str, project: &str) {
        self.publish(Event::AuthChanged {
            account_id: account.to_owned(),
            project_id: project.to_owned(),
        });
    }

    /// The events from now on, for a listener within the core.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Event> {
        lock(&self.first)
            .take()
            .unwrap_or_else(|| self.sender.subscribe())
    }
}

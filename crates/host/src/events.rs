//! What happens in the core and in the sandbox, for whoever listens.

use app::view::EventView;
use tokio::sync::broadcast::{Receiver, Sender};

/// How many events may wait for a slow listener before it misses some.
const BACKLOG: usize = 1024;

/// The channel of events. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Events(Sender<EventView>);

impl Default for Events {
    fn default() -> Self {
        Self(Sender::new(BACKLOG))
    }
}

impl Events {
    pub fn publish(&self, event: EventView) {
        // That nobody listens is no failure.
        drop(self.0.send(event));
    }

    pub fn listen(&self) -> Receiver<EventView> {
        self.0.subscribe()
    }
}

//! The tasks of a watcher.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use tokio::task::{Id, JoinSet};

/// The result of a round of a watcher; `None` when it panicked, so that the watcher goes on with the next round.
pub(crate) async fn unharmed<T>(round: impl Future<Output = T>) -> Option<T> {
    let ended = AssertUnwindSafe(round).catch_unwind().await;
    if ended.is_err() {
        tracing::error!("a round of the watcher panicked; there will be another one");
    }
    ended.ok()
}

/// Reads that are under way, each in a task of its own. A read may wait for a lock that the round has, so it could not go on
/// as a part of the round. They are aborted when this is dropped.
#[derive(Default)]
pub(crate) struct UnderWay {
    tasks: JoinSet<()>,
    keys: HashMap<Id, String>,
}

impl UnderWay {
    /// How many run.
    pub(crate) fn count(&self) -> usize {
        self.keys.len()
    }

    /// Whether one with this key runs.
    pub(crate) fn holds(&self, key: &str) -> bool {
        self.keys.values().any(|known| known == key)
    }

    /// Begins a read.
    pub(crate) fn begin(&mut self, key: &str, read: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(read);
        self.keys.insert(task.id(), key.to_owned());
    }

    /// Waits until one has ended; for ever while there is none.
    pub(crate) async fn end_one(&mut self) {
        let ended = match self.tasks.join_next_with_id().await {
            Some(Ok((task, ()))) => task,
            Some(Err(error)) => error.id(),
            None => return std::future::pending().await,
        };
        self.keys.remove(&ended);
    }
}

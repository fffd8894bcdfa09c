//! Looks that are under way.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use tokio::task::{self, JoinSet};

/// What a round of a watcher comes to; `None` when it panicked, which must not be the last of the watching.
pub(crate) async fn unharmed<T>(round: impl Future<Output = T>) -> Option<T> {
    let ended = AssertUnwindSafe(round).catch_unwind().await;
    if ended.is_err() {
        tracing::error!("a round of the watcher panicked; there will be another one");
    }
    ended.ok()
}

/// Looks that are under way, each a task of its own: one may wait for what a round holds, so it must go on while the round
/// waits. They end with the task that holds them.
#[derive(Default)]
pub(crate) struct UnderWay {
    looks: JoinSet<()>,
    keys: HashMap<task::Id, String>,
}

impl UnderWay {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.keys.len()
    }

    /// Whether one with this key is.
    pub(crate) fn holds(&self, key: &str) -> bool {
        self.keys.values().any(|known| known == key)
    }

    /// Begins a look.
    pub(crate) fn begin(&mut self, key: &str, look: impl Future<Output = ()> + Send + 'static) {
        let look = self.looks.spawn(look);
        self.keys.insert(look.id(), key.to_owned());
    }

    /// Waits until one has ended; for ever while there is none.
    pub(crate) async fn end_one(&mut self) {
        let ended = match self.looks.join_next_with_id().await {
            Some(Ok((look, ()))) => look,
            Some(Err(error)) => error.id(),
            None => return std::future::pending().await,
        };
        self.keys.remove(&ended);
    }
}

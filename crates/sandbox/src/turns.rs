//! One at a time for each name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

type Turn = tokio::sync::Mutex<()>;

#[derive(Debug, Default)]
pub struct Turns(Mutex<HashMap<String, Weak<Turn>>>);

impl Turns {
    /// Waits until nobody else has this name's turn, which lasts until it is dropped.
    pub async fn take(&self, name: &str) -> OwnedMutexGuard<()> {
        self.of(name).lock_owned().await
    }

    fn of(&self, name: &str) -> Arc<Turn> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = turns.get(name).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(Turn::default());
        turns.insert(name.to_owned(), Arc::downgrade(&turn));
        turn
    }
}

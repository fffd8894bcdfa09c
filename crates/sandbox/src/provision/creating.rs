use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

/// One lock for each id that is being created now.
#[derive(Debug, Default)]
pub struct Creating(Mutex<HashMap<Uuid, Arc<tokio::sync::Mutex<()>>>>);

impl Creating {
    pub fn of(&self, id: Uuid) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(id).or_default())
    }
}

//! One lock for each key.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// A key takes memory only while somebody holds its lock or waits for it.
#[derive(Debug, Default)]
pub struct KeyedMutex<K>(Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>);

impl<K: Eq + Hash> KeyedMutex<K> {
    pub async fn lock(&self, key: K) -> OwnedMutexGuard<()> {
        self.mutex(key).lock_owned().await
    }

    pub fn try_lock(&self, key: K) -> Option<OwnedMutexGuard<()>> {
        self.mutex(key).try_lock_owned().ok()
    }

    fn mutex(&self, key: K) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(key).or_default())
    }
}

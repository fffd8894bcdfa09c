//! Creates that could be mistaken for each other share a lock. A lost create is recognised by what it asked for and by when
//! it left, so two alike that run at once could each be taken for the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use crate::base::exclusive::ExclusiveIds;
use crate::base::guard::lock;

/// How long our own new ids are excluded when a lost create is matched. The platform's clock is known to two seconds only,
/// so what was made just before a request can seem younger than it; the rest is margin.
const MEMORY: Duration = Duration::from_secs(600);

/// How long new ids of one lock are excluded for all others, too: creating a project starts operations on its branch, which
/// must not be matched with a change of that branch right afterwards.
const JUST_NOW: Duration = Duration::from_secs(60);

/// The locks by name, and the ids that were made lately.
#[derive(Debug, Default)]
pub(crate) struct MutationLocks {
    locks: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// When an id was noted, with which lock, and the id.
    made: Mutex<Vec<(Duration, String, String)>>,
    /// Open intents that a task waits to reconcile.
    pub(super) queued: ExclusiveIds,
}

impl MutationLocks {
    /// Waits for a lock. That needs no deadline: the calls of its holder have one.
    pub(super) async fn lock(&self, name: &str) -> OwnedMutexGuard<()> {
        let mutex = {
            let mut locks = lock(&self.locks);
            // Nobody holds or awaits a lock that only this map refers to.
            locks.retain(|_, mutex| Arc::strong_count(mutex) > 1);
            Arc::clone(locks.entry(name.to_owned()).or_default())
        };
        mutex.lock_owned().await
    }

    /// Notes what a mutation with this lock made.
    pub(super) fn made(&self, name: &str, ids: &[String], now: Duration) {
        let mut made = lock(&self.made);
        made.retain(|(at, ..)| now < *at + MEMORY);
        let ids = ids.iter();
        made.extend(ids.map(|id| (now, name.to_owned(), id.clone())));
    }

    /// Ids that a mutation that is sent now did not make: those noted for its lock within [`MEMORY`], and those of all
    /// other locks within [`JUST_NOW`].
    pub(super) fn known(&self, name: &str, now: Duration) -> Vec<String> {
        let made = lock(&self.made);
        let known = made
            .iter()
            .filter(|(at, of, _)| of == name || now < *at + JUST_NOW);
        known.map(|(_, _, id)| id.clone()).collect()
    }
}

//! Creates that could be mistaken for each other share a lock. A lost create is recognised by what it asked for and by when
//! it left, so two alike that run at once could each be taken for the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use crate::base::claims::Claims;
use crate::base::guard::lock;

/// How long our own new ids are excluded when a lost create is matched. The platform's clock is known to two seconds only.
const MEMORY: Duration = Duration::from_secs(600);

/// How long new ids of one lock are excluded for others: creating a project also starts operations on its branch.
const JUST_NOW: Duration = Duration::from_secs(60);

/// Whose turn it is, by thing, and what was made lately.
#[derive(Debug, Default)]
pub(crate) struct MutationLocks {
    locks: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    made: Mutex<Vec<(Duration, String, String)>>,
    /// Open intents that somebody waits to take up.
    pub(super) queued: Claims,
}

impl MutationLocks {
    /// Waits for the turn at a thing. Whoever has it is bound by the deadlines of its calls.
    pub(super) async fn lock(&self, thing: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut locks = lock(&self.locks);
            locks.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(locks.entry(thing.to_owned()).or_default())
        };
        turn.lock_owned().await
    }

    /// A mutation of this thing made these.
    pub(super) fn made(&self, thing: &str, ids: &[String], now: Duration) {
        let mut made = lock(&self.made);
        made.retain(|(at, ..)| now < *at + MEMORY);
        let ids = ids.iter();
        made.extend(ids.map(|id| (now, thing.to_owned(), id.clone())));
    }

    /// What mutations of this thing made lately, and what was made of others just now: what is done to a new thing must
    /// not be taken for what made it.
    pub(super) fn known(&self, thing: &str, now: Duration) -> Vec<String> {
        let made = lock(&self.made);
        let known = made
            .iter()
            .filter(|(at, of, _)| of == thing || now < *at + JUST_NOW);
        known.map(|(_, _, id)| id.clone()).collect()
    }
}

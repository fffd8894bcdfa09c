//! How many requests a key may send. The platform allows 700 a minute and 40 a second for each route; none of the two is
//! passed in any window, wherever it begins, and a fifth is kept for those who wait in front of the screen.

mod limit;
mod pause;
mod queue;

use std::collections::HashMap;
use std::fmt;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::future::select;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use self::limit::OF_KEY;
use self::queue::Queue;
use crate::ambient::Ambient;
use crate::call::Route;
use crate::circumstances::Priority;

/// The budgets of all keys. Keys are kept as fingerprints only.
#[derive(Clone)]
pub struct Budgets {
    ambient: Arc<dyn Ambient>,
    known: Arc<Mutex<HashMap<[u8; 32], Budget>>>,
}

impl Budgets {
    /// No key has sent anything yet.
    #[must_use]
    pub fn new(ambient: Arc<dyn Ambient>) -> Self {
        Self {
            ambient,
            known: Arc::default(),
        }
    }

    /// The budget of this key: the same one each time.
    #[must_use]
    pub fn of(&self, key: &SecretString) -> Budget {
        let fingerprint = Sha256::digest(key.expose_secret()).into();
        let mut known = lock(&self.known);
        let budget = known
            .entry(fingerprint)
            .or_insert_with(|| Budget::new(Arc::clone(&self.ambient)));
        budget.clone()
    }
}

/// The budget of one key. Clones are the same budget: all clients of a key share one.
#[derive(Clone)]
pub struct Budget(Arc<Shared>);

struct Shared {
    ambient: Arc<dyn Ambient>,
    queue: Mutex<Queue>,
    /// Tells those who wait that something else than time has changed.
    changed: Notify,
}

/// What a key has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Requests of the last 60 seconds.
    pub last_minute: u32,
    /// The most there can be of them.
    pub per_minute: u32,
    /// Those of them that were sent with `Priority::Background`.
    pub background_last_minute: u32,
    /// The most there can be of those.
    pub background_per_minute: u32,
    /// Requests that wait for their turn.
    pub waiting: u32,
    /// How long nothing will be sent, because the service answered 429.
    pub paused_for: Option<Duration>,
}

/// The turn did not come before the deadline.
pub(crate) struct Exhausted {
    /// How long it would have been at least, when the service asked to be left alone.
    pub(crate) paused_for: Option<Duration>,
}

impl Budget {
    /// A budget of which nothing is used yet. `ambient` has to be the one of the clients that use it.
    #[must_use]
    pub fn new(ambient: Arc<dyn Ambient>) -> Self {
        Self(Arc::new(Shared {
            queue: Mutex::new(Queue::new(&ambient)),
            ambient,
            changed: Notify::new(),
        }))
    }

    /// What has been sent, and what waits.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let now = self.0.ambient.elapsed();
        let mut queue = lock(&self.0.queue);
        let (all, background) = queue.last_minute(now);
        let count = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Usage {
            last_minute: count(all),
            per_minute: OF_KEY.a_minute(Priority::Click),
            background_last_minute: count(background),
            background_per_minute: OF_KEY.a_minute(Priority::Background),
            waiting: count(queue.waiting()),
            paused_for: queue.pause.left(now),
        }
    }

    /// Waits for the turn of one request, at most until the clock shows `by`. Those who were first go first, clicks
    /// before all others. Dropping the future gives the place away.
    pub(crate) async fn turn(
        &self,
        route: Route,
        priority: Priority,
        by: Duration,
    ) -> Result<Turn, Exhausted> {
        let ambient = &self.0.ambient;
        let place = Place {
            budget: self,
            id: lock(&self.0.queue).enter(route, priority, ambient),
        };
        loop {
            let mut changed = pin!(self.0.changed.notified());
            changed.as_mut().enable();
            let now = ambient.elapsed();
            let again = {
                let mut queue = lock(&self.0.queue);
                let paused_for = queue.pause.left(now);
                if by <= now.saturating_add(paused_for.unwrap_or_default()) {
                    return Err(Exhausted { paused_for });
                }
                if let Some(epoch) = queue.is_called(place.id, route, priority) {
                    return Ok(self.turn_of(place.id, epoch));
                }
                let (called, again) = queue.call(now);
                let epoch = queue.is_called(place.id, route, priority);
                if called > usize::from(epoch.is_some()) {
                    self.0.changed.notify_waiters();
                }
                if let Some(epoch) = epoch {
                    return Ok(self.turn_of(place.id, epoch));
                }
                again
            };
            let wait = again.unwrap_or(by).min(by).saturating_sub(now);
            select(ambient.sleep(wait), changed).await;
        }
    }

    fn turn_of(&self, id: u64, epoch: u64) -> Turn {
        Turn {
            id,
            epoch,
            budget: self.clone(),
        }
    }
}

/// A place in the line.
struct Place<'a> {
    budget: &'a Budget,
    id: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if lock(&self.budget.0.queue).leave(self.id) {
            self.budget.0.changed.notify_waiters();
        }
    }
}

/// The right to send one request. What is heard of it tells whether the others may go on.
pub(crate) struct Turn {
    budget: Budget,
    id: u64,
    epoch: u64,
}

impl Turn {
    /// The service answered 429: nobody sends for the time that `wait` makes from how often it did so in a row.
    pub(crate) fn refused(self, wait: impl FnOnce(u32) -> Duration) {
        let now = self.budget.0.ambient.elapsed();
        lock(&self.budget.0.queue)
            .pause
            .begin(self.epoch, now, wait);
    }

    /// The service answered anything else.
    pub(crate) fn answered(self) {
        if lock(&self.budget.0.queue).pause.end(self.epoch) {
            self.budget.0.changed.notify_waiters();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if lock(&self.budget.0.queue).pause.forget(self.id) {
            self.budget.0.changed.notify_waiters();
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.usage().fmt(f)
    }
}

impl fmt::Debug for Budgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = lock(&self.known).len();
        f.debug_struct("Budgets")
            .field("keys", &known)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

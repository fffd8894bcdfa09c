//! How many requests a key may send. The platform allows a key 700 requests a minute, and 40 a second for each route. Both
//! limits hold in every window of that length, because the client cannot know where the platform's windows begin.
//!
//! Background calls may use four fifths of it. A refresh of long lists could otherwise use up the minute, and the next
//! click would wait for its end.

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

use self::limit::KEY_RATES;
use self::queue::Queue;
use crate::call::Route;
use crate::call_options::Priority;
use crate::environment::Environment;

/// The budgets of all keys, found by hash: the keys themselves are not stored.
#[derive(Clone)]
pub struct Budgets {
    environment: Arc<dyn Environment>,
    known: Arc<Mutex<HashMap<[u8; 32], Budget>>>,
}

impl Budgets {
    /// No key has sent anything yet.
    #[must_use]
    pub fn new(environment: Arc<dyn Environment>) -> Self {
        Self {
            environment,
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
            .or_insert_with(|| Budget::new(Arc::clone(&self.environment)));
        budget.clone()
    }
}

/// The budget of one key. Clones are the same budget: all clients of a key share one.
#[derive(Clone)]
pub struct Budget(Arc<Shared>);

struct Shared {
    environment: Arc<dyn Environment>,
    queue: Mutex<Queue>,
    /// Wakes the waiting calls when anything but time has changed.
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
    /// Requests that wait for a permit.
    pub waiting: u32,
    /// How long nothing will be sent, because the service answered 429.
    pub paused_for: Option<Duration>,
}

/// No permit was free before the deadline.
pub(crate) struct Exhausted {
    /// The rest of the pause, if the deadline falls into one that a 429 began.
    pub(crate) paused_for: Option<Duration>,
}

impl Budget {
    /// An unused budget. `environment` has to be the one of the clients that use it.
    #[must_use]
    pub fn new(environment: Arc<dyn Environment>) -> Self {
        Self(Arc::new(Shared {
            queue: Mutex::new(Queue::new(&environment)),
            environment,
            changed: Notify::new(),
        }))
    }

    /// What has been sent, and what waits.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let now = self.0.environment.elapsed();
        let mut queue = lock(&self.0.queue);
        let (all, background) = queue.last_minute(now);
        let count = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Usage {
            last_minute: count(all),
            per_minute: KEY_RATES.per_minute(Priority::Click),
            background_last_minute: count(background),
            background_per_minute: KEY_RATES.per_minute(Priority::Background),
            waiting: count(queue.waiting()),
            paused_for: queue.pause.remaining(now),
        }
    }

    /// Waits until one request may be sent, at most until the clock shows `by`. Clicks go before background calls, and
    /// within each the order is kept: a call that later ones could overtake would miss its deadline on a busy key.
    /// Dropping the future leaves the queue.
    pub(crate) async fn acquire(
        &self,
        route: Route,
        priority: Priority,
        by: Duration,
    ) -> Result<Permit, Exhausted> {
        let environment = &self.0.environment;
        let ticket = QueueTicket {
            budget: self,
            id: lock(&self.0.queue).enter(route, priority, environment),
        };
        loop {
            // Registered before the queue is locked, or a change in between would be missed.
            let mut changed = pin!(self.0.changed.notified());
            changed.as_mut().enable();
            let now = environment.elapsed();
            let again = {
                let mut queue = lock(&self.0.queue);
                let paused_for = queue.pause.remaining(now);
                if by <= now.saturating_add(paused_for.unwrap_or_default()) {
                    return Err(Exhausted { paused_for });
                }
                if let Some(epoch) = queue.claim(ticket.id, route, priority) {
                    return Ok(self.permit(ticket.id, epoch));
                }
                // Admits every request that may be sent, not only this one: the others sleep until they are notified.
                let (admitted, again) = queue.admit(now);
                let epoch = queue.claim(ticket.id, route, priority);
                if admitted > usize::from(epoch.is_some()) {
                    self.0.changed.notify_waiters();
                }
                if let Some(epoch) = epoch {
                    return Ok(self.permit(ticket.id, epoch));
                }
                again
            };
            let wait = again.unwrap_or(by).min(by).saturating_sub(now);
            select(environment.sleep(wait), changed).await;
        }
    }

    fn permit(&self, id: u64, epoch: u64) -> Permit {
        Permit {
            id,
            epoch,
            budget: self.clone(),
        }
    }
}

/// A place in the queue, which is left when this is dropped.
struct QueueTicket<'a> {
    budget: &'a Budget,
    id: u64,
}

impl Drop for QueueTicket<'_> {
    fn drop(&mut self) {
        if lock(&self.budget.0.queue).leave(self.id) {
            self.budget.0.changed.notify_waiters();
        }
    }
}

/// The right to send one request. Its outcome decides whether the key is paused for all others.
pub(crate) struct Permit {
    budget: Budget,
    id: u64,
    epoch: u64,
}

impl Permit {
    /// The service answered 429: the key pauses. `wait` turns the number of 429s in a row into the length of the pause.
    pub(crate) fn refused(self, wait: impl FnOnce(u32) -> Duration) {
        let now = self.budget.0.environment.elapsed();
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

impl Drop for Permit {
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

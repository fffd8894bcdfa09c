//! What is set for one compute, and the account that is kept of it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::timeout;

use super::Compute;
use crate::postgres::WakeError;
use crate::postgres::seen::IdleAfter;

/// How long people who connect wait for the data of a database that is being made.
const MADE_WITHIN: Duration = Duration::from_secs(60);

impl Compute {
    /// How long it was awake since it was placed, by the sandbox's clock.
    pub fn active_seconds(&self) -> u64 {
        let active = self.seen().active(self.yard.clock.now());
        u64::try_from(active.num_seconds()).unwrap_or(0)
    }

    /// How long it stays awake without connections, where `usual` is what the sandbox lets those
    /// without a time of their own. `None` is for ever.
    pub fn idle_after(&self, usual: Duration) -> Option<Duration> {
        match self.seen().idle_after {
            IdleAfter::Usual => Some(usual),
            IdleAfter::Set(after) => after,
        }
    }

    pub fn set_idle_after(&self, after: Option<Duration>) {
        self.seen().idle_after = IdleAfter::Set(after);
        self.yard.changed.notify();
    }

    /// As long as the sandbox lets those without a time of their own.
    pub fn rest_as_usual(&self) {
        self.seen().idle_after = IdleAfter::Usual;
        self.yard.changed.notify();
    }

    /// Takes effect at the next start.
    pub fn set_logical_replication(&self, on: bool) {
        self.logical_replication.store(on, Ordering::SeqCst);
    }

    /// Whether people who connect get to the data, or wait until it is made.
    pub fn set_whole(&self, whole: bool) {
        self.whole.send_replace(whole);
    }

    /// Waits for data that is being made.
    pub async fn whole(&self) -> Result<(), WakeError> {
        let mut whole = self.whole.subscribe();
        let made = timeout(MADE_WITHIN, whole.wait_for(|whole| *whole)).await;
        made.map_or(Err(WakeError::NoData), |_| Ok(()))
    }

    /// What people who connect are told instead of being let in; those who are in stay.
    pub fn set_refused(&self, why: Option<String>) {
        self.seen().refused = why;
    }

    pub fn refused(&self) -> Option<WakeError> {
        self.seen().refused.clone().map(WakeError::Refused)
    }
}

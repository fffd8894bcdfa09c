//! What is set for one compute, and the account that is kept of it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::timeout;

use super::Compute;
use crate::postgres::compute_status::IdleAfter;
use crate::postgres::{WakeError, server_settings};

/// How long clients that connect wait for the data of a database that is being made.
const DATA_DEADLINE: Duration = Duration::from_secs(60);

impl Compute {
    /// How long it has run since it was placed, by the sandbox's clock.
    pub fn active_seconds(&self) -> u64 {
        let active = self.status().active(self.context.clock.now());
        u64::try_from(active.num_seconds()).unwrap_or(0)
    }

    /// Whether its server has run for that long without a stop.
    pub fn has_run_for(&self, least: Duration) -> bool {
        let now = self.context.clock.now();
        let since = self.status().running_since();
        since.is_some_and(|since| (now - since).to_std().is_ok_and(|it| it >= least))
    }

    /// How long it keeps running without connections, where `usual` is what the sandbox lets those
    /// without a time of their own. `None` is for ever.
    pub fn idle_after(&self, usual: Duration) -> Option<Duration> {
        match self.status().idle_after {
            IdleAfter::Default => Some(usual),
            IdleAfter::Set(after) => after,
        }
    }

    pub fn set_idle_after(&self, after: Option<Duration>) {
        self.status().idle_after = IdleAfter::Set(after);
        self.context.changed.notify();
    }

    /// As long as the sandbox lets those without a time of their own.
    pub fn use_default_idle_after(&self) {
        self.status().idle_after = IdleAfter::Default;
        self.context.changed.notify();
    }

    /// Takes effect at the next start.
    pub fn set_logical_replication(&self, on: bool) {
        self.logical_replication.store(on, Ordering::SeqCst);
    }

    /// Takes effect at the next start.
    pub fn set_keeps_history(&self, on: bool) {
        self.keeps_history.store(on, Ordering::SeqCst);
    }

    /// Whether the server that runs keeps its WAL: it may have been started before the project had a history.
    pub fn wal_is_kept(&self) -> bool {
        self.wal_is_kept.load(Ordering::SeqCst)
    }

    pub fn note_wal_is_kept(&self) {
        self.wal_is_kept.store(true, Ordering::SeqCst);
    }

    /// Takes effect at the next start.
    pub fn set_max_cu(&self, max_cu: f64) {
        let connections = server_settings::max_connections(max_cu);
        self.max_connections.store(connections, Ordering::SeqCst);
    }

    /// Whether clients that connect get to the data, or wait until it is made.
    pub fn set_data_ready(&self, ready: bool) {
        self.data_ready.send_replace(ready);
    }

    /// Waits for data that is being made.
    pub async fn wait_for_data(&self) -> Result<(), WakeError> {
        let mut ready = self.data_ready.subscribe();
        let made = timeout(DATA_DEADLINE, ready.wait_for(|ready| *ready)).await;
        made.map_or(Err(WakeError::NoData), |_| Ok(()))
    }
}

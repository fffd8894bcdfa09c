//! Who may touch a cluster's files: one at a time. A server holds them while it runs, a copy
//! while it copies.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::WakeError;

/// Longer than a big cluster's copy takes.
const DEADLINE: Duration = Duration::from_secs(600);

#[derive(Debug, Default)]
pub struct Files(Mutex<HashMap<PathBuf, Arc<tokio::sync::Mutex<()>>>>);

/// The files of one cluster, for as long as this lives.
#[derive(Debug)]
pub struct Hold(#[expect(dead_code, reason = "held for its drop")] OwnedMutexGuard<()>);

impl Files {
    /// Waits for whoever has them now.
    pub async fn take(&self, cluster: &Path, stop: &CancellationToken) -> Result<Hold, WakeError> {
        let lock = self.of(cluster);
        tokio::select! {
            biased;
            () = stop.cancelled() => Err(WakeError::Stopping),
            held = timeout(DEADLINE, lock.lock_owned()) => {
                held.map(Hold).map_err(|_| WakeError::TooSlow)
            }
        }
    }

    pub fn try_take(&self, cluster: &Path) -> Option<Hold> {
        self.of(cluster).try_lock_owned().ok().map(Hold)
    }

    fn of(&self, cluster: &Path) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(cluster.to_path_buf()).or_default())
    }
}

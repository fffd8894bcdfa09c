//! Exclusive use of a cluster's files: a server holds them while it runs, a copy while it copies.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::WakeError;
use crate::keyed_mutex::KeyedMutex;

/// Longer than the copy of a big cluster takes.
const DEADLINE: Duration = Duration::from_secs(600);

#[derive(Debug, Default)]
pub struct ClusterLocks(KeyedMutex<PathBuf>);

/// The files of one cluster, for as long as this lives.
#[derive(Debug)]
pub struct ClusterLock(#[expect(dead_code, reason = "held for its drop")] OwnedMutexGuard<()>);

impl ClusterLocks {
    pub async fn lock(
        &self,
        cluster: &Path,
        stop: &CancellationToken,
    ) -> Result<ClusterLock, WakeError> {
        tokio::select! {
            biased;
            () = stop.cancelled() => Err(WakeError::Stopping),
            locked = timeout(DEADLINE, self.0.lock(cluster.to_path_buf())) => {
                locked.map(ClusterLock).map_err(|_| WakeError::TooSlow)
            }
        }
    }

    pub fn try_lock(&self, cluster: &Path) -> Option<ClusterLock> {
        self.0.try_lock(cluster.to_path_buf()).map(ClusterLock)
    }
}

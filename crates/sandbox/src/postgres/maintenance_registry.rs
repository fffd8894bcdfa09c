//! The maintenance servers that run now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::binaries::PostgresVersion;
use super::server_process::{Force, signal};

/// By cluster, with the process once it is known.
#[derive(Debug, Default)]
pub struct MaintenanceRegistry(Mutex<BTreeMap<PathBuf, Option<u32>>>);

impl MaintenanceRegistry {
    pub fn count(&self) -> usize {
        self.servers().len()
    }

    pub fn signal_stop(&self, pg: &PostgresVersion) {
        for pid in self.servers().values().flatten() {
            signal(&pg.bin_dir, *pid, Force::Fast);
        }
    }

    pub fn insert(&self, cluster: &Path, pid: Option<u32>) {
        self.servers().insert(cluster.to_path_buf(), pid);
    }

    pub fn remove(&self, cluster: &Path) {
        self.servers().remove(cluster);
    }

    fn servers(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Option<u32>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Servers that the sandbox has for its own SQL.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::binaries::PostgresVersion;
use super::process::{Force, signal};

/// The servers that belong to no endpoint, by cluster, with their process once it is known.
#[derive(Debug, Default)]
pub struct OwnServers(Mutex<BTreeMap<PathBuf, Option<u32>>>);

impl OwnServers {
    pub fn count(&self) -> usize {
        self.all().len()
    }

    pub fn tell_to_stop(&self, pg: &PostgresVersion) {
        for pid in self.all().values().flatten() {
            signal(pg, *pid, Force::Fast);
        }
    }

    pub fn note(&self, cluster: &Path, pid: Option<u32>) {
        self.all().insert(cluster.to_path_buf(), pid);
    }

    pub fn forget(&self, cluster: &Path) {
        self.all().remove(cluster);
    }

    fn all(&self) -> std::sync::MutexGuard<'_, BTreeMap<PathBuf, Option<u32>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

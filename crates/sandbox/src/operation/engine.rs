//! Which projects' operations are at work.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use tokio::sync::{Semaphore, watch};

use super::fault::OperationFaults;

/// How many projects' operations work at once.
const MAX_PROJECTS: usize = 6;

#[derive(Debug)]
pub struct Engine {
    pub faults: OperationFaults,
    running: Mutex<HashSet<String>>,
    /// Sent when there is more to do.
    pub(super) nudge: watch::Sender<()>,
    /// Sent when a status was stored.
    pub(super) status_changed: watch::Sender<()>,
    pub(super) permits: Semaphore,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            faults: OperationFaults::default(),
            running: Mutex::default(),
            nudge: watch::Sender::new(()),
            status_changed: watch::Sender::new(()),
            permits: Semaphore::new(MAX_PROJECTS),
        }
    }
}

impl Engine {
    pub(super) fn running(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

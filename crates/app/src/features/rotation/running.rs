//! The rotations that this run works on.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use crate::base::guard::lock;

/// What is changed now.
#[derive(Debug, Default)]
pub(crate) struct Rotations {
    /// Those that a task works on.
    pub(super) running: Mutex<HashSet<String>>,
    /// When those that wait for something were last tried, on the clock that never goes back.
    pub(super) tried_at: Mutex<HashMap<String, Duration>>,
}

impl Rotations {
    pub(super) fn is_running(&self, id: &str) -> bool {
        lock(&self.running).contains(id)
    }
}

//! The rotations that this run works on.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::base::exclusive::ExclusiveIds;

/// The rotations of this run, by id.
#[derive(Debug, Default)]
pub(crate) struct Rotations {
    /// Those that a task runs.
    pub(super) running: ExclusiveIds,
    /// When those that wait for the platform or the keychain were last tried, by the monotonic clock.
    pub(super) tried_at: Mutex<HashMap<String, Duration>>,
}

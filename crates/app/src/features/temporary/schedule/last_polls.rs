//! What this run knows of its polls of temporary databases, beside what the store has of them.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};

use crate::base::guard::lock;
use crate::store::TemporaryDatabase;

/// The last read of each, by id.
#[derive(Debug, Default)]
pub(crate) struct Polls(pub(super) Mutex<HashMap<String, LastPoll>>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastPoll {
    pub(super) polled_at: Option<DateTime<Utc>>,
    pub(super) failures: u32,
    pub(super) claiming_since: Option<DateTime<Utc>>,
    /// The keychain did not give the id; no other read is tried until it is unlocked.
    pub(super) without_secrets: bool,
    /// Its service had an address at the last read.
    pub(super) was_available: bool,
}

impl Polls {
    /// The keychain may be unlocked now: databases whose id could not be read are tried again.
    pub(crate) fn try_secrets_again(&self) {
        lock(&self.0).retain(|_, last| !last.without_secrets);
    }

    /// Drops what is known of all rows but these.
    pub(crate) fn retain(&self, rows: &[TemporaryDatabase]) {
        lock(&self.0).retain(|id, _| rows.iter().any(|row| &row.id == id));
    }
}

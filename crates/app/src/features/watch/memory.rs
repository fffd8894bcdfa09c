//! What is known of the looks of this run, beside what the store knows of the rows.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};

use crate::base::guard::lock;
use crate::store::TemporaryDatabase;

/// The looks of this run, by row.
#[derive(Debug, Default)]
pub(crate) struct Looks(pub(super) Mutex<HashMap<String, Last>>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Last {
    pub(super) looked_at: Option<DateTime<Utc>>,
    pub(super) failures: u32,
    pub(super) claiming_since: Option<DateTime<Utc>>,
    /// The id could not be read; nothing is tried until the keychain answers.
    pub(super) without_secrets: bool,
    /// Its place had an address at the last look.
    pub(super) was_available: bool,
}

impl Looks {
    /// The keychain may answer now: rows whose id could not be read are looked at anew.
    pub(crate) fn try_secrets_again(&self) {
        lock(&self.0).retain(|_, last| !last.without_secrets);
    }

    /// Keeps what is known of these rows only.
    pub(crate) fn keep(&self, rows: &[TemporaryDatabase]) {
        lock(&self.0).retain(|id, _| rows.iter().any(|row| &row.id == id));
    }
}

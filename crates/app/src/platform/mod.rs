//! What follows the platform: changes and their ends, operations, lists, and what can be undone.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use api::Recorder;

use crate::accounts::Accounts;
use crate::auth::Transfers;
use crate::bulk::Bulks;
use crate::held::Holds;
use crate::mutation::Turns;
use crate::projects::Readings;
use crate::usable::Probes;
use crate::watch::Operations;

/// The layer over [`Accounts`]. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Platform {
    accounts: Accounts,
    pub(crate) turns: Arc<Turns>,
    pub(crate) operations: Arc<Operations>,
    pub(crate) readings: Arc<Readings>,
    pub(crate) bulks: Arc<Bulks>,
    pub(crate) holds: Arc<Holds>,
    pub(crate) transfers: Arc<Transfers>,
    pub(crate) probes: Arc<Probes>,
    /// Milliseconds to add to this machine's clock, by place.
    pub(crate) offsets: Arc<Mutex<HashMap<String, i64>>>,
}

impl Platform {
    pub(crate) fn new(accounts: Accounts, offsets: HashMap<String, i64>) -> Self {
        Self {
            accounts,
            turns: Arc::new(Turns::default()),
            operations: Arc::new(Operations::default()),
            readings: Arc::new(Readings::default()),
            bulks: Arc::new(Bulks::default()),
            holds: Arc::new(Holds::default()),
            transfers: Arc::new(Transfers::default()),
            probes: Arc::new(Probes::default()),
            offsets: Arc::new(Mutex::new(offsets)),
        }
    }

    /// As [`crate::core::Core::drafting`].
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            accounts: self.accounts.drafting(recorder),
            ..self.clone()
        }
    }
}

impl Deref for Platform {
    type Target = Accounts;

    fn deref(&self) -> &Accounts {
        &self.accounts
    }
}

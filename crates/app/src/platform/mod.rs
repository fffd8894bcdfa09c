//! What follows the platform: changes and their ends, operations, lists, and what can be undone.

pub(crate) mod bulk_jobs;
pub mod connection_probe;
pub(crate) mod disclosure;
pub(crate) mod expiring_branches;
pub(crate) mod mutation;
pub mod one_time_secrets;
pub mod operation_watch;
pub mod operations;
pub(crate) mod project_lists;
pub mod shown_views;
pub(crate) mod transfers;
pub mod undo;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use api::Recorder;

use crate::accounts::Accounts;
use crate::platform::bulk_jobs::Bulks;
use crate::platform::connection_probe::Probes;
use crate::platform::expiring_branches::ExpiringBranches;
use crate::platform::mutation::MutationLocks;
use crate::platform::one_time_secrets::OneTimeSecrets;
use crate::platform::operation_watch::OperationTracker;
use crate::platform::project_lists::ListLoads;
use crate::platform::shown_views::ShownViews;
use crate::platform::transfers::Transfers;

/// The layer over [`Accounts`]. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Platform {
    below: Accounts,
    pub(crate) locks: Arc<MutationLocks>,
    pub(crate) operations: Arc<OperationTracker>,
    pub(crate) list_loads: Arc<ListLoads>,
    pub(crate) bulks: Arc<Bulks>,
    pub(crate) one_time_secrets: Arc<OneTimeSecrets>,
    pub(crate) transfers: Arc<Transfers>,
    pub(crate) probes: Arc<Probes>,
    pub(crate) shown: Arc<ShownViews>,
    pub(crate) expiring: Arc<ExpiringBranches>,
    /// Milliseconds to add to this machine's clock, by instant service.
    pub(crate) offsets: Arc<Mutex<HashMap<String, i64>>>,
}

impl Platform {
    pub(crate) fn new(below: Accounts, offsets: HashMap<String, i64>) -> Self {
        Self {
            below,
            locks: Arc::new(MutationLocks::default()),
            operations: Arc::new(OperationTracker::default()),
            list_loads: Arc::new(ListLoads::default()),
            bulks: Arc::new(Bulks::default()),
            one_time_secrets: Arc::new(OneTimeSecrets::default()),
            transfers: Arc::new(Transfers::default()),
            probes: Arc::new(Probes::default()),
            shown: Arc::new(ShownViews::default()),
            expiring: Arc::new(ExpiringBranches::default()),
            offsets: Arc::new(Mutex::new(offsets)),
        }
    }

    /// As [`crate::core::Core::drafting`].
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            below: self.below.drafting(recorder),
            ..self.clone()
        }
    }
}

impl Deref for Platform {
    type Target = Accounts;

    fn deref(&self) -> &Accounts {
        &self.below
    }
}

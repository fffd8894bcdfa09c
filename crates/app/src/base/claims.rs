//! Ids that a task works on, so that no other one does meanwhile.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::base::guard::lock;

/// The ids that are claimed. Clones are handles on the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims(Arc<Mutex<HashSet<String>>>);

/// An id that is claimed until this is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    id: String,
    of: Claims,
}

impl Claims {
    pub(crate) fn holds(&self, id: &str) -> bool {
        lock(&self.0).contains(id)
    }

    /// Claims it, unless it is claimed.
    pub(crate) fn claim(&self, id: &str) -> Option<Claim> {
        let is_first = lock(&self.0).insert(id.to_owned());
        is_first.then(|| Claim {
            id: id.to_owned(),
            of: self.clone(),
        })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock(&self.of.0).remove(&self.id);
    }
}

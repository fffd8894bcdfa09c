//! Ids that one task works on at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::base::guard::lock;

/// The ids that are taken. Clones are handles on the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExclusiveIds(Arc<Mutex<HashSet<String>>>);

/// An id that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct ExclusiveId {
    id: String,
    of: ExclusiveIds,
}

impl ExclusiveIds {
    pub(crate) fn holds(&self, id: &str) -> bool {
        lock(&self.0).contains(id)
    }

    /// A copy of those that are taken now.
    pub(crate) fn all(&self) -> HashSet<String> {
        lock(&self.0).clone()
    }

    /// Takes it, unless it is taken.
    pub(crate) fn try_take(&self, id: &str) -> Option<ExclusiveId> {
        let is_first = lock(&self.0).insert(id.to_owned());
        is_first.then(|| ExclusiveId {
            id: id.to_owned(),
            of: self.clone(),
        })
    }
}

impl Drop for ExclusiveId {
    fn drop(&mut self) {
        lock(&self.of.0).remove(&self.id);
    }
}

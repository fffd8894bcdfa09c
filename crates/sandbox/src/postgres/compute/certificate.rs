//! The certificate that clients are shown. A server keeps the one that it started with, and a login
//! is bound to it: the proxy has to show the same, also when it has been renewed since.

use std::sync::{Arc, MutexGuard, PoisonError};

use chrono::Utc;

use super::Compute;
use crate::postgres::authority::Leaf;

impl Compute {
    /// That of the running server, else the one that a start takes.
    pub fn leaf(&self) -> Arc<Leaf> {
        let shown = self.shown().clone();
        shown.unwrap_or_else(|| self.context.authority.leaf(Utc::now()))
    }

    pub(super) fn new_leaf(&self) -> Arc<Leaf> {
        let leaf = self.context.authority.leaf(Utc::now());
        *self.shown() = Some(Arc::clone(&leaf));
        leaf
    }

    pub(super) fn forget_leaf(&self) {
        *self.shown() = None;
    }

    fn shown(&self) -> MutexGuard<'_, Option<Arc<Leaf>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

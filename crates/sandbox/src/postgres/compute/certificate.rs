//! The certificate that clients are shown. A server keeps the one that it started with, and a login is bound to it: the
//! proxy has to show the same. No other server has its key, and no copy of the data.

use std::io;
use std::sync::{Arc, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use super::Compute;
use crate::postgres::authority::{KeptLeaf, Leaf};

impl Compute {
    /// The certificate of the running server, else the one that a start takes.
    pub fn leaf(&self) -> io::Result<Arc<Leaf>> {
        self.leaf_at(Utc::now())
    }

    pub(in crate::postgres) fn leaf_at(&self, now: DateTime<Utc>) -> io::Result<Arc<Leaf>> {
        let mut kept = self.kept_leaf();
        if let Some(leaf) = &kept.leaf
            && (kept.is_in_use || !leaf.ends_soon(now))
        {
            return Ok(Arc::clone(leaf));
        }
        let issued = Arc::new(self.context.authority.issue()?);
        kept.leaf = Some(Arc::clone(&issued));
        Ok(issued)
    }

    pub(super) fn use_leaf(&self) -> io::Result<Arc<Leaf>> {
        self.release_leaf();
        let leaf = self.leaf()?;
        self.kept_leaf().is_in_use = true;
        Ok(leaf)
    }

    pub(super) fn release_leaf(&self) {
        self.kept_leaf().is_in_use = false;
    }

    fn kept_leaf(&self) -> MutexGuard<'_, KeptLeaf> {
        self.leaf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

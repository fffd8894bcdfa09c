//! A compute over a copy that follows its branch's data, and how far it is behind.

use std::sync::{Arc, PoisonError};

use super::{Behind, Compute};

impl Compute {
    /// Whether it is a copy that follows its branch's data.
    pub fn is_read_only(&self) -> bool {
        self.follows.is_some()
    }

    /// Held by each read-only compute that follows its data.
    pub fn follower(&self) -> Arc<()> {
        Arc::clone(&self.followed)
    }

    pub fn is_followed(&self) -> bool {
        Arc::strong_count(&self.followed) > 1
    }

    /// None where nobody looked since it runs.
    pub fn behind(&self) -> Option<Behind> {
        *self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_behind(&self, behind: Option<Behind>) {
        let mut last = self.behind.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != behind {
            *last = behind;
            self.context.changed.notify();
        }
    }
}

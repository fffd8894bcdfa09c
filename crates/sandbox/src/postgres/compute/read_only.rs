//! A compute over a copy that follows its branch's data, and how far it is behind.

use std::sync::PoisonError;

use super::Compute;

/// How far a read-only compute was behind its branch when that was last looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind {
    pub bytes: u64,
    /// For how many looks it has been behind without following.
    pub stuck: u32,
}

impl Compute {
    /// Whether it is a copy that follows its branch's data.
    pub fn is_read_only(&self) -> bool {
        self.follows.is_some()
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

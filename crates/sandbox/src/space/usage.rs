//! What was seen of the disk.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::disk_use::DiskUse;
use crate::postgres::compute_status::Activity;

/// About what a new database takes.
const NEW_DATABASE: u64 = 28_000_000;

/// What the last measurement saw.
#[derive(Debug, Default)]
pub struct Space {
    seen: Mutex<DiskUsage>,
    /// One measurement at a time.
    pub(super) measuring: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
pub struct DiskUsage {
    pub begun: Option<Instant>,
    pub usage: DiskUse,
    pub sizes: HashMap<String, Size>,
    /// What was let in since, and may not be in the sizes yet.
    pub expected: Vec<(Instant, u64)>,
}

/// A cluster's folder as it was when it was walked.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub bytes: u64,
    pub activity: Option<Activity>,
    pub at: Instant,
}

impl Space {
    /// With the most that it may be where that is given.
    pub fn last(&self, max_disk: Option<u64>) -> DiskUse {
        let usage = self.seen().usage.clone();
        DiskUse {
            max_bytes: max_disk.or(usage.max_bytes),
            ..usage
        }
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, DiskUsage> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no measurement has ended yet.
    pub(super) fn saw_nothing(&self) -> bool {
        self.seen().usage.parts.is_empty()
    }

    /// Lets in what a copy of that branch will take, or a new database, if there is room as far as
    /// is known.
    pub(super) fn try_reserve(
        &self,
        max_disk: Option<u64>,
        like: Option<&str>,
    ) -> Result<(), DiskUse> {
        let usage = self.last(max_disk);
        let mut seen = self.seen();
        // Where a copy shares its blocks it takes about as much as a new database, whatever is in it.
        let like = like.filter(|_| usage.clones != Some(true));
        let known = like.and_then(|branch| seen.sizes.get(branch));
        let wanted = known.map_or(NEW_DATABASE, |it| it.bytes);
        let expected: u64 = seen.expected.iter().map(|(_, bytes)| bytes).sum();
        let needed = usage.used_bytes + expected + wanted;
        if usage.max_bytes.is_some_and(|max| needed > max) {
            return Err(usage);
        }
        seen.expected.push((Instant::now(), wanted));
        Ok(())
    }
}

//! What was seen of the disk.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::disk_use::{DiskUse, NoRoom};
use super::reservation::Reservation;
use super::size::Size;

/// About what a new database takes.
const NEW_DATABASE: u64 = 28_000_000;

/// What the last measurement saw.
#[derive(Debug, Default)]
pub struct Space {
    seen: Mutex<DiskUsage>,
    /// One measurement at a time.
    pub(super) measuring: tokio::sync::Mutex<()>,
    /// One request at a time has deleted projects and branches purged for its room.
    pub purging: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
pub struct DiskUsage {
    pub begun: Option<Instant>,
    pub usage: DiskUse,
    pub sizes: HashMap<String, Size>,
    /// Copies that were let in and not measured yet.
    pub reservations: Vec<Reservation>,
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

    /// The size of the folders of these branches.
    pub fn bytes_of(&self, branch_ids: &HashSet<&str>) -> u64 {
        let seen = self.seen();
        let sizes = seen.sizes.iter().filter(|(name, _)| {
            let branch_id = name.split('.').next();
            branch_id.is_some_and(|id| branch_ids.contains(id))
        });
        sizes.map(|(_, size)| size.bytes).sum()
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, DiskUsage> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no measurement has ended yet.
    pub(super) fn saw_nothing(&self) -> bool {
        !self.seen().usage.is_measured()
    }

    /// Reserves what a copy of the branch `like` takes, or a new database, for the branch `made`, if there is room as far
    /// as is known.
    pub(super) fn try_reserve(
        &self,
        max_disk: Option<u64>,
        like: Option<&str>,
        made: &str,
    ) -> Result<(), NoRoom> {
        let usage = self.last(max_disk);
        let mut seen = self.seen();
        // Where a copy shares its blocks it takes about as much as a new database, whatever is in it.
        let like = like.filter(|_| usage.clones != Some(true));
        let known = like.and_then(|branch| seen.sizes.get(branch));
        let wanted = known.map_or(NEW_DATABASE, |it| it.copy_bytes);
        let reserved = seen.reservations.iter().map(Reservation::open_bytes).sum();
        if usage
            .max_bytes
            .is_some_and(|max| usage.used_bytes + reserved + wanted > max)
        {
            return Err(NoRoom {
                usage,
                reserved,
                wanted,
            });
        }
        seen.reservations.push(Reservation::new(made, wanted));
        Ok(())
    }
}

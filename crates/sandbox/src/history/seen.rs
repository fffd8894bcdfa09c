//! How histories are kept, and what was last seen of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::postgres::history::Kept;

/// How histories are kept.
#[derive(Debug, Clone)]
pub struct HistoryConfig {
    /// How often it is looked at what has to be kept and what can go.
    pub check_every: Duration,
    /// How long a server runs before the first base of its branch is taken, from which on moments can be restored.
    pub begins_after: Duration,
    /// How much of the disk the histories of a project's branches may take; beyond this their windows are shortened.
    pub most_bytes: u64,
    /// How much of the disk has to be free: no base is taken that would leave less. Where there is less, only the last one is
    /// kept; below half of it none is: the servers need the room to write.
    pub least_free: u64,
    /// When another base is tried after one that could not be taken.
    pub retry_after: Duration,
}

impl Default for HistoryConfig {
    fn default() -> Self {
        Self {
            check_every: Duration::from_secs(5),
            begins_after: Duration::from_secs(2),
            most_bytes: 2_000_000_000,
            least_free: 256_000_000,
            retry_after: Duration::from_secs(60),
        }
    }
}

/// What was last seen of each branch's history.
#[derive(Debug, Default)]
pub struct Histories {
    seen: Mutex<HashMap<String, Seen>>,
}

#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub kept: Kept,
    /// When a base could last not be taken.
    pub failed: Option<Instant>,
    pub is_shortened: bool,
}

/// A branch's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BranchHistory {
    /// The first moment that can be restored, by the sandbox's clock; none before the first base is taken.
    pub since: Option<DateTime<Utc>>,
    /// What it takes of the disk.
    pub bytes: u64,
    /// The window is shorter than the project's because of the limit of the disk.
    pub is_shortened: bool,
}

/// What the histories of a project's branches take of the disk together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProjectHistory {
    pub project_id: String,
    /// The project's name.
    pub name: String,
    pub bytes: u64,
    /// Beyond this the largest window is shortened.
    pub limit_bytes: u64,
    /// The names of branches whose windows are shorter than the project's because of that.
    pub shortened: Vec<String>,
}

impl Histories {
    pub fn failed(&self, branch_id: &str, at: Option<Instant>) {
        self.seen().entry(branch_id.to_owned()).or_default().failed = at;
    }

    /// A full disk is not tried again at every look.
    pub fn failed_lately(&self, branch_id: &str, within: Duration) -> bool {
        let failed = self.seen().get(branch_id).and_then(|it| it.failed);
        failed.is_some_and(|at| at.elapsed() < within)
    }

    /// Of branches that are gone.
    pub fn forget_unless(&self, exists: impl Fn(&str) -> bool) {
        self.seen().retain(|id, _| exists(id));
    }

    /// A restore takes a branch's data away, and its history with it.
    pub fn moved(&self, from: &str, to: Option<&str>) {
        let mut all = self.seen();
        let history = all.remove(from);
        if let (Some(to), Some(history)) = (to, history) {
            all.insert(to.to_owned(), history);
        }
    }

    pub fn kept(&self, branch_id: &str) -> Kept {
        let seen = self.seen();
        seen.get(branch_id)
            .map(|it| it.kept.clone())
            .unwrap_or_default()
    }

    pub fn seen(&self) -> MutexGuard<'_, HashMap<String, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

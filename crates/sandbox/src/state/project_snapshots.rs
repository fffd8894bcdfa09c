//! Which snapshots a project has, and when the next one is due.

use chrono::{DateTime, Utc};

use super::branch::{Branch, BranchState};
use super::model::PlatformState;
use super::snapshot::BackupSchedule;

impl Branch {
    /// When its schedule wants a snapshot, once it has data.
    pub fn next_snapshot(&self) -> Option<DateTime<Utc>> {
        let has_data = matches!(self.state, BranchState::Ready | BranchState::Archived);
        let schedule = self.backup_schedule.as_ref().filter(|_| has_data);
        schedule.and_then(BackupSchedule::next)
    }
}

impl PlatformState {
    pub fn snapshots_of<'a>(&'a self, project_id: &str) -> impl Iterator<Item = &'a Branch> {
        self.all_branches_of(project_id)
            .filter(|it| it.snapshot.is_some() && it.deleted.is_none())
    }
}

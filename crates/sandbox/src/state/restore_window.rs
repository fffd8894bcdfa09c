//! How far back a project's history goes.

use chrono::TimeDelta;

use super::model::PlatformState;
use super::temporary::ClaimStatus;

impl PlatformState {
    /// How far back a project's branches can be looked at and restored. None for one without a history, and for a
    /// temporary database until it is claimed.
    pub fn restore_window(&self, project_id: &str) -> Option<TimeDelta> {
        let temporary = self.temporary_of(project_id);
        if temporary.is_some_and(|it| it.status != ClaimStatus::Claimed) {
            return None;
        }
        let project = self.projects.get(project_id)?;
        TimeDelta::try_seconds(project.history_retention_seconds).filter(|it| !it.is_zero())
    }
}

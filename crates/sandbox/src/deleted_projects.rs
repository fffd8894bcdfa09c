//! Deleted projects that can still be recovered: the disk space that they hold, and their deletion for good.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::operation::refusal::Refusal;
use crate::operation::{Step, begin, housekeeping, wait_for_end};
use crate::shared::Shared;
use crate::space;
use crate::state::{PlatformState, Project};

/// The longest wait for the data of all named projects to be removed.
const PURGE_DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeletedProject {
    pub id: String,
    pub name: String,
    /// The disk space that its branches hold.
    pub bytes: u64,
    pub deleted_at: DateTime<Utc>,
    pub recoverable_until: DateTime<Utc>,
}

/// Why projects were not deleted for good.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PurgeError {
    #[error("{} is no deleted project that can be recovered", .0.escape_debug())]
    NotDeleted(String),
    #[error("the data of {} was not removed", .0.escape_debug())]
    NotRemoved(String),
}

impl PurgeError {
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NotDeleted(_) => "Nothing was deleted. GET /sandbox/deleted-projects lists them.",
            Self::NotRemoved(_) => "The project's operations say why. Try again.",
        }
    }
}

/// Lists the deleted projects, the first to expire first, with sizes that are measured for it.
pub async fn list(shared: &Arc<Shared>) -> Vec<DeletedProject> {
    space::measure_all(shared).await;
    let mut all: Vec<DeletedProject> = shared.store.read(|state| {
        let projects = state.projects.values();
        let deleted = projects.filter_map(|project| describe(shared, state, project));
        deleted.collect()
    });
    all.sort_by(|a, b| (a.recoverable_until, &a.id).cmp(&(b.recoverable_until, &b.id)));
    all
}

fn describe(shared: &Shared, state: &PlatformState, project: &Project) -> Option<DeletedProject> {
    let recoverable_until = project.recoverable_until().filter(|_| is_kept(project))?;
    let branches = state.all_branches_of(&project.id);
    let branches: HashSet<&str> = branches.map(|it| it.id.as_str()).collect();
    Some(DeletedProject {
        id: project.id.clone(),
        name: project.name.clone(),
        bytes: shared.space.bytes_of(&branches),
        deleted_at: project.deleted_at?,
        recoverable_until,
    })
}

/// Returns true for a deleted project whose data is still there.
fn is_kept(project: &Project) -> bool {
    project.deleted_at.is_some() && project.purged_at.is_none()
}

/// Deletes these deleted projects for good, with their data, and waits until it is gone. Returns what was deleted.
/// Nothing is deleted where one of the ids belongs to no deleted project.
pub async fn purge(
    shared: &Arc<Shared>,
    ids: &[String],
) -> Result<Vec<DeletedProject>, PurgeError> {
    let mut wanted = list(shared).await;
    if let Some(other) = ids.iter().find(|id| wanted.iter().all(|it| it.id != **id)) {
        return Err(PurgeError::NotDeleted(other.clone()));
    }
    wanted.retain(|it| ids.contains(&it.id));
    let mut begun = Vec::new();
    for project in &wanted {
        begun.extend(begin_purge(shared, &project.id).await);
    }
    wait_for_end(shared, PURGE_DEADLINE, &begun).await;
    space::measure_all(shared).await;
    let left = shared.store.read(|state| {
        let is_left = |it: &&DeletedProject| state.projects.get(&it.id).is_some_and(is_kept);
        wanted.iter().find(is_left).map(|it| it.name.clone())
    });
    match left {
        Some(name) => Err(PurgeError::NotRemoved(name)),
        None => Ok(wanted),
    }
}

/// Begins the operation that removes the project's data, unless the project was recovered meanwhile.
async fn begin_purge(shared: &Arc<Shared>, project_id: &str) -> Vec<String> {
    let id = project_id.to_owned();
    let begun = begin(shared, project_id, move |state| {
        let project = state.projects.get(&id).filter(|it| is_kept(it));
        Ok::<_, Refusal>(match project {
            Some(project) => {
                let removal = housekeeping::delete_tenant(state, project);
                Step::new(Vec::new(), vec![removal], ())
            }
            None => Step::unchanged(()),
        })
    });
    match begun.await {
        Ok(begun) => begun.into_iter().map(|it| it.id).collect(),
        Err(error) => {
            tracing::warn!(%error, project_id, "the purge of a deleted project was not begun");
            Vec::new()
        }
    }
}

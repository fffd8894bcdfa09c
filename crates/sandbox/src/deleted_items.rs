//! Deleted projects and branches that can still be recovered: the disk space that they hold, and their deletion for good.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::operation::refusal::Refusal;
use crate::operation::{Draft, Step, begin, housekeeping, wait_for_end};
use crate::shared::Shared;
use crate::space;
use crate::state::{Branch, PlatformState, Project};

/// The longest wait for the data of all named items to be removed.
const PURGE_DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeletedKind {
    Project,
    Branch,
}

/// A deleted project, or a deleted branch of a project that is not deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeletedItem {
    pub kind: DeletedKind,
    pub id: String,
    pub name: String,
    pub project_id: String,
    pub project_name: String,
    /// The disk space that its data holds.
    pub bytes: u64,
    pub deleted_at: DateTime<Utc>,
    pub recoverable_until: DateTime<Utc>,
}

/// Why nothing, or not all of it, was deleted for good.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PurgeError {
    #[error("{} is no deleted project or branch that can be recovered", .0.escape_debug())]
    NotDeleted(String),
    #[error("the data of {} was not removed", .0.escape_debug())]
    NotRemoved(String),
}

impl PurgeError {
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NotDeleted(_) => "Nothing was deleted. GET /sandbox/deleted-items lists them.",
            Self::NotRemoved(_) => "The project's operations say why. Try again.",
        }
    }
}

/// Lists the deleted projects and branches, the first to expire first, with sizes that are measured for it.
pub async fn list(shared: &Arc<Shared>) -> Vec<DeletedItem> {
    space::measure_all(shared).await;
    let now = shared.now();
    let mut all: Vec<DeletedItem> = shared.store.read(|state| {
        let projects = state.projects.values();
        let deleted = projects.flat_map(|project| match describe(shared, state, project) {
            Some(item) => vec![item],
            None => deleted_branches(shared, state, project, now),
        });
        deleted.collect()
    });
    all.sort_by(|a, b| (a.recoverable_until, &a.id).cmp(&(b.recoverable_until, &b.id)));
    all
}

fn describe(shared: &Shared, state: &PlatformState, project: &Project) -> Option<DeletedItem> {
    let recoverable_until = project.recoverable_until().filter(|_| is_kept(project))?;
    let branches = state.all_branches_of(&project.id);
    let branches: HashSet<&str> = branches.map(|it| it.id.as_str()).collect();
    Some(DeletedItem {
        kind: DeletedKind::Project,
        id: project.id.clone(),
        name: project.name.clone(),
        project_id: project.id.clone(),
        project_name: project.name.clone(),
        bytes: shared.space.bytes_of(&branches),
        deleted_at: project.deleted_at?,
        recoverable_until,
    })
}

/// The deleted branches of a project that is not deleted.
fn deleted_branches(
    shared: &Shared,
    state: &PlatformState,
    project: &Project,
    now: DateTime<Utc>,
) -> Vec<DeletedItem> {
    if project.deleted_at.is_some() {
        return Vec::new();
    }
    let all = state.all_branches_of(&project.id);
    let deleted = all.filter(|branch| is_purgeable(state, branch, now));
    deleted
        .filter_map(|branch| {
            let deleted = branch.deleted.as_ref()?;
            Some(DeletedItem {
                kind: DeletedKind::Branch,
                id: branch.id.clone(),
                name: branch.name.clone(),
                project_id: project.id.clone(),
                project_name: project.name.clone(),
                bytes: shared.space.bytes_of(&HashSet::from([branch.id.as_str()])),
                deleted_at: deleted.at,
                recoverable_until: deleted.until,
            })
        })
        .collect()
}

/// Returns true for a deleted project whose data is still there.
fn is_kept(project: &Project) -> bool {
    project.deleted_at.is_some() && project.purged_at.is_none()
}

/// Returns true for a deleted branch that can still be recovered and that no living branch has as its parent. A snapshot, and a
/// branch deleted with `hard_delete`, can't be recovered: the operation that removes its data has begun.
fn is_purgeable(state: &PlatformState, branch: &Branch, now: DateTime<Utc>) -> bool {
    let until = branch.deleted.as_ref().map(|it| it.until);
    until.is_some_and(|until| until > now)
        && branch.snapshot.is_none()
        && !state.has_children(branch)
}

/// Deletes these deleted projects and branches for good, with their data, and waits until it is gone. Returns what was deleted:
/// an item that was recovered meanwhile is left out. Nothing is deleted where one of the ids belongs to no deleted item.
pub async fn purge(shared: &Arc<Shared>, ids: &[String]) -> Result<Vec<DeletedItem>, PurgeError> {
    let mut wanted = list(shared).await;
    if let Some(other) = ids.iter().find(|id| wanted.iter().all(|it| it.id != **id)) {
        return Err(PurgeError::NotDeleted(other.clone()));
    }
    wanted.retain(|it| ids.contains(&it.id));
    let mut begun = Vec::new();
    for item in &wanted {
        begun.extend(begin_purge(shared, item).await);
    }
    wait_for_end(shared, PURGE_DEADLINE, &begun).await;
    space::measure_all(shared).await;
    let ends: Vec<End> = shared
        .store
        .read(|state| wanted.iter().map(|it| end(state, it)).collect());
    let mut purged = Vec::new();
    for (item, end) in wanted.into_iter().zip(ends) {
        match end {
            End::Purged => purged.push(item),
            End::Recovered => {}
            End::Left => return Err(PurgeError::NotRemoved(item.name)),
        }
    }
    Ok(purged)
}

/// What became of an item that was to be purged.
enum End {
    Purged,
    Recovered,
    Left,
}

fn end(state: &PlatformState, item: &DeletedItem) -> End {
    let is_deleted = match item.kind {
        DeletedKind::Project => {
            let project = state.projects.get(&item.id);
            let project = project.filter(|it| it.purged_at.is_none());
            project.map(|it| it.deleted_at.is_some())
        }
        DeletedKind::Branch => state.branches.get(&item.id).map(|it| it.deleted.is_some()),
    };
    match is_deleted {
        None => End::Purged,
        Some(false) => End::Recovered,
        Some(true) => End::Left,
    }
}

/// Begins the operation that removes the item's data, unless the item was recovered meanwhile.
async fn begin_purge(shared: &Arc<Shared>, item: &DeletedItem) -> Vec<String> {
    let (wanted, now) = (item.clone(), shared.now());
    let begun = begin(shared, &item.project_id, move |state| {
        Ok::<_, Refusal>(match removal(state, &wanted, now) {
            Some(removal) => Step::new(Vec::new(), vec![removal], ()),
            None => Step::unchanged(()),
        })
    });
    match begun.await {
        Ok(begun) => begun.into_iter().map(|it| it.id).collect(),
        Err(error) => {
            tracing::warn!(%error, id = item.id, "the purge of a deleted item was not begun");
            Vec::new()
        }
    }
}

fn removal(state: &PlatformState, item: &DeletedItem, now: DateTime<Utc>) -> Option<Draft> {
    let project = state.projects.get(&item.project_id)?;
    match item.kind {
        DeletedKind::Project if is_kept(project) => {
            Some(housekeeping::delete_tenant(state, project))
        }
        DeletedKind::Branch if project.deleted_at.is_none() => {
            let branch = state.branches.get(&item.id);
            let branch = branch.filter(|it| is_purgeable(state, it, now));
            branch.map(housekeeping::delete_timeline)
        }
        _ => None,
    }
}

//! Does what the plan says is due.

use std::convert::Infallible;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::plan::{Due, is_due};
use crate::operation::computes::retired;
use crate::operation::refusal::Refusal;
use crate::operation::{Draft, NewSnapshot, Step, begin, housekeeping, snapshot_removal};
use crate::provision::remove_projects;
use crate::room::check_capacity;
use crate::shared::Shared;
use crate::state::project::RECOVERY;
use crate::state::temporary;
use crate::state::{
    Action, BackupSchedule, Branch, Delete, Deleted, DeletedBy, PlatformState, Record, Task,
};

/// How many operations one transaction deletes, so that requests need not wait long for it.
const BATCH: usize = 2_000;

/// Returns the ids of the operations that this began.
pub async fn act(shared: &Arc<Shared>, now: DateTime<Utc>, due: Vec<Due>) -> Vec<String> {
    let (mut begun, mut removed, mut forgotten) = (Vec::new(), Vec::new(), Vec::new());
    for one in due {
        match one {
            Due::ReleaseClaim { id, project_id } => {
                release_claim(shared, id, now).await;
                tracing::info!(
                    project_id,
                    "an unconfirmed claim expired: the project is temporary again"
                );
            }
            Due::Expire { project_id } => {
                tracing::info!(project_id, "a temporary database expired");
                removed.push(project_id);
            }
            Due::Forget { project_id } => removed.push(project_id),
            Due::ForgetOperations { ids } => forgotten.extend(ids),
            Due::Purge { ref project_id }
            | Due::PurgeBranch { ref project_id, .. }
            | Due::ExpireBranch { ref project_id, .. }
            | Due::ExpireSnapshot { ref project_id, .. }
            | Due::TakeSnapshot { ref project_id, .. }
            | Due::Archive { ref project_id, .. }
            | Due::Detach { ref project_id } => {
                let project_id = project_id.clone();
                begun.extend(begin_due(shared, &project_id, one, now).await);
            }
        }
    }
    remove_projects(shared, removed).await;
    for ids in forgotten.chunks(BATCH) {
        let gone = ids.iter().cloned();
        let gone = gone
            .map(|id| Record::Delete(Delete::Operation(id)))
            .collect();
        commit(shared, move |_| gone).await;
    }
    begun
}

async fn begin_due(
    shared: &Arc<Shared>,
    project_id: &str,
    due: Due,
    now: DateTime<Utc>,
) -> Vec<String> {
    let id = project_id.to_owned();
    let snapshot_id = match &due {
        Due::TakeSnapshot { branch_id, .. } => snapshot_id(shared, branch_id).await,
        _ => None,
    };
    // The plan was made before this transaction. A request may have changed the project since.
    let begun = begin(shared, project_id, move |state| {
        let step = is_due(state, now, &id, &due).then(|| step(state, &id, &due, snapshot_id, now));
        Ok::<_, Refusal>(step.flatten().unwrap_or_else(|| Step::unchanged(())))
    });
    match begun.await {
        Ok(begun) => begun.into_iter().map(|it| it.id).collect(),
        Err(_) => Vec::new(),
    }
}

/// None where the disk has no room for a snapshot: the schedule goes on with the next one.
async fn snapshot_id(shared: &Arc<Shared>, branch_id: &str) -> Option<String> {
    let id = shared.random.snapshot_id();
    match check_capacity(shared, Some(branch_id), &id).await {
        Ok(()) => Some(id),
        Err(error) => {
            tracing::warn!(branch_id, %error, "a scheduled snapshot was left out");
            None
        }
    }
}

fn step(
    state: &PlatformState,
    project_id: &str,
    due: &Due,
    snapshot_id: Option<String>,
    now: DateTime<Utc>,
) -> Option<Step<()>> {
    let project = state.projects.get(project_id)?;
    let branch = |id: &String| state.branches.get(id);
    let (records, drafts) = match due {
        Due::Purge { .. } => (
            Vec::new(),
            vec![housekeeping::delete_tenant(state, project)],
        ),
        Due::Detach { .. } => (
            Vec::new(),
            vec![housekeeping::of_project(Action::TenantDetach)],
        ),
        Due::PurgeBranch { branch_id, .. } => (
            Vec::new(),
            vec![housekeeping::delete_timeline(branch(branch_id)?)],
        ),
        Due::Archive { branch_id, .. } => (
            Vec::new(),
            vec![Draft::on_branch(
                Action::TimelineArchive,
                branch_id,
                Task::RecordOnly,
            )],
        ),
        Due::ExpireBranch { branch_id, .. } => expired(state, branch(branch_id)?, now),
        Due::ExpireSnapshot { branch_id, .. } => {
            return Some(snapshot_removal(branch(branch_id)?, now, DeletedBy::Ttl));
        }
        Due::TakeSnapshot { branch_id, .. } => {
            scheduled(state, branch(branch_id)?, snapshot_id, now)
        }
        Due::ReleaseClaim { .. }
        | Due::Expire { .. }
        | Due::Forget { .. }
        | Due::ForgetOperations { .. } => return None,
    };
    Some(Step::new(records, drafts, ()))
}

/// Deletes a branch as a request does, so that it can be recovered for as long.
fn expired(
    state: &PlatformState,
    branch: &Branch,
    now: DateTime<Utc>,
) -> (Vec<Record>, Vec<Draft>) {
    let deleted = Branch {
        deleted: Some(Deleted {
            at: now,
            until: now + RECOVERY,
            by: DeletedBy::Ttl,
        }),
        updated_at: now,
        ..branch.clone()
    };
    let endpoints = state.endpoints_of_branch(&branch.id);
    let mut drafts: Vec<Draft> = endpoints.map(retired).collect();
    let action = Action::DeleteTimeline;
    drafts.push(Draft::on_branch(action, &branch.id, Task::RecordOnly));
    (vec![Record::Branch(deleted)], drafts)
}

fn scheduled(
    state: &PlatformState,
    branch: &Branch,
    snapshot_id: Option<String>,
    now: DateTime<Utc>,
) -> (Vec<Record>, Vec<Draft>) {
    let Some(schedule) = branch.backup_schedule.clone() else {
        return (Vec::new(), Vec::new());
    };
    let expires_at = schedule.expires_at(now);
    // What was missed while the sandbox did not run is not made up for.
    let carried_out = Record::Branch(Branch {
        backup_schedule: Some(BackupSchedule {
            since: now,
            ..schedule
        }),
        ..branch.clone()
    });
    let Some(id) = snapshot_id else {
        return (vec![carried_out], Vec::new());
    };
    let new = NewSnapshot {
        id,
        name: None,
        at: None,
        expires_at,
        manual: false,
        created_by: None,
        now,
    };
    let mut step = new.step(state, branch);
    step.records.push(carried_out);
    (step.records, step.operations)
}

async fn release_claim(shared: &Shared, id: Uuid, now: DateTime<Utc>) {
    commit(shared, move |state| {
        let claim = state.temporaries.get(&id);
        let claim = claim.filter(|it| it.due(now) == temporary::Due::ReleaseClaim);
        let records = claim.and_then(|it| it.release_claim(now).ok());
        records.unwrap_or_default()
    })
    .await;
}

async fn commit(
    shared: &Shared,
    decide: impl FnOnce(&PlatformState) -> Vec<Record> + Send + 'static,
) {
    let committed = shared
        .store
        .change(move |state| Ok::<_, Infallible>((decide(state), ())));
    if let Err(error) = committed.await {
        tracing::error!(%error, "a change that was due by time could not be stored");
    }
    shared.changed.notify();
}

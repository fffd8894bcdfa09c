//! Ends operations, or has them tried again after a failure.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::sleep;

use super::commit::{commit_operation, notify};
use super::data;
use super::effect::{Effect, abandoned, nothing};
use super::error::TaskError;
use super::sync_from_server::sync_in_background;
use crate::provision;
use crate::shared::Shared;
use crate::state::{BranchState, ChangeError, Operation, PlatformState, Record, Status, Task};

const RETRY_DELAY: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndOutcome {
    Written,
    /// The disk refuses it.
    StoreFailed,
    /// The function that decides its effect panicked.
    Panicked,
    /// It was removed meanwhile, with its project.
    Missing,
}

/// Notes a failure: it is tried again after a while, and given up after so many attempts.
pub async fn fail(shared: &Arc<Shared>, operation: Operation, why: &str, attempts: i32) {
    tracing::warn!(operation = %operation.id, action = ?operation.action, why, "an operation failed");
    let failures_count = operation.failures_count + 1;
    let failed = Operation {
        failures_count,
        error: Some(why.to_owned()),
        ..operation
    };
    if failures_count >= attempts {
        let why = failed.error.clone();
        return give_up(shared, &failed, Status::Error, why).await;
    }
    let now = shared.now();
    let wait = TimeDelta::seconds(1 << failures_count.min(5));
    let failed = Operation {
        status: Status::Failed,
        retry_at: Some(now + wait),
        updated_at: now,
        ..failed
    };
    commit_operation(shared, failed).await;
}

/// Ends an operation whose work is not done.
pub async fn give_up(
    shared: &Arc<Shared>,
    operation: &Operation,
    status: Status,
    error: Option<String>,
) {
    if let Err(why) = undo(shared, operation).await {
        // Ended only when the branch has its data again.
        tracing::error!(operation = %operation.id, %why, "a failed restore could not be undone yet; it is tried again");
        let now = shared.now();
        let waits = Operation {
            status: Status::Failed,
            retry_at: Some(now + TimeDelta::seconds(32)),
            updated_at: now,
            ..operation.clone()
        };
        commit_operation(shared, waits).await;
        return;
    }
    let effect = abandoned(operation, shared.now());
    match end(shared, operation, status, error.clone(), effect).await {
        EndOutcome::Written | EndOutcome::Missing => {}
        EndOutcome::StoreFailed => sleep(RETRY_DELAY).await,
        // Without its effect, which panics, so that it ends at all.
        EndOutcome::Panicked => {
            end(shared, operation, status, error, nothing()).await;
        }
    }
    if let (Task::ApplyConfig(_), Some(branch)) = (&operation.task, &operation.branch_id) {
        sync_in_background(shared, branch.clone());
    }
}

/// Moves a branch's data back to where it was before an interrupted restore.
async fn undo(shared: &Arc<Shared>, operation: &Operation) -> Result<(), TaskError> {
    let (Some(servers), Some(to)) = (&shared.servers, &operation.branch_id) else {
        return Ok(());
    };
    match &operation.task {
        Task::Restore { preserve_as, .. } => {
            data::undo_restore(shared, servers, to, preserve_as.as_deref()).await
        }
        // Its record goes, and the data with it.
        Task::CreateBranch { .. } if is_unborn_snapshot(shared, to) => {
            data::remove(shared, std::slice::from_ref(to)).await
        }
        _ => Ok(()),
    }
}

fn is_unborn_snapshot(shared: &Shared, branch_id: &str) -> bool {
    shared.store.read(|state| {
        let found = state.branches.get(branch_id);
        found.is_some_and(|it| it.snapshot.is_some() && it.state == BranchState::Init)
    })
}

/// The branch's computes take what has changed: its data may be whole now.
fn apply_settings(shared: &Shared, operation: &Operation) {
    let Some(branch) = operation.branch_id.as_deref() else {
        return;
    };
    for endpoint in shared
        .store
        .read(|state| state.endpoint_ids_of_branch(branch))
    {
        provision::computes::apply_settings(shared, &endpoint);
    }
}

/// The operation's end, with what it changed. When it was given up or cancelled, what its call
/// began after it is cancelled.
pub async fn end(
    shared: &Arc<Shared>,
    operation: &Operation,
    status: Status,
    error: Option<String>,
    effect: Effect,
) -> EndOutcome {
    let now = shared.now();
    let ended = operation.ended(status, error, now);
    let changed = shared.store.change(move |state| {
        if !state.operations.contains_key(&ended.id) {
            return Ok::<_, Infallible>((Vec::new(), EndOutcome::Missing));
        }
        let mut records = effect(state);
        if matches!(ended.status, Status::Error | Status::Cancelled) {
            records.extend(cancel_rest_of_batch(state, &ended, now));
        }
        records.push(Record::Operation(ended));
        Ok((records, EndOutcome::Written))
    });
    let ended = match changed.await {
        Ok(ended) => ended,
        Err(ChangeError::Stopping) => EndOutcome::Panicked,
        Err(error) => {
            tracing::error!(%error, "the end of an operation was not stored");
            EndOutcome::StoreFailed
        }
    };
    apply_settings(shared, operation);
    notify(shared);
    ended
}

fn cancel_rest_of_batch(
    state: &PlatformState,
    ended: &Operation,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let rest = state
        .open_operations_of(&ended.project_id)
        .filter(|it| it.batch_id == ended.batch_id && it.id != ended.id);
    rest.flat_map(|it| {
        let mut records = abandoned(it, now)(state);
        records.push(Record::Operation(Operation {
            status: Status::Cancelled,
            updated_at: now,
            ..it.clone()
        }));
        records
    })
    .collect()
}

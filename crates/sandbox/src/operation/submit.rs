use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::draft::{Draft, Step};
use super::refusal::Refusal;
use super::run;
use crate::commit::{CommitFailed, commit};
use crate::shared::Shared;
use crate::state::{Operation, PlatformState, Record, Status};

/// Refuses a call while the project has operations that it would run into.
pub fn must_be_free(state: &PlatformState, project_id: &str) -> Result<(), Refusal> {
    match state.is_locked(project_id) {
        true => Err(Refusal::Locked),
        false => Ok(()),
    }
}

/// Decides a call on the present state, stores it with its operations, and sets them going.
/// A project that is locked refuses it with 423 when it has operations that would run into those under way.
pub async fn submit<T, E>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&PlatformState) -> Result<Step<T>, E> + Send + 'static,
) -> Result<(T, Vec<Operation>), E>
where
    T: Send + 'static,
    E: From<Refusal> + From<CommitFailed> + Send + 'static,
{
    write(shared, project_id, |state, id| {
        let step = decide(state)?;
        if step.operations.iter().any(Draft::conflicts) {
            must_be_free(state, id)?;
        }
        let first = match state.is_locked(id) {
            true => Status::Scheduling,
            false => Status::Running,
        };
        Ok((step, first))
    })
    .await
}

/// Sets operations of the platform itself going, behind whatever else the project is doing.
pub async fn begin<E>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&PlatformState) -> Result<Step<()>, E> + Send + 'static,
) -> Result<Vec<Operation>, E>
where
    E: From<Refusal> + From<CommitFailed> + Send + 'static,
{
    let begun = write(shared, project_id, |state, _| {
        Ok((decide(state)?, Status::Scheduling))
    });
    begun.await.map(|((), operations)| operations)
}

async fn write<T, E>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&PlatformState, &str) -> Result<(Step<T>, Status), E> + Send + 'static,
) -> Result<(T, Vec<Operation>), E>
where
    T: Send + 'static,
    E: From<Refusal> + From<CommitFailed> + Send + 'static,
{
    let (random, now) = (Arc::clone(&shared.random), shared.now());
    let id = project_id.to_owned();
    let decided = commit(shared, move |state| {
        let (step, first) = decide(state, &id)?;
        let Step {
            mut records,
            operations: drafts,
            value,
        } = step;
        let batch_id = random.uuid();
        let moment = next_created_at(state, &id, now);
        let operations: Vec<Operation> = drafts
            .into_iter()
            .zip(0..)
            .map(|(draft, at)| Operation {
                status: if at == 0 { first } else { Status::Scheduling },
                created_at: moment + TimeDelta::microseconds(at),
                ..draft.into_running(random.uuid(), &id, &batch_id, now)
            })
            .collect();
        records.extend(operations.iter().cloned().map(Record::Operation));
        Ok::<_, E>((records, (value, operations)))
    });
    let (value, operations) = decided.await?;
    if !operations.is_empty() {
        run::wake_engine(shared, project_id);
    }
    Ok((value, operations))
}

/// After every operation of the project, so that the list's order is the order of their calls.
pub(super) fn next_created_at(
    state: &PlatformState,
    project_id: &str,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let last = state.operations_of(project_id).next_back();
    last.map_or(now, |last| {
        now.max(last.created_at + TimeDelta::microseconds(1))
    })
}

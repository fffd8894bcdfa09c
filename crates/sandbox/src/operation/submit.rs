use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::draft::Step;
use super::refusal::Refusal;
use super::run;
use crate::keep::{NotKept, keep};
use crate::shared::Shared;
use crate::world::{Operation, Row, Status, World};

/// Refuses a call while the project has operations that it would run into.
pub fn must_be_free(world: &World, project_id: &str) -> Result<(), Refusal> {
    match world.is_locked(project_id) {
        true => Err(Refusal::Locked),
        false => Ok(()),
    }
}

/// Decides a call on the present world, writes it down with its operations, and sets them going.
/// A project that is locked refuses it with 423 when it has operations of its own.
pub async fn submit<T, E>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&World) -> Result<Step<T>, E> + Send + 'static,
) -> Result<(T, Vec<Operation>), E>
where
    T: Send + 'static,
    E: From<Refusal> + From<NotKept> + Send + 'static,
{
    write(shared, project_id, Status::Running, |world, id| {
        let step = decide(world)?;
        if !step.operations.is_empty() {
            must_be_free(world, id)?;
        }
        Ok(step)
    })
    .await
}

/// Sets operations of the platform itself going, behind whatever else the project is doing.
pub async fn begin<E>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&World) -> Result<Step<()>, E> + Send + 'static,
) -> Result<Vec<Operation>, E>
where
    E: From<Refusal> + From<NotKept> + Send + 'static,
{
    let begun = write(shared, project_id, Status::Scheduling, |world, _| {
        decide(world)
    });
    begun.await.map(|((), operations)| operations)
}

async fn write<T, E>(
    shared: &Arc<Shared>,
    project_id: &str,
    first: Status,
    decide: impl FnOnce(&World, &str) -> Result<Step<T>, E> + Send + 'static,
) -> Result<(T, Vec<Operation>), E>
where
    T: Send + 'static,
    E: From<Refusal> + From<NotKept> + Send + 'static,
{
    let (random, now) = (Arc::clone(&shared.random), shared.now());
    let id = project_id.to_owned();
    let decided = keep(shared, move |world| {
        let Step {
            mut rows,
            operations: drafts,
            value,
        } = decide(world, &id)?;
        let chain = random.uuid();
        let moment = first_moment(world, &id, now);
        let operations: Vec<Operation> = drafts
            .into_iter()
            .zip(0..)
            .map(|(draft, at)| Operation {
                status: if at == 0 { first } else { Status::Scheduling },
                created_at: moment + TimeDelta::microseconds(at),
                ..draft.begun(random.uuid(), &id, &chain, now)
            })
            .collect();
        rows.extend(operations.iter().cloned().map(Row::Operation));
        Ok::<_, E>((rows, (value, operations)))
    });
    let (value, operations) = decided.await?;
    if !operations.is_empty() {
        run::wake(shared, project_id);
    }
    Ok((value, operations))
}

/// After every operation of the project, so that the list's order is the order of their calls.
pub(super) fn first_moment(world: &World, project_id: &str, now: DateTime<Utc>) -> DateTime<Utc> {
    let last = world.operations_of(project_id).next_back();
    last.map_or(now, |last| {
        now.max(last.created_at + TimeDelta::microseconds(1))
    })
}

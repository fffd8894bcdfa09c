use std::sync::Arc;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};

use super::engine;
use crate::keep::keep;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::world::{Action, Operation, Row, Status, Task, World};

/// An operation before it has an id.
#[derive(Debug, Clone)]
pub struct Draft {
    pub action: Action,
    pub branch_id: Option<String>,
    pub endpoint_id: Option<String>,
    pub task: Task,
}

impl Draft {
    pub fn on_branch(action: Action, branch_id: &str, task: Task) -> Self {
        Self {
            action,
            branch_id: Some(branch_id.to_owned()),
            endpoint_id: None,
            task,
        }
    }

    pub fn on_endpoint(action: Action, branch_id: &str, endpoint_id: &str, task: Task) -> Self {
        Self {
            endpoint_id: Some(endpoint_id.to_owned()),
            ..Self::on_branch(action, branch_id, task)
        }
    }

    /// The operation, running since now.
    pub fn begun(self, id: String, project_id: &str, chain: &str, now: DateTime<Utc>) -> Operation {
        Operation {
            id,
            project_id: project_id.to_owned(),
            branch_id: self.branch_id,
            endpoint_id: self.endpoint_id,
            action: self.action,
            status: Status::Running,
            error: None,
            failures_count: 0,
            retry_at: None,
            created_at: now,
            updated_at: now,
            total_duration_ms: 0,
            chain: chain.to_owned(),
            task: self.task,
        }
    }
}

/// What a call does: rows that are there at once, operations that follow, and a value for the
/// reply.
#[derive(Debug)]
pub struct Step<T> {
    pub rows: Vec<Row>,
    pub operations: Vec<Draft>,
    pub value: T,
}

impl<T> Step<T> {
    pub fn new(rows: Vec<Row>, operations: Vec<Draft>, value: T) -> Self {
        Self {
            rows,
            operations,
            value,
        }
    }
}

/// Refuses a call while the project has operations that it would run into.
pub fn must_be_free(world: &World, project_id: &str) -> Result<(), Failure> {
    if world.is_locked(project_id) {
        return Err(Failure::new(
            StatusCode::LOCKED,
            "project already has running conflicting operations, scheduling of new ones is prohibited",
        ));
    }
    Ok(())
}

/// Decides a call on the present world, writes it down with its operations, and sets them going.
/// A project that is locked refuses it with 423 when it has operations of its own.
pub async fn submit<T: Send + 'static>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&World) -> Result<Step<T>, Failure> + Send + 'static,
) -> Result<(T, Vec<Operation>), Failure> {
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
pub async fn begin(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&World) -> Result<Step<()>, Failure> + Send + 'static,
) -> Result<Vec<Operation>, Failure> {
    let begun = write(shared, project_id, Status::Scheduling, |world, _| {
        decide(world)
    });
    begun.await.map(|((), operations)| operations)
}

async fn write<T: Send + 'static>(
    shared: &Arc<Shared>,
    project_id: &str,
    first: Status,
    decide: impl FnOnce(&World, &str) -> Result<Step<T>, Failure> + Send + 'static,
) -> Result<(T, Vec<Operation>), Failure> {
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
        Ok((rows, (value, operations)))
    });
    let (value, operations) = decided.await?;
    if !operations.is_empty() {
        engine::wake(shared, project_id);
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

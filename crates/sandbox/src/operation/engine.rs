//! Runs operations: one a project at a time, projects beside one another.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use super::fault::{OperationFaults, Trouble};
use super::perform::{self, Effect, TaskError, nothing};
use crate::shared::Shared;
use crate::world::{Operation, Row, Status, Task, World};

/// How many projects' operations work at once.
const AT_ONCE: usize = 6;
/// How often an operation is tried before it is given up.
const ATTEMPTS: i32 = 6;
const LONGEST_NAP: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub struct Engine {
    pub faults: OperationFaults,
    running: Mutex<HashSet<String>>,
    /// Tells that there is more to do.
    nudge: watch::Sender<()>,
    places: Semaphore,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            faults: OperationFaults::default(),
            running: Mutex::default(),
            nudge: watch::Sender::new(()),
            places: Semaphore::new(AT_ONCE),
        }
    }
}

impl Engine {
    fn running(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sees to it that the project's open operations are worked on.
pub fn wake(shared: &Arc<Shared>, project_id: &str) {
    if !shared.engine.running().insert(project_id.to_owned()) {
        shared.engine.nudge.send_replace(());
        return;
    }
    let (this, project) = (Arc::clone(shared), project_id.to_owned());
    shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => {}
            () = run(&this, &project) => {}
        }
    });
}

/// Works until the project has no open operation left.
async fn run(shared: &Arc<Shared>, project_id: &str) {
    let mut nudges = shared.engine.nudge.subscribe();
    let mut moves = shared.clock.moves();
    loop {
        let now = shared.now();
        let next = shared.catalogue.read(|world| {
            let next = next(world, project_id, now);
            // Decided while nobody writes: who adds an operation wakes the engine after it.
            if matches!(next, Next::Nothing) {
                shared.engine.running().remove(project_id);
            }
            next
        });
        match next {
            Next::Work(operation) => step(shared, *operation).await,
            Next::Wait(until) => {
                let left = (until - now).to_std().unwrap_or_default();
                tokio::select! {
                    _ = nudges.changed() => {}
                    _ = moves.changed() => {}
                    () = sleep(left.min(LONGEST_NAP)) => {}
                }
            }
            Next::Nothing => return,
        }
    }
}

#[derive(Debug)]
enum Next {
    Work(Box<Operation>),
    Wait(DateTime<Utc>),
    Nothing,
}

/// The oldest operation that can go on. One that waits to be tried again keeps only those of its
/// own call waiting.
fn next(world: &World, project_id: &str, now: DateTime<Utc>) -> Next {
    let mut held_back: HashSet<&str> = HashSet::new();
    let mut earliest: Option<DateTime<Utc>> = None;
    for operation in world.open_operations_of(project_id) {
        if operation.task == Task::Observed || held_back.contains(operation.chain.as_str()) {
            continue;
        }
        match operation.retry_at {
            Some(at) if operation.status == Status::Failed && at > now => {
                held_back.insert(&operation.chain);
                earliest = Some(earliest.map_or(at, |other| other.min(at)));
            }
            _ => return Next::Work(Box::new(operation.clone())),
        }
    }
    earliest.map_or(Next::Nothing, Next::Wait)
}

async fn wait_until(shared: &Shared, until: DateTime<Utc>) {
    let mut moves = shared.clock.moves();
    loop {
        let left = (until - shared.now()).to_std().unwrap_or_default();
        if left.is_zero() {
            return;
        }
        tokio::select! {
            _ = moves.changed() => {}
            () = sleep(left.min(LONGEST_NAP)) => {}
        }
    }
}

/// One operation from where it stands to its next status.
async fn step(shared: &Arc<Shared>, operation: Operation) {
    if operation.status == Status::Cancelling {
        return end(shared, &operation, Status::Cancelled, None, nothing()).await;
    }
    let begun = shared.now();
    let operation = Operation {
        status: Status::Running,
        retry_at: None,
        updated_at: begun,
        ..operation
    };
    keep(shared, vec![Row::Operation(operation.clone())]).await;
    let trouble = shared.engine.faults.next(&operation);
    if let Some(Trouble::Hold { seconds }) = trouble {
        wait_until(shared, begun + TimeDelta::seconds(i64::from(seconds))).await;
    }
    let pace = TimeDelta::from_std(shared.config.operation_pace).unwrap_or_default();
    match trouble {
        Some(Trouble::Skip) => {
            end(shared, &operation, Status::Skipped, None, nothing()).await;
        }
        Some(Trouble::Cancel) => {
            let cancelling = Operation {
                status: Status::Cancelling,
                updated_at: shared.now(),
                ..operation
            };
            keep(shared, vec![Row::Operation(cancelling)]).await;
            wait_until(shared, shared.now() + pace).await;
        }
        Some(Trouble::Fail) => fail(shared, operation, "this failure was ordered").await,
        Some(Trouble::GiveUp) => {
            let why = Some("this failure was ordered".to_owned());
            end(shared, &operation, Status::Error, why, nothing()).await;
        }
        None | Some(Trouble::Hold { .. }) => {
            let done = {
                let _place = shared.engine.places.acquire().await;
                perform::perform(shared, &operation).await
            };
            wait_until(shared, begun + pace).await;
            match done {
                Ok(effect) => end(shared, &operation, Status::Finished, None, effect).await,
                Err(TaskError::Stopping) => {
                    // Taken up at the next start.
                    shared.stop.cancelled().await;
                }
                Err(error) => fail(shared, operation, &error.told()).await,
            }
        }
    }
}

/// Notes a failure: it is tried again after a while, and given up after some times.
async fn fail(shared: &Arc<Shared>, operation: Operation, why: &str) {
    tracing::warn!(operation = %operation.id, action = ?operation.action, why, "an operation failed");
    let failures_count = operation.failures_count + 1;
    let failed = Operation {
        failures_count,
        error: Some(why.to_owned()),
        ..operation
    };
    if failures_count >= ATTEMPTS {
        return end(
            shared,
            &failed,
            Status::Error,
            failed.error.clone(),
            nothing(),
        )
        .await;
    }
    let now = shared.now();
    let wait = TimeDelta::seconds(1 << failures_count.min(5));
    let failed = Operation {
        status: Status::Failed,
        retry_at: Some(now + wait),
        updated_at: now,
        ..failed
    };
    keep(shared, vec![Row::Operation(failed)]).await;
}

/// The operation's end, with what it changed. When it did not finish, what its call began after
/// it is cancelled.
async fn end(
    shared: &Arc<Shared>,
    operation: &Operation,
    status: Status,
    error: Option<String>,
    effect: Effect,
) {
    let now = shared.now();
    let ended = Operation {
        status,
        error,
        retry_at: None,
        updated_at: now,
        total_duration_ms: duration(operation, now),
        ..operation.clone()
    };
    let changed = shared.catalogue.change(move |world| {
        let mut rows = effect(world);
        rows.push(Row::Operation(ended.clone()));
        if matches!(ended.status, Status::Error | Status::Cancelled) {
            let rest = world
                .open_operations_of(&ended.project_id)
                .filter(|it| it.chain == ended.chain && it.id != ended.id);
            rows.extend(rest.map(|it| {
                Row::Operation(Operation {
                    status: Status::Cancelled,
                    updated_at: now,
                    ..it.clone()
                })
            }));
        }
        Ok::<_, Infallible>((rows, ()))
    });
    if let Err(error) = changed.await {
        tracing::error!(%error, "the end of an operation was not written down");
        sleep(Duration::from_secs(1)).await;
    }
    shared.changed.notify();
}

/// Counted from its beginning; an operation that lasts at all shows at least a millisecond.
fn duration(operation: &Operation, now: DateTime<Utc>) -> i32 {
    let lasted = (now - operation.created_at).num_milliseconds().max(1);
    i32::try_from(lasted).unwrap_or(i32::MAX)
}

async fn keep(shared: &Shared, rows: Vec<Row>) {
    let kept = shared
        .catalogue
        .change(move |_| Ok::<_, Infallible>((rows, ())));
    if let Err(error) = kept.await {
        tracing::error!(%error, "a step of an operation was not written down");
    }
    shared.changed.notify();
}

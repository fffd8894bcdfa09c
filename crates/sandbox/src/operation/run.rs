//! Runs operations: one a project at a time, projects beside one another. Computes that one request stops for good are
//! stopped side by side.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;
use futures::future::join_all;
use tokio::time::{sleep, timeout};

use super::commit::commit_operation;
use super::effect::Effect;
use super::ending::{EndOutcome, end, fail, give_up};
use super::error::{MAX_ATTEMPTS, TaskError};
use super::fault::FaultKind;
use super::perform;
use crate::shared::Shared;
use crate::state::{Operation, PlatformState, Status, Task};

const MAX_SLEEP: Duration = Duration::from_secs(30);
/// Longer than any operation takes; one that hangs is tried again.
const TASK_DEADLINE: Duration = Duration::from_secs(15 * 60);
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Waits for a condition that running operations bring about; returns whether it held in time.
pub async fn wait_for(
    shared: &Shared,
    within: Duration,
    mut is_so: impl FnMut(&PlatformState) -> bool,
) -> bool {
    let mut noted = shared.engine.status_changed.subscribe();
    let waiting = async {
        while !shared.store.read(&mut is_so) {
            if noted.changed().await.is_err() {
                return;
            }
        }
    };
    timeout(within, waiting).await.is_ok()
}

/// Waits until operations have ended; returns whether that was in time. One that is gone has ended.
pub async fn wait_for_end(shared: &Shared, within: Duration, ids: &[String]) -> bool {
    wait_for(shared, within, |state| {
        let mut found = ids.iter().filter_map(|id| state.operations.get(id));
        found.all(|it| it.status.is_terminal())
    })
    .await
}

/// Has the project's open operations run: starts its task, or makes a running one read the state
/// again.
pub fn wake_engine(shared: &Arc<Shared>, project_id: &str) {
    if !shared.engine.running().insert(project_id.to_owned()) {
        shared.engine.nudge.send_replace(());
        return;
    }
    let (this, project) = (Arc::clone(shared), project_id.to_owned());
    shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => {}
            () = work(&this, &project) => {}
        }
    });
}

/// Restarts the run after a panic, so that no operation stays open.
async fn work(shared: &Arc<Shared>, project_id: &str) {
    let running = || AssertUnwindSafe(run(shared, project_id)).catch_unwind();
    while running().await.is_err() {
        tracing::error!(
            project_id,
            "a project's operations panicked and are started again"
        );
        sleep(RETRY_DELAY).await;
    }
}

/// Works until the project has no open operation left.
async fn run(shared: &Arc<Shared>, project_id: &str) {
    let mut nudges = shared.engine.nudge.subscribe();
    let mut moves = shared.clock.moves();
    loop {
        let now = shared.now();
        let next = shared.store.read(|state| {
            let next = next(state, project_id, now);
            // Within this read, as nobody can write meanwhile: an operation that is added after it
            // wakes the engine again, which then finds no running task.
            if matches!(next, NextStep::Nothing) {
                shared.engine.running().remove(project_id);
            }
            next
        });
        match next {
            NextStep::Work(operations) => {
                join_all(operations.into_iter().map(|it| step(shared, it))).await;
            }
            NextStep::Wait(until) => {
                let left = (until - now).to_std().unwrap_or_default();
                tokio::select! {
                    _ = nudges.changed() => {}
                    _ = moves.changed() => {}
                    () = sleep(left.min(MAX_SLEEP)) => {}
                }
            }
            NextStep::Nothing => return,
        }
    }
}

#[derive(Debug)]
enum NextStep {
    /// One operation, or several that wait for nothing of each other.
    Work(Vec<Operation>),
    Wait(DateTime<Utc>),
    Nothing,
}

/// The oldest operation that can go on. One that waits to be tried again holds back only those of the
/// same request.
fn next(state: &PlatformState, project_id: &str, now: DateTime<Utc>) -> NextStep {
    let mut held_back: HashSet<&str> = HashSet::new();
    let mut earliest: Option<DateTime<Utc>> = None;
    for operation in state.open_operations_of(project_id) {
        if operation.task == Task::External || held_back.contains(operation.batch_id.as_str()) {
            continue;
        }
        match operation.retry_at {
            Some(at) if operation.status == Status::Failed && at > now => {
                held_back.insert(&operation.batch_id);
                earliest = Some(earliest.map_or(at, |other| other.min(at)));
            }
            _ => return NextStep::Work(side_by_side(state, operation, now)),
        }
    }
    earliest.map_or(NextStep::Nothing, NextStep::Wait)
}

/// The operation, with those that stop computes for good for the same request where it does that too.
fn side_by_side(state: &PlatformState, first: &Operation, now: DateTime<Utc>) -> Vec<Operation> {
    if first.task != Task::RetireCompute || first.status == Status::Cancelling {
        return vec![first.clone()];
    }
    let waits = |it: &Operation| it.retry_at.is_some_and(|at| at > now);
    let open = state.open_operations_of(&first.project_id);
    let others = open.skip_while(|it| it.id != first.id).take_while(|it| {
        it.batch_id == first.batch_id && it.task == Task::RetireCompute && !waits(it)
    });
    others.cloned().collect()
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
            () = sleep(left.min(MAX_SLEEP)) => {}
        }
    }
}

/// One operation from where it stands to its next status.
async fn step(shared: &Arc<Shared>, operation: Operation) {
    if operation.status == Status::Cancelling {
        return give_up(shared, &operation, Status::Cancelled, None).await;
    }
    let begun = shared.now();
    // The first of a call is stored as running with it.
    let is_running = operation.status == Status::Running;
    let operation = Operation {
        status: Status::Running,
        retry_at: None,
        updated_at: begun,
        ..operation
    };
    if !is_running && !commit_operation(shared, operation.clone()).await {
        return;
    }
    let fault = shared.engine.faults.next(&operation);
    if let Some(FaultKind::Hold { seconds }) = fault {
        wait_until(shared, begun + TimeDelta::seconds(i64::from(seconds))).await;
    }
    let done = match fault {
        None | Some(FaultKind::Hold { .. }) => {
            Some(perform_with_deadline(shared, &operation).await)
        }
        Some(_) => None,
    };
    let pace = TimeDelta::from_std(shared.config.operation_pace).unwrap_or_default();
    wait_until(shared, begun + pace).await;
    let injected = "this failure was injected";
    match (done, fault) {
        (Some(Ok(effect)), _) => finish(shared, operation, effect).await,
        (Some(Err(TaskError::Stopping)), _) => {
            // The next start resumes it.
            shared.stop.cancelled().await;
        }
        (Some(Err(error)), _) if error.is_final() => {
            let why = Some(error.stored_message());
            give_up(shared, &operation, Status::Error, why).await;
        }
        (Some(Err(error)), _) => {
            let attempts = error.attempts();
            fail(shared, operation, &error.stored_message(), attempts).await;
        }
        (None, Some(FaultKind::Fail)) => fail(shared, operation, injected, MAX_ATTEMPTS).await,
        (None, Some(FaultKind::GiveUp)) => {
            give_up(shared, &operation, Status::Error, Some(injected.to_owned())).await;
        }
        (None, Some(FaultKind::Cancel)) => {
            let cancelling = Operation {
                status: Status::Cancelling,
                updated_at: shared.now(),
                ..operation
            };
            commit_operation(shared, cancelling).await;
            match pace.is_zero() {
                // `cancelling` stays long enough for a poll to read it.
                true => sleep(RETRY_DELAY).await,
                false => wait_until(shared, shared.now() + pace).await,
            }
        }
        (None, _) => give_up(shared, &operation, Status::Skipped, None).await,
    }
}

async fn perform_with_deadline(
    shared: &Arc<Shared>,
    operation: &Operation,
) -> Result<Effect, TaskError> {
    let Ok(_permit) = shared.engine.permits.acquire().await else {
        return Err(TaskError::Stopping);
    };
    let performing = AssertUnwindSafe(perform::perform(shared, operation)).catch_unwind();
    match timeout(TASK_DEADLINE, performing).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(TaskError::Broken),
        Err(_) => Err(TaskError::TooLong),
    }
}

async fn finish(shared: &Arc<Shared>, operation: Operation, effect: Effect) {
    match end(shared, &operation, Status::Finished, None, effect).await {
        EndOutcome::Written => {}
        // It is performed again, which is safe: each action first checks what is already done.
        EndOutcome::StoreFailed => sleep(RETRY_DELAY).await,
        EndOutcome::Panicked => {
            let why = TaskError::Broken.stored_message();
            fail(shared, operation, &why, MAX_ATTEMPTS).await;
        }
        EndOutcome::Missing => perform::remove_leftovers(shared, &operation).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::operation::draft::Draft;
    use crate::start::Sandbox;
    use crate::state::{Action, Record};

    fn operation(now: DateTime<Utc>) -> Operation {
        let draft = Draft {
            action: Action::ApplyConfig,
            branch_id: None,
            endpoint_id: None,
            // Recorded only: the engine does not run it.
            task: Task::External,
        };
        draft.into_running("5d3f".into(), "plain-field-00000001", "c", now)
    }

    #[tokio::test]
    async fn a_mistake_of_the_sandbox_is_a_failure_and_ends_at_last() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            servers: false,
            ..Config::new(folder.path())
        };
        let running = Sandbox::start(config).await.unwrap();
        let shared = &running.shared;
        let first = operation(shared.now());
        let record = Record::Operation(first.clone());
        let committed = shared
            .store
            .change(move |_| Ok::<_, ()>((vec![record], ())));
        committed.await.unwrap();
        let now = || {
            let found = |state: &PlatformState| state.operations["5d3f"].clone();
            shared.store.read(found)
        };
        for failures in 1..=6 {
            let mistake: Effect = Box::new(|_| panic!("an effect that cannot be decided"));
            finish(shared, now(), mistake).await;
            assert_eq!(now().failures_count, failures);
        }
        let ended = now();
        assert_eq!(ended.status, Status::Error);
        assert_eq!(
            ended.error.as_deref(),
            Some("the sandbox has an internal error")
        );
        running.stop().await;
    }

    #[tokio::test]
    async fn what_a_removed_project_had_under_way_brings_nothing_back() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            servers: false,
            ..Config::new(folder.path())
        };
        let running = Sandbox::start(config).await.unwrap();
        let shared = &running.shared;
        let removed = operation(shared.now());
        assert!(!commit_operation(shared, removed.clone()).await);
        finish(shared, removed.clone(), Box::new(|_| unreachable!())).await;
        let known = |state: &PlatformState| state.operations.contains_key(&removed.id);
        assert!(!shared.store.read(known));
        running.stop().await;
    }
}

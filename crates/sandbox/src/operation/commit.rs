//! Steps of operations on their way to the disk.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::sleep;

use crate::shared::Shared;
use crate::state::{ChangeError, Operation, PlatformState, Record};

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Stores what an operation has become, unless it is no longer there; returns whether it is.
pub async fn commit_operation(shared: &Shared, operation: Operation) -> bool {
    let committed = commit_with_retries(shared, move |state| {
        let there = state.operations.contains_key(&operation.id);
        let record = there.then(|| Record::Operation(operation.clone()));
        (record.into_iter().collect(), there)
    });
    committed.await.unwrap_or(false)
}

/// Stores a step, however long the disk refuses it, as when it is full. None when the step
/// could not be decided.
pub async fn commit_with_retries<T: Send + 'static>(
    shared: &Shared,
    decide: impl Fn(&PlatformState) -> (Vec<Record>, T) + Clone + Send + 'static,
) -> Option<T> {
    let mut pause = FIRST_PAUSE;
    loop {
        let decide = decide.clone();
        let done = shared
            .store
            .change(move |state| Ok::<_, Infallible>(decide(state)));
        match done.await {
            Ok(value) => {
                notify(shared);
                return Some(value);
            }
            Err(ChangeError::Store(error)) => {
                tracing::error!(%error, "a change of an operation was not stored yet");
            }
            Err(ChangeError::Refused(never)) => match never {},
            Err(ChangeError::Stopping) => {
                tracing::error!("a change of an operation panicked");
                return None;
            }
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Wakes everybody who waits for operations.
pub fn notify(shared: &Shared) {
    shared.engine.status_changed.send_replace(());
    shared.changed.notify();
}

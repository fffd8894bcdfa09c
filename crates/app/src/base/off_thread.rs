//! Work off the async threads. tokio's code for a task is long and is compiled for each type of work, so it is given one type
//! for all.

use std::any::Any;

use tokio::task::JoinError;

type Outcome = Box<dyn Any + Send>;

/// The result of `work`, which is done even when nobody waits for it any more.
///
/// # Errors
/// When `work` panicked, or the runtime ended first.
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let outcome = start(Box::new(|| Box::new(work()))).await?;
    Ok(*outcome.downcast().expect("it is the result of this work"))
}

async fn start(work: Box<dyn FnOnce() -> Outcome + Send>) -> Result<Outcome, JoinError> {
    tokio::task::spawn_blocking(work).await
}

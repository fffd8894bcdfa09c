//! Tasks with an owner.

use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, Either, select};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::Error;
use crate::base::clock::Clock;
use crate::base::guard::lock;

type Outcome = Box<dyn Any + Send>;

/// Tasks that go on when whoever asked for them is gone, and that end with the core at the latest.
#[derive(Debug, Default)]
pub(crate) struct Tasks(Mutex<JoinSet<()>>);

impl Tasks {
    /// Runs `future` to its end.
    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.start(future.boxed());
    }

    /// Runs `future` to its end, also when this is dropped in between.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        future: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        // On the heap at once: whoever awaits this would have it on the stack.
        let outcome = async move { Box::new(future.await) as Outcome }.boxed();
        async move {
            let ended = self.outcome(outcome).await?;
            *ended.downcast().expect("it is the result of this future")
        }
    }

    /// Of one type for all tasks, since tokio's code for a task is long and is compiled for each type.
    fn start(&self, future: BoxFuture<'static, ()>) {
        let mut set = lock(&self.0);
        while set.try_join_next().is_some() {}
        set.spawn(future);
    }

    async fn outcome(&self, future: BoxFuture<'static, Outcome>) -> Result<Outcome, Error> {
        let (sender, receiver) = oneshot::channel();
        self.spawn(async move {
            let ended = AssertUnwindSafe(future).catch_unwind().await;
            let ended = ended.map_err(|_| {
                Error::internal("A bug in Plinth stopped the task")
                    .hint("Check whether it was done. The log has the details.")
            });
            drop(sender.send(ended));
        });
        receiver.await.unwrap_or_else(|_| {
            Err(Error::internal(
                "The task was stopped because Plinth is closing",
            ))
        })
    }

    /// Ends all tasks where they are.
    pub(crate) fn abort(&self) {
        lock(&self.0).abort_all();
    }

    /// Waits for all tasks, at most `patience`, and ends the rest.
    pub(crate) async fn finish(&self, patience: Duration, clock: &dyn Clock) {
        let mut set = std::mem::take(&mut *lock(&self.0));
        let all = async { while set.join_next().await.is_some() {} };
        if let Either::Right(_) = select(Box::pin(all), clock.sleep(patience)).await {
            tracing::warn!("tasks were still running when the app closed");
        }
        set.abort_all();
    }
}

//! A task with an owner.

use std::future::Future;

use tokio::task::JoinHandle;

/// A running task that stops when this is dropped.
#[derive(Debug)]
#[must_use = "dropping it stops the task"]
pub struct AbortOnDrop(JoinHandle<()>);

impl AbortOnDrop {
    pub fn spawn(task: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(task))
    }

    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

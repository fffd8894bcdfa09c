use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

const MIN_INTERVAL: Duration = Duration::from_secs(1);

/// Announces that something a screen shows has changed, at most once a second.
#[derive(Debug)]
pub struct Changes {
    requested: Notify,
    counter: watch::Sender<u64>,
}

impl Changes {
    pub fn new() -> Self {
        Self {
            requested: Notify::new(),
            counter: watch::Sender::new(0),
        }
    }

    pub fn notify(&self) {
        self.requested.notify_one();
    }

    /// Counts up with each telling.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.counter.subscribe()
    }

    pub async fn run(&self, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.requested.notified() => {}
            }
            self.counter.send_modify(|count| *count += 1);
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(MIN_INTERVAL) => {}
            }
        }
    }
}

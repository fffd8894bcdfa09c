use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

const AT_MOST_EVERY: Duration = Duration::from_secs(1);

/// Tells that something a screen shows has changed, at most once a second.
#[derive(Debug)]
pub struct Changes {
    wanted: Notify,
    told: watch::Sender<u64>,
}

impl Changes {
    pub fn new() -> Self {
        Self {
            wanted: Notify::new(),
            told: watch::Sender::new(0),
        }
    }

    pub fn notify(&self) {
        self.wanted.notify_one();
    }

    /// Counts up with each telling.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }

    pub async fn run(&self, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.wanted.notified() => {}
            }
            self.told.send_modify(|count| *count += 1);
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(AT_MOST_EVERY) => {}
            }
        }
    }
}

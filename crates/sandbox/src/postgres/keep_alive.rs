//! Counting those that keep a server alive while the sandbox itself works with it.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Longer than anybody keeps a server alive.
const DEADLINE: Duration = Duration::from_secs(600);
/// Who keeps a server alive sees the stop as well and needs a moment to let go.
const STOP_GRACE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub struct KeepAliveCount(watch::Sender<usize>);

impl KeepAliveCount {
    pub fn any(&self) -> bool {
        *self.0.borrow() > 0
    }

    pub fn add(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub fn remove(&self) {
        self.0.send_modify(|count| *count -= 1);
    }

    /// Waits until the count is zero; false when it was not in time.
    pub async fn wait_for_none(&self, stop: &CancellationToken) -> bool {
        let mut count = self.0.subscribe();
        let deadline = async {
            tokio::select! {
                () = sleep(DEADLINE) => {}
                () = stop.cancelled() => sleep(STOP_GRACE).await,
            }
        };
        tokio::select! {
            biased;
            found = count.wait_for(|count| *count == 0) => found.is_ok(),
            () = deadline => false,
        }
    }
}

//! Holding a server awake while the sandbox itself works with it.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Longer than what anybody holds a server for.
const DEADLINE: Duration = Duration::from_secs(600);
/// Who holds a server is told of the stop as well and needs a moment.
const LAST_MOMENT: Duration = Duration::from_secs(2);

/// How many hold a server awake.
#[derive(Debug, Default)]
pub struct Holders(watch::Sender<usize>);

impl Holders {
    pub fn any(&self) -> bool {
        *self.0.borrow() > 0
    }

    pub fn one_more(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub fn one_less(&self) {
        self.0.send_modify(|count| *count -= 1);
    }

    /// Waits until nobody does; tells whether that came true.
    pub async fn none(&self, stop: &CancellationToken) -> bool {
        let mut count = self.0.subscribe();
        let out_of_patience = async {
            tokio::select! {
                () = sleep(DEADLINE) => {}
                () = stop.cancelled() => sleep(LAST_MOMENT).await,
            }
        };
        tokio::select! {
            biased;
            found = count.wait_for(|count| *count == 0) => found.is_ok(),
            () = out_of_patience => false,
        }
    }
}

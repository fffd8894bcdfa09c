//! Data that nobody works with for a while.

use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use super::WakeError;
use super::files::Hold;
use super::fleet::Yard;

const LOOK_EVERY: Duration = Duration::from_millis(20);

impl Yard {
    /// Puts the server over a cluster to sleep and keeps it from waking for as long as the answer
    /// lives. Who connects meanwhile waits.
    pub async fn still(
        &self,
        endpoint_id: Option<&str>,
        cluster: &Path,
    ) -> Result<Hold, WakeError> {
        let compute = endpoint_id.and_then(|id| self.get(id));
        loop {
            if let Some(compute) = &compute {
                compute.sleep().await;
            }
            if let Some(hold) = self.files.try_take(cluster) {
                return Ok(hold);
            }
            if compute.is_none() {
                return self.files.take(cluster, &self.stop).await;
            }
            // Woken again, or a copy is made: both end.
            sleep(LOOK_EVERY).await;
        }
    }
}

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::platform::Platform;
use crate::store::table;
use crate::view::{ErrorCode, OperationView};

const DEADLINE: Duration = Duration::from_secs(180);
const PAUSE: Duration = Duration::from_millis(100);

/// Waits for the ends of operations of a reply, which the watcher follows.
///
/// # Errors
/// [`ErrorCode::Timeout`] after three minutes, [`ErrorCode::Cancelled`] when it is stopped.
pub(crate) async fn finished(
    app: &Platform,
    stop: &CancellationToken,
    operations: &[OperationView],
) -> Result<(), Error> {
    let ids: Vec<&str> = operations.iter().map(|it| &*it.id).collect();
    let all_over = async {
        loop {
            let open = app.store.read(table::operations::open).await?;
            let mut open = open.iter().filter(|it| it.ended_at.is_none());
            if !open.any(|it| ids.contains(&&*it.id)) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::select! {
        () = stop.cancelled() => Err(Error::new(ErrorCode::Cancelled, "Stopped")),
        ended = tokio::time::timeout(DEADLINE, all_over) => ended.unwrap_or_else(|_| {
            let late = Error::new(ErrorCode::Timeout, "The platform's operations take too long");
            Err(late.hint("Try again once they have ended."))
        }),
    }
}

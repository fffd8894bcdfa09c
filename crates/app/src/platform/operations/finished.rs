use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::platform::Platform;
use crate::store::table;
use crate::view::{ErrorCode, OperationView};
use crate::{Error, accounts};

const DEADLINE: Duration = Duration::from_secs(180);
const PAUSE: Duration = Duration::from_millis(100);

/// Waits for the ends of operations of a reply of this account, which the watcher follows.
///
/// # Errors
/// What the platform says while it does not run; [`ErrorCode::Timeout`] after three minutes, or [`ErrorCode::Offline`]
/// where it can't be reached by then; [`ErrorCode::Cancelled`] when it is stopped.
pub(crate) async fn finished(
    app: &Platform,
    stop: &CancellationToken,
    account_id: &str,
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
            accounts::must_run(app, account_id)?;
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::select! {
        () = stop.cancelled() => Err(Error::new(ErrorCode::Cancelled, "Stopped")),
        ended = tokio::time::timeout(DEADLINE, all_over) => {
            ended.unwrap_or_else(|_| Err(late(app, account_id)))
        }
    }
}

fn late(app: &Platform, account_id: &str) -> Error {
    let Some(since) = app.operations.unreachable_since(account_id) else {
        let late = Error::new(
            ErrorCode::Timeout,
            "The platform's operations take too long",
        );
        return late.hint("Try again once they have ended.");
    };
    let seconds = app.clock.elapsed().saturating_sub(since).as_secs();
    let message = format!("The platform couldn't be reached for {seconds} s");
    Error::new(ErrorCode::Offline, message).hint(ErrorCode::Offline.hint())
}

//! A run under way: waiting for the server, and noting what it refuses.

use std::sync::Arc;
use std::time::Duration;

use pgclient::{Canceler, PortalError, Statement};
use tokio::time::timeout;

use super::run::Run;
use super::text::{Plan, message};
use crate::Error;
use crate::features::Features;
use crate::view::{ErrorCode, SqlExtent, SqlOptions};

/// How long a server may take to stop a statement, and to begin or end a transaction.
const STOP: Duration = Duration::from_secs(10);
/// How long a statement may go on before the server is asked again to stop it.
const CANCEL_AGAIN: Duration = Duration::from_secs(1);
/// The time that a statement of a locked account gets, unless a person chose another.
const READ_ONLY_TIMEOUT: Duration = Duration::from_secs(300);

/// The statements of a run, and how they are run.
pub(super) struct Work {
    pub(super) run: Arc<Run>,
    pub(super) plan: Plan,
    pub(super) options: SqlOptions,
    /// The database in words.
    pub(super) place: String,
    /// How long a result stays open that nobody reads.
    pub(super) patience: Duration,
}

/// Why a run ended before its last statement.
pub(super) enum Ended {
    /// The server refused a statement, which its result says.
    Refused,
    /// A person stopped it.
    Stopped,
    /// The session is of no further use.
    Broken(Error),
}

impl From<PortalError> for Ended {
    fn from(error: PortalError) -> Self {
        Self::Broken(match error {
            PortalError::Refused(error) => {
                // The history keeps this message.
                let message = pgclient::without_quoted_data(&error.sqlstate, &error.message);
                Error::new(ErrorCode::Database, message)
            }
            PortalError::Sink(reason) => Error::new(
                ErrorCode::File,
                format!("The rows can't be kept on this machine: {reason}"),
            )
            .hint("Free some disk space, then run it again."),
            PortalError::Lost => Error::new(
                ErrorCode::Database,
                "The connection to the database was lost",
            )
            .hint(
                "See whether what ran was saved, then run the rest. The next run connects again.",
            ),
        })
    }
}

/// A run whose statements are sent one after the other.
pub(super) struct Performing<'a> {
    pub(super) app: &'a Features,
    pub(super) work: &'a Work,
    pub(super) canceler: Canceler,
}

/// A statement of the run with its place.
pub(super) struct Current<'a> {
    pub(super) number: u32,
    pub(super) extent: SqlExtent,
    pub(super) statement: Statement<'a>,
    pub(super) is_last: bool,
}

impl Performing<'_> {
    fn timeout(&self) -> Option<Duration> {
        let seconds = self.work.options.timeout_seconds.map(u64::from);
        let chosen = seconds.map(Duration::from_secs);
        let usual = self.work.run.is_read_only().then_some(READ_ONLY_TIMEOUT);
        chosen.or(usual)
    }

    /// Waits for a reply. When a person stops the run or its time is over, the server stops the statement first, so that
    /// the session stays usable.
    pub(super) async fn stoppable<T>(
        &self,
        reply: impl Future<Output = Result<T, PortalError>>,
    ) -> Result<T, PortalError> {
        let mut reply = std::pin::pin!(reply);
        let time_is_over = async {
            match self.timeout() {
                Some(timeout) => self.app.clock.sleep(timeout).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            reply = &mut reply => return reply,
            () = self.work.run.stop.cancelled() => {}
            () = time_is_over => {}
        }
        let stopping = async {
            loop {
                // A request that comes before its statement stops nothing.
                if self.canceler.cancel().await.is_err() {
                    tracing::debug!("the running statement could not be canceled");
                }
                if let Ok(reply) = timeout(CANCEL_AGAIN, &mut reply).await {
                    return reply;
                }
            }
        };
        in_time(stopping).await
    }

    /// Notes a refusal of the server in the result.
    pub(super) fn checked<T>(
        &self,
        current: &Current<'_>,
        reply: Result<T, PortalError>,
    ) -> Result<T, Ended> {
        match reply {
            Ok(reply) => Ok(reply),
            Err(PortalError::Refused(error)) => {
                let run = &self.work.run;
                let view = message(&error, current.extent, current.statement.sql);
                run.update_result(current.number, current.extent, |it| it.error = Some(view));
                match run.stop.is_cancelled() {
                    true => Err(Ended::Stopped),
                    false => Err(Ended::Refused),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Waits for a reply that a server that is there gives at once.
pub(super) async fn in_time<T>(
    reply: impl Future<Output = Result<T, PortalError>>,
) -> Result<T, PortalError> {
    timeout(STOP, reply).await.unwrap_or(Err(PortalError::Lost))
}

//! One read of what a mutation would have changed, and what it says of a mutation whose reply was lost.

use chrono::{DateTime, Utc};

use super::client::PlatformClient;
use super::decide::{ReconcileOutcome, Sent, done_if};
use super::describe::{Mutation, Record};
use super::reader::{Observed, Reader, Stop};
use crate::Error;

/// What reading came to.
#[derive(Clone, Debug)]
pub(super) enum Observation<I> {
    /// The target cannot be read, or not completely.
    Nothing,
    /// The platform answers 404 for the target, or for what it is in.
    Gone,
    Seen(Observed<I>),
}

impl<I> Observation<I> {
    /// Ids of the operations that were read.
    pub(super) fn operations(&self) -> Vec<String> {
        match self {
            Self::Seen(seen) => seen.operations.iter().map(|it| it.id.to_string()).collect(),
            _ => Vec::new(),
        }
    }
}

/// Reads what a mutation would have changed. Operations are read back to `since`, by the platform's clock.
///
/// # Errors
/// The platform cannot be read now.
pub(super) async fn observe<M: Mutation>(
    client: &PlatformClient,
    mutation: &M,
    since: DateTime<Utc>,
) -> Result<Observation<M::Item>, Error> {
    let reader = Reader {
        api: client.click(),
        client,
        since,
    };
    match mutation.observe(&reader).await {
        Err(Stop::Api(error)) if error.is_not_found() => Ok(Observation::Gone),
        Err(Stop::Api(error)) => Err(error.into()),
        Err(Stop::Core(error)) => Err(error),
        Ok(None) => Ok(Observation::Nothing),
        Ok(Some(seen)) => Ok(Observation::Seen(seen)),
    }
}

/// Decides. `since` is when the request was sent at the earliest, by the platform's clock.
pub(super) fn decide<M: Mutation>(
    record: &Record<M>,
    since: DateTime<Utc>,
    observation: Observation<M::Item>,
) -> ReconcileOutcome<M::Item> {
    let sent = Sent {
        since,
        known: &record.known,
    };
    match observation {
        Observation::Nothing => ReconcileOutcome::Unclear(record.mutation.what_to_check()),
        Observation::Gone => done_if(record.mutation.subject().removes),
        Observation::Seen(seen) => record.mutation.decide(&sent, seen),
    }
}

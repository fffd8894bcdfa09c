//! How far a read-only compute is behind its branch.

use std::time::Duration;

use pgclient::ConnectError;

use crate::Error;
use crate::accounts;
use crate::core::operation::{Entry, operation};
use crate::features::{Features, connection_card};
use crate::resources::computes;
use crate::tools::connect;
use crate::view::{ComputeView, ContactReason, ErrorCode, ReplicaLagView};

/// How long connecting and asking may each take, waking the compute included.
const DEADLINE: Duration = Duration::from_secs(30);

const WRITTEN: &str =
    "SELECT (pg_current_wal_flush_lsn() - '0/0')::float8, pg_current_wal_flush_lsn()::text";
const REPLAYED: &str =
    "SELECT (pg_last_wal_replay_lsn() - '0/0')::float8, pg_last_wal_replay_lsn()::text";

/// Asks both servers. On a click alone: it wakes the read-only compute, but never the one that writes.
///
/// # Errors
/// What the connections say; [`ErrorCode::NotFound`] where the compute is gone, [`ErrorCode::Invalid`] for one that can be
/// written through, [`ErrorCode::ReadOnly`] for an account that is locked.
#[operation(Page, Read, compute_lag)]
pub async fn of(
    app: &Features,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    compute_id: &str,
) -> Result<ReplicaLagView, Error> {
    accounts::ensure_writable(app, account_id)?;
    let all = computes::list_of_branch(app, account_id, project_id, branch_id).await?;
    let replica = all.iter().find(|it| it.id == compute_id);
    let replica = replica.ok_or_else(|| {
        Error::new(ErrorCode::NotFound, "This compute no longer exists")
            .hint("It was deleted elsewhere. Refresh the list.")
    })?;
    if replica.is_writable {
        return Err(Error::invalid("A read-write compute follows no other one"));
    }
    let ask = async |compute: &ComputeView, question| {
        let target =
            connection_card::of_compute(app, account_id, project_id, branch_id, &compute.id);
        position(app, target.await?, question).await
    };
    let is_running = |it: &&ComputeView| it.state.as_deref() == Some("active") && !it.is_disabled;
    // Before the other one: what is written meanwhile does not count.
    let written = match all.iter().filter(is_running).find(|it| it.is_writable) {
        Some(writable) => Some(ask(writable, WRITTEN).await?),
        None => None,
    };
    let replayed = ask(replica, REPLAYED).await?;
    Ok(ReplicaLagView {
        bytes: written.map(|written| (written.bytes - replayed.bytes).max(0.0)),
        replayed_lsn: replayed.lsn,
        asked_at: app.clock.now(),
    })
}

struct Position {
    /// Since the first byte of the WAL.
    bytes: f64,
    lsn: String,
}

async fn position(
    app: &Features,
    target: crate::tools::target::Target,
    question: &str,
) -> Result<Position, Error> {
    let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
    let reason = ContactReason::ConnectionTest;
    let mut session = connect::open(&app.contacts, reason, &url, ca_file, DEADLINE).await?;
    let refused = |error: tokio_postgres::Error| ConnectError::of(&error, url.host());
    let asked = tokio::time::timeout(DEADLINE, session.client_mut().query_one(question, &[])).await;
    let row = asked
        .map_err(|_| {
            Error::new(
                ErrorCode::Timeout,
                "The database did not answer within 30 seconds",
            )
        })?
        .map_err(refused)?;
    let position: (Option<f64>, Option<String>) = (row.get(0), row.get(1));
    match position {
        (Some(bytes), Some(lsn)) => Ok(Position { bytes, lsn }),
        _ => Err(Error::new(
            ErrorCode::Database,
            "The server does not say what it has replayed",
        )
        .hint("It may not be a hot standby.")),
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[ComputeLag::ENTRY];

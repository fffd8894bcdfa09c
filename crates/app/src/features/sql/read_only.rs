//! Enforced read-only: each statement is a transaction of its own that only reads and is always rolled back (0105).

use pgclient::{PortalError, PortalSession, Status};

use super::text::Plan;
use crate::Error;
use crate::view::ErrorCode;

/// Begins a transaction that only reads, with one snapshot.
pub(super) const BEGIN: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Refuses a run with a statement that is no query, before anything runs.
pub(super) fn must_be_queries(plan: &Plan) -> Result<(), Error> {
    let Some(statement) = plan.statements().find(|part| !part.is_query) else {
        return Ok(());
    };
    let word = statement.sql.split(|c: char| !c.is_alphanumeric()).next();
    let word = word.unwrap_or_default().to_uppercase();
    let at = plan.script.position(statement.range.start);
    Err(Error::new(
        ErrorCode::ReadOnly,
        format!("{word} at {at} can't run read-only"),
    )
    .hint("SELECT, VALUES, TABLE, WITH, SHOW, EXPLAIN and COPY … TO STDOUT can. Unlock the account to run anything else."))
}

/// Begins the transaction of one statement.
pub(super) async fn begin(session: &mut PortalSession) -> Result<(), PortalError> {
    session.command(BEGIN).await?;
    must_be(session, Status::InTransaction)
}

/// Rolls the transaction back and makes the session forget everything. The statement must not have ended the transaction:
/// what follows would then be kept.
pub(super) async fn end(session: &mut PortalSession) -> Result<(), PortalError> {
    must_be(session, Status::InTransaction)?;
    session.command("ROLLBACK").await?;
    must_be(session, Status::Idle)?;
    session.command("DISCARD ALL").await?;
    must_be(session, Status::Idle)
}

/// A session in another state is closed by its caller.
fn must_be(session: &PortalSession, status: Status) -> Result<(), PortalError> {
    match session.status() == status {
        true => Ok(()),
        false => Err(PortalError::Lost),
    }
}

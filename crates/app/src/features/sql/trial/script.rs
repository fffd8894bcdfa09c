//! The statements of a trial, one after the other, each measured before its transaction ends.

use std::collections::BTreeSet;
use std::pin::pin;
use std::time::Duration;

use pgclient::{Control, Fetched, Limits, PortalError, PortalSession, Statement, Status};

use super::measure::{Measured, held, lost, query, text};
use crate::Error;
use crate::features::Features;
use crate::features::sql::result::copy_in;
use crate::features::sql::text::{Places, Plan, message};
use crate::view::{
    SqlMessageView, SqlTrialLockView, SqlTrialStatementView, SqlTrialTableView, milliseconds, small,
};

/// Between two looks at the locks of a statement that can't run in a transaction.
const SAMPLE: Duration = Duration::from_millis(20);
/// The limits for results that nobody reads.
const NOTHING: Limits = Limits { cell: 0, row: 0 };

/// The result of a script.
pub(super) struct Report {
    pub(super) statements: Vec<SqlTrialStatementView>,
    pub(super) error: Option<SqlMessageView>,
    pub(super) tables: Vec<SqlTrialTableView>,
    pub(super) locks: Vec<SqlTrialLockView>,
}

/// Runs the statements until the server refuses one. A statement without a transaction of the script gets one of its own, so
/// that it can be looked at before it commits.
pub(super) async fn run(
    app: &Features,
    plan: &Plan,
    session: &mut PortalSession,
    watcher: &mut PortalSession,
) -> Result<Report, Error> {
    let mut trial = Trying {
        app,
        measured: Measured::new(session).await?,
        process: process(session).await?,
        session,
        watcher,
    };
    let mut statements = Vec::new();
    let mut error = None;
    let mut places = Places::new(plan);
    for (number, statement) in plan.statements().enumerate() {
        let extent = places.extent(&statement.range);
        let began = app.clock.elapsed();
        match trial.statement(small(number), &statement).await? {
            Ok(tag) => {
                let took = app.clock.elapsed().saturating_sub(began);
                statements.push(SqlTrialStatementView {
                    extent,
                    milliseconds: milliseconds(took),
                    tag,
                });
            }
            Err(refused) => {
                let PortalError::Refused(refused) = refused else {
                    return Err(lost(&refused));
                };
                error = Some(message(&refused, extent, statement.sql));
                break;
            }
        }
    }
    // An open transaction is rolled back with its session.
    trial.measured.end(false, app.clock.elapsed());
    let (locks, tables) = trial.measured.report();
    Ok(Report {
        statements,
        error,
        tables,
        locks,
    })
}

async fn process(session: &mut PortalSession) -> Result<String, Error> {
    let rows = query(session, "SELECT pg_catalog.pg_backend_pid()").await?;
    Ok(rows.first().map_or_else(String::new, |row| text(row, 0)))
}

struct Trying<'a> {
    app: &'a Features,
    measured: Measured,
    /// The server's process of the session.
    process: String,
    session: &'a mut PortalSession,
    watcher: &'a mut PortalSession,
}

impl Trying<'_> {
    async fn statement(
        &mut self,
        number: u32,
        statement: &Statement<'_>,
    ) -> Result<Result<String, PortalError>, Error> {
        let began = self.app.clock.elapsed();
        let is_open = self.session.status() != Status::Idle;
        match statement.control {
            Control::Commit | Control::Rollback => {
                let ended = self.session.command(statement.sql).await;
                let is_kept = ended.as_ref().is_ok_and(|tag| tag == "COMMIT");
                self.measured.end(is_kept, self.app.clock.elapsed());
                return Ok(ended);
            }
            Control::Begin => {
                let reply = self.session.command(statement.sql).await;
                if reply.is_ok() {
                    self.measured.begin(self.session).await?;
                }
                return Ok(reply);
            }
            Control::Session => return Ok(self.session.command(statement.sql).await),
            Control::None => {}
        }
        if !is_open && statement.forbids_transaction.is_some() {
            return self.sampled(number, statement, began).await;
        }
        if !is_open {
            let reply = self.session.command("BEGIN").await;
            reply.map_err(|error| lost(&error))?;
            self.measured.begin(self.session).await?;
        }
        let tag = match execute(self.session, statement).await {
            Ok(tag) => tag,
            Err(refused) => return Ok(Err(refused)),
        };
        self.measured.look(self.session, number, began).await?;
        if !is_open {
            let ended = self.session.command("COMMIT").await;
            let is_kept = ended.as_ref().is_ok_and(|tag| tag == "COMMIT");
            self.measured.end(is_kept, self.app.clock.elapsed());
            if let Err(refused) = ended {
                return Ok(Err(refused));
            }
        }
        Ok(Ok(tag))
    }

    /// Runs a statement that can't run in a transaction, while another session looks at its locks.
    async fn sampled(
        &mut self,
        number: u32,
        statement: &Statement<'_>,
        began: Duration,
    ) -> Result<Result<String, PortalError>, Error> {
        let mut seen = BTreeSet::new();
        let mut running = pin!(execute(self.session, statement));
        let ended = loop {
            tokio::select! {
                biased;
                ended = &mut running => break ended,
                () = self.app.clock.sleep(SAMPLE) => {}
            }
            let mut looking = pin!(held(self.watcher, &self.process));
            tokio::select! {
                biased;
                locks = &mut looking => seen.extend(locks?),
                ended = &mut running => {
                    seen.extend(looking.await?);
                    break ended;
                }
            }
        };
        let held = self.app.clock.elapsed().saturating_sub(began);
        self.measured.sampled(&seen, number, held);
        Ok(ended)
    }
}

/// Runs a statement to its end, and returns its tag.
async fn execute(
    session: &mut PortalSession,
    statement: &Statement<'_>,
) -> Result<String, PortalError> {
    session.prepare(statement.sql).await?;
    let mut fetched = session.start(&[], 0, NOTHING, |_| Ok(())).await?;
    if fetched == Fetched::CopyIn {
        fetched = copy_in(session, statement).await?;
    }
    let Fetched::Complete(tag) = fetched else {
        return Err(PortalError::Lost);
    };
    session.end().await?;
    Ok(tag)
}

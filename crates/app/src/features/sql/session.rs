//! Runs statements in the session of an editor.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use pgclient::{
    Canceler, Fetched, Limits, PortalError, PortalSession, Prepared, Row, ServerError, Statement,
    Status,
};
use tokio::time::timeout;

use super::read_only;
use super::run::{Run, small};
use super::spool::Spool;
use super::text::{Places, Plan, place_in};
use crate::Error;
use crate::features::{Features, connection_card};
use crate::tools::connect;
use crate::view::{
    ConnectSource, ContactReason, ErrorCode, ErrorView, SqlColumnView, SqlCut, SqlExtent,
    SqlMessageView, SqlOptions, SqlRunState, SqlTransactionView, count,
};

/// How long opening a session may take: a suspended compute starts for it.
const CONNECT: Duration = Duration::from_secs(30);
/// How long a server may take to stop a statement.
const STOP: Duration = Duration::from_secs(10);
/// Rows of the first portion: a screen of them.
const FIRST_ROWS: u32 = 200;
/// Rows of each further portion.
const MORE_ROWS: u32 = 2_000;
/// Rows that are read of a statement that others follow.
const ROWS_IN_SCRIPT: u64 = 1_000;
/// A result that nobody reads for so long is closed, because it holds locks and keeps the compute awake.
const IDLE: Duration = Duration::from_secs(30);
/// Bytes of a stream that are read ahead.
const STREAM_BYTES: u64 = 16 * 1024 * 1024;
/// The largest cell of a stream, which must fit into an answer.
const STREAM_LIMITS: Limits = Limits {
    cell: 32 * 1024 * 1024,
    row: 48 * 1024 * 1024,
};
/// Bytes of `COPY … FROM stdin` in one message.
const COPY_CHUNK: usize = 64 * 1024;
/// The time that a statement of a locked account gets, unless a person chose another.
const READ_ONLY_TIMEOUT: Duration = Duration::from_secs(300);

/// A session with a database.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) session: PortalSession,
    pub(super) source: ConnectSource,
    pub(super) is_read_only: bool,
    pub(super) transaction: Option<Transaction>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Transaction {
    statements: u32,
    began_at: DateTime<Utc>,
}

/// Why a run ended before its last statement.
enum Ended {
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
            PortalError::Refused(error) => Error::new(ErrorCode::Database, error.message.clone()),
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

/// What a run is about.
pub(super) struct Work {
    pub(super) run: Arc<Run>,
    pub(super) plan: Plan,
    pub(super) source: ConnectSource,
    pub(super) options: SqlOptions,
    pub(super) is_read_only: bool,
}

/// Runs the statements, and keeps the session if it can be used again.
pub(super) async fn perform(app: &Features, connection: &mut Option<Connected>, work: &Work) {
    let began = app.clock.elapsed();
    let run = &work.run;
    let mut connected = match take_or_open(app, connection.take(), work).await {
        Ok(connected) => connected,
        Err(error) => return finish(app, run, began, None, Some(error)),
    };
    let mut performing = Performing {
        app,
        work,
        canceler: connected.session.canceler(),
    };
    let ended = performing.statements(&mut connected).await;
    let error = match ended {
        Ok(()) | Err(Ended::Refused) => None,
        Err(Ended::Stopped) => Some(Error::new(ErrorCode::Cancelled, "The run was stopped")),
        Err(Ended::Broken(error)) => Some(error),
    };
    let transaction = connected.transaction_view();
    // A session that only reads is in its first state after each statement, or is closed.
    let is_usable = !connected.session.is_broken()
        && (!connected.is_read_only || connected.session.status() == Status::Idle);
    if is_usable {
        *connection = Some(connected);
        finish(app, run, began, transaction, error);
    } else {
        finish(app, run, began, None, error);
        connected.session.close().await;
    }
}

fn finish(
    app: &Features,
    run: &Run,
    began: Duration,
    transaction: Option<SqlTransactionView>,
    error: Option<Error>,
) {
    let milliseconds = millis(app.clock.elapsed().saturating_sub(began));
    run.update(|view| {
        view.state = SqlRunState::Ended;
        view.milliseconds = Some(milliseconds);
        view.transaction = transaction;
        view.error = error.map(ErrorView::from);
    });
}

async fn take_or_open(
    app: &Features,
    connected: Option<Connected>,
    work: &Work,
) -> Result<Connected, Error> {
    if let Some(connected) = connected {
        let fits = connected.source == work.source && connected.is_read_only == work.is_read_only;
        if fits && !connected.session.is_broken() {
            return Ok(connected);
        }
        connected.session.close().await;
    }
    // An account that is locked from now on closes the session.
    if !work.is_read_only
        && let Some(lock) = connection_card::lock_of(app, &work.source).await?
    {
        return Err(lock);
    }
    let opening = async {
        let target = connection_card::sql_target(app, &work.source).await?;
        let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
        let opening = PortalSession::open(connect::target(&url, ca_file), CONNECT);
        let session = app.contacts.of_session(ContactReason::Sql, &url, opening);
        Ok::<_, Error>(session.await?)
    };
    let session = tokio::select! {
        session = opening => session?,
        () = work.run.stop.cancelled() => {
            return Err(Error::new(ErrorCode::Cancelled, "The run was stopped"));
        }
    };
    Ok(Connected {
        session,
        source: work.source.clone(),
        is_read_only: work.is_read_only,
        transaction: None,
    })
}

impl Connected {
    fn transaction_view(&self) -> Option<SqlTransactionView> {
        let Transaction {
            statements,
            began_at,
        } = self.transaction?;
        Some(SqlTransactionView {
            statements,
            began_at,
            has_failed: self.session.status() == Status::Failed,
        })
    }

    /// Follows the transaction after a statement.
    fn count_statement(&mut self, now: DateTime<Utc>) {
        self.transaction = match (self.session.status(), self.transaction) {
            (Status::Idle, _) => None,
            (_, Some(open)) => Some(Transaction {
                statements: open.statements + 1,
                ..open
            }),
            (_, None) => Some(Transaction {
                statements: 0,
                began_at: now,
            }),
        };
    }
}

struct Performing<'a> {
    app: &'a Features,
    work: &'a Work,
    canceler: Canceler,
}

/// A statement of the run with its place.
struct Current<'a> {
    number: u32,
    extent: SqlExtent,
    statement: Statement<'a>,
    is_last: bool,
}

impl Performing<'_> {
    async fn statements(&mut self, connected: &mut Connected) -> Result<(), Ended> {
        let Work { run, plan, .. } = self.work;
        let mut places = Places::new(plan);
        let count = plan.chosen.len();
        let parts = plan.script.parts().skip(plan.chosen.start).take(count);
        for (at, statement) in parts.enumerate() {
            let current = Current {
                number: small(at),
                extent: places.extent(&statement.range),
                is_last: at + 1 == count,
                statement,
            };
            run.update(|view| {
                view.state = SqlRunState::Running;
                view.current = Some(current.extent);
            });
            if run.stop.is_cancelled() {
                return Err(Ended::Stopped);
            }
            self.statement(connected, &current).await?;
            run.update(|view| view.done += 1);
        }
        Ok(())
    }

    async fn statement(
        &self,
        connected: &mut Connected,
        current: &Current<'_>,
    ) -> Result<(), Ended> {
        let began = self.app.clock.elapsed();
        let result = self.within(connected, current).await;
        let session = &mut connected.session;
        let notices = session.take_notices();
        let now = self.app.clock.now();
        let milliseconds = millis(self.app.clock.elapsed().saturating_sub(began));
        let run = &self.work.run;
        if !notices.is_empty() {
            let messages = notices
                .iter()
                .map(|notice| message(notice, current))
                .collect();
            run.update_result(current.number, current.extent, |it| it.notices = messages);
        }
        run.update(|view| {
            let mut results = view.results.iter_mut();
            if let Some(result) = results.find(|it| it.number == current.number) {
                result.milliseconds = Some(milliseconds);
            }
        });
        connected.count_statement(now);
        result
    }

    /// Runs a statement in the transaction that it needs.
    async fn within(&self, connected: &mut Connected, current: &Current<'_>) -> Result<(), Ended> {
        let session = &mut connected.session;
        if connected.is_read_only {
            self.checked(current, read_only::begin(session).await)?;
            self.read(session, current).await?;
            return self.checked(current, read_only::end(session).await);
        }
        if self.work.options.is_manual && session.status() == Status::Idle {
            self.checked(current, session.command("BEGIN").await.map(drop))?;
            connected.count_statement(self.app.clock.now());
        }
        self.read(&mut connected.session, current).await
    }

    /// Runs a statement and reads its rows.
    async fn read(&self, session: &mut PortalSession, current: &Current<'_>) -> Result<(), Ended> {
        let Work { run, options, .. } = self.work;
        let prepared = self.stoppable(session.prepare(current.statement.sql));
        let prepared = self.checked(current, prepared.await)?;
        let spool = self.spool(&prepared, current).await?;
        let (parameters, limits) = (parameters(options, &prepared), self.limits());
        let keep = |row: &Row| push(spool.as_deref(), limits, row);
        let started = session.start(&parameters, FIRST_ROWS, limits, keep);
        let mut fetched = self.checked(current, self.stoppable(started).await)?;
        loop {
            self.publish(spool.as_deref(), current);
            match fetched {
                Fetched::Complete(tag) => {
                    let tag = whole(tag, spool.as_deref());
                    let ended = self.stoppable(session.end()).await;
                    self.checked(current, ended)?;
                    if !tag.is_empty() || spool.is_some() {
                        run.update_result(current.number, current.extent, |it| it.tag = Some(tag));
                    }
                    return Ok(());
                }
                Fetched::CopyIn => {
                    let copied = self.stoppable(copy_in(session, &current.statement)).await;
                    fetched = self.checked(current, copied)?;
                }
                Fetched::Suspended => {
                    let Some(spool) = spool.as_deref() else {
                        return Err(PortalError::Lost.into());
                    };
                    let Some(rows) = self.next_portion(spool, current).await? else {
                        return self.leave(session, current).await;
                    };
                    let more = session.fetch(rows, limits, keep);
                    fetched = self.checked(current, self.stoppable(more).await)?;
                }
            }
        }
    }

    /// Ends a result of which only the first rows were read.
    async fn leave(&self, session: &mut PortalSession, current: &Current<'_>) -> Result<(), Ended> {
        if current.statement.is_copy_out {
            // Otherwise the server would send the rest.
            self.canceler.cancel().await.ok();
        }
        match timeout(STOP, session.end()).await {
            // The copy was canceled.
            Ok(Err(PortalError::Refused(_))) if current.statement.is_copy_out => Ok(()),
            Ok(ended) => self.checked(current, ended),
            Err(_) => Err(PortalError::Lost.into()),
        }
    }

    /// Returns how many rows to read next; nothing if the result is left.
    async fn next_portion(
        &self,
        spool: &Spool,
        current: &Current<'_>,
    ) -> Result<Option<u32>, Ended> {
        let Work { run, options, .. } = self.work;
        let (number, extent) = (current.number, current.extent);
        let rows = spool.rows();
        if options.is_stream {
            return self.next_of_stream(spool).await;
        }
        if spool.is_full() {
            run.cut(number, extent, SqlCut::Full);
            return Ok(None);
        }
        if !current.is_last {
            if rows < ROWS_IN_SCRIPT {
                return Ok(Some(number_of(ROWS_IN_SCRIPT - rows)));
            }
            run.cut(number, extent, SqlCut::Script);
            return Ok(None);
        }
        run.update(|view| view.state = SqlRunState::Paused);
        let cut = loop {
            let asked = run.asked_at();
            tokio::select! {
                wanted = run.wanted(rows) => {
                    run.update(|view| view.state = SqlRunState::Running);
                    return Ok(Some(number_of(wanted - rows).max(MORE_ROWS)));
                }
                () = run.stop.cancelled() => break SqlCut::Stopped,
                () = run.leave.cancelled() => break SqlCut::Stopped,
                () = self.app.clock.sleep(IDLE) => if run.asked_at() == asked {
                    break SqlCut::Idle;
                },
            }
        };
        run.cut(number, extent, cut);
        Ok(None)
    }

    /// Reads ahead as far as there is room. Then it waits until all rows were read, and forgets them.
    async fn next_of_stream(&self, spool: &Spool) -> Result<Option<u32>, Ended> {
        let run = &self.work.run;
        if spool.bytes() < STREAM_BYTES {
            return Ok(Some(MORE_ROWS));
        }
        loop {
            tokio::select! {
                // The caller asks for the row that comes next.
                _ = run.wanted(spool.rows()) => {
                    let forgotten = spool.forget();
                    forgotten.map_err(|error| PortalError::Sink(error.to_string()))?;
                    return Ok(Some(MORE_ROWS));
                }
                () = run.stop.cancelled() => return Err(Ended::Stopped),
                () = self.app.clock.sleep(IDLE) => if !run.is_waited_for() {
                    return Err(Ended::Stopped);
                },
            }
        }
    }

    async fn spool(
        &self,
        prepared: &Prepared,
        current: &Current<'_>,
    ) -> Result<Option<Arc<Spool>>, Ended> {
        let columns: Vec<SqlColumnView> = match current.statement.is_copy_out {
            true => vec![SqlColumnView {
                name: "copy".to_owned(),
                type_name: "text".to_owned(),
                type_oid: 25,
            }],
            false => prepared.columns.iter().map(SqlColumnView::from).collect(),
        };
        if columns.is_empty() {
            return Ok(None);
        }
        let run = &self.work.run;
        let folder = self.app.data_dir.clone();
        let spool = tokio::task::spawn_blocking(move || Spool::new(&folder)).await;
        let spool = spool.unwrap_or_else(|_| Err(std::io::ErrorKind::Other.into()));
        let spool = spool.map_err(|error| PortalError::Sink(error.to_string()))?;
        run.want_anew();
        let spool = run.add_spool(current.number, spool);
        run.update_result(current.number, current.extent, |it| it.columns = columns);
        Ok(Some(spool))
    }

    fn publish(&self, spool: Option<&Spool>, current: &Current<'_>) {
        let Some(spool) = spool else { return };
        let rows = count(spool.rows());
        let run = &self.work.run;
        run.update_result(current.number, current.extent, |it| it.rows = rows);
    }

    fn limits(&self) -> Limits {
        match self.work.options.is_stream {
            true => STREAM_LIMITS,
            false => Limits::default(),
        }
    }

    fn timeout(&self) -> Option<Duration> {
        let seconds = self.work.options.timeout_seconds.map(u64::from);
        let chosen = seconds.map(Duration::from_secs);
        let usual = self.work.is_read_only.then_some(READ_ONLY_TIMEOUT);
        chosen.or(usual)
    }

    /// Waits for a reply. When a person stops the run or its time is over, the server stops the statement first, so that
    /// the session stays usable.
    async fn stoppable<T>(
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
        if self.canceler.cancel().await.is_err() {
            tracing::debug!("the running statement could not be canceled");
        }
        timeout(STOP, reply).await.unwrap_or(Err(PortalError::Lost))
    }

    /// Notes a refusal of the server in the result.
    fn checked<T>(&self, current: &Current<'_>, reply: Result<T, PortalError>) -> Result<T, Ended> {
        match reply {
            Ok(reply) => Ok(reply),
            Err(PortalError::Refused(error)) => {
                let run = &self.work.run;
                let view = message(&error, current);
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

fn parameters<'a>(options: &'a SqlOptions, prepared: &Prepared) -> Vec<Option<&'a str>> {
    let given = options.parameters.iter().map(Option::as_deref);
    // The server refuses a statement whose parameters are not all there, and says so.
    given.take(prepared.parameters.len()).collect()
}

/// The tag of a query counts the rows of its last portion alone.
fn whole(tag: String, spool: Option<&Spool>) -> String {
    match spool {
        Some(spool) if tag.starts_with("SELECT ") => format!("SELECT {}", spool.rows()),
        _ => tag,
    }
}

fn push(spool: Option<&Spool>, limits: Limits, row: &Row) -> std::io::Result<()> {
    let is_stream = limits == STREAM_LIMITS;
    if is_stream && row.cells().flatten().any(|cell| cell.is_cut()) {
        return Err(std::io::Error::other("a row is larger than 48 MiB"));
    }
    spool.map_or(Ok(()), |spool| spool.push(row))
}

async fn copy_in(
    session: &mut PortalSession,
    statement: &Statement<'_>,
) -> Result<Fetched, PortalError> {
    let Some(data) = &statement.copy_data else {
        return session.end_copy(Some("There is no data")).await;
    };
    for chunk in data.chunks(COPY_CHUNK) {
        session.copy(chunk).await?;
    }
    session.end_copy(None).await
}

fn message(error: &ServerError, current: &Current<'_>) -> SqlMessageView {
    let place = |character| place_in(current.extent, current.statement.sql, character);
    SqlMessageView {
        severity: error.severity.clone(),
        sqlstate: error.sqlstate.clone(),
        message: error.message.clone(),
        detail: error.detail.clone(),
        hint: error.hint.clone(),
        context: error.context.clone(),
        at: error.position.map(place),
    }
}

impl From<&pgclient::Column> for SqlColumnView {
    fn from(column: &pgclient::Column) -> Self {
        Self {
            name: column.name.clone(),
            type_name: column.type_name.clone(),
            type_oid: column.type_oid,
        }
    }
}

fn number_of(rows: u64) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

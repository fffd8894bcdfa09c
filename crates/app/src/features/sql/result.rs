//! The rows of one statement, read as they are asked for.

use std::sync::Arc;
use std::time::Duration;

use pgclient::{Fetched, Limits, PortalError, PortalSession, Prepared, Row, Statement};

use super::performing::{Current, Ended, Performing, Work, in_time};
use super::spool::Spool;
use crate::base::off_thread::off_thread;
use crate::view::{SqlColumnView, SqlCut, SqlOptions, SqlRunState, count};

/// Rows of the first portion: a screen of them.
const FIRST_ROWS: u32 = 200;
/// Rows of each further portion.
const MORE_ROWS: u32 = 2_000;
/// Rows that are read of a statement that others follow.
const ROWS_IN_SCRIPT: u64 = 1_000;
/// A stream that nobody waits for ends after so long.
const STREAM: Duration = Duration::from_secs(30);
/// Bytes of a stream that are read ahead.
const STREAM_BYTES: u64 = 16 * 1024 * 1024;
/// The largest cell of a stream, which must fit into an answer.
const STREAM_LIMITS: Limits = Limits {
    cell: 32 * 1024 * 1024,
    row: 48 * 1024 * 1024,
};
/// Bytes of `COPY … FROM stdin` in one message.
const COPY_CHUNK: usize = 64 * 1024;

impl Performing<'_> {
    /// Runs a statement and reads its rows.
    pub(super) async fn read(
        &self,
        session: &mut PortalSession,
        current: &Current<'_>,
    ) -> Result<(), Ended> {
        let Work { run, options, .. } = self.work;
        let prepared = self.stoppable(session.prepare(current.statement.sql));
        let prepared = self.checked(current, prepared.await)?;
        if run.stop.is_cancelled() {
            in_time(session.end()).await?;
            return Err(Ended::Stopped);
        }
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
                    let rows = match self.next_portion(spool, current).await {
                        Ok(Some(rows)) => rows,
                        Ok(None) => return self.leave(session, current).await,
                        Err(Ended::Stopped) => {
                            self.leave(session, current).await?;
                            return Err(Ended::Stopped);
                        }
                        Err(ended) => return Err(ended),
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
        match in_time(session.end()).await {
            // The copy was canceled.
            Err(PortalError::Refused(_)) if current.statement.is_copy_out => Ok(()),
            ended => self.checked(current, ended),
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
            let last_read = run.asked_at();
            tokio::select! {
                wanted = run.wanted(rows) => {
                    run.update(|view| view.state = SqlRunState::Running);
                    return Ok(Some(number_of(wanted - rows).max(MORE_ROWS)));
                }
                () = run.stop.cancelled() => break SqlCut::Stopped,
                () = run.leave.cancelled() => break SqlCut::Stopped,
                () = self.app.clock.sleep(self.work.patience) => if run.asked_at() == last_read {
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
                () = self.app.clock.sleep(STREAM) => if !run.is_waited_for() {
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
        let spool = off_thread(move || Spool::new(&folder)).await;
        let spool = spool.unwrap_or_else(|_| Err(std::io::ErrorKind::Other.into()));
        let spool = spool.map_err(|error| PortalError::Sink(error.to_string()))?;
        run.begin_result(current.number);
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
}

fn parameters<'a>(options: &'a SqlOptions, prepared: &Prepared) -> Vec<Option<&'a str>> {
    let given = options.parameters.iter().map(Option::as_deref);
    // The server refuses a statement with a missing parameter.
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

/// Sends the data of `COPY … FROM stdin`.
pub(super) async fn copy_in(
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

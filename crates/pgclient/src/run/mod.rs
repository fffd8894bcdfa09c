mod error;
mod hint;
mod restore;

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_postgres::error::ErrorPosition;
use tokio_util::sync::CancellationToken;

pub use error::{RunError, RunFailure, without_quoted_data};
pub use restore::{Restore, RestoreError};

use crate::script::{Control, Mode, Piece, Script};
use crate::session::{Session, Target};

/// The most bytes and statements of a transaction that are sent ahead of their answers.
const WINDOW_BYTES: usize = 128 * 1024;
const WINDOW_STATEMENTS: usize = 200;
/// Bytes of `COPY` data in one message.
const CHUNK_BYTES: usize = 64 * 1024;

/// How long is waited for what.
#[derive(Debug, Clone, Copy)]
pub struct Deadlines {
    /// For a session; a suspended database has to start in it.
    pub connect: Duration,
    /// For the server's next sign of progress: a finished statement or an accepted piece of data.
    pub stall: Duration,
    /// For the server to stop a statement and roll back.
    pub cancel: Duration,
}

impl Default for Deadlines {
    /// 30 seconds, 30 minutes and 10 seconds.
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            stall: Duration::from_secs(30 * 60),
            cancel: Duration::from_secs(10),
        }
    }
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Statements done.
    pub statements_done: usize,
    /// Statements in the script.
    pub statements_total: usize,
    /// Bytes of the script behind it.
    pub bytes_done: usize,
    /// The size of the script in bytes.
    pub bytes_total: usize,
}

/// What a run did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Statements done, which are all.
    pub statements: usize,
    /// Rows that came in through `COPY`.
    pub rows_copied: u64,
    /// From the first byte to the server's last answer.
    pub duration: Duration,
}

/// Runs a script on a session of its own, to which a pooled string is made direct first, as a transaction needs one
/// session. In [`Mode::Whole`] everything is kept or nothing; else the statements run one by one and the first that fails
/// ends the run.
///
/// Cancelling stops the running statement on the server and rolls back; from the moment the end of the transaction is
/// sent it has no effect. So that it can, the future is to be awaited to its end: dropping it closes the session, and
/// the server rolls back only once it notices.
///
/// # Errors
/// No session, a refused statement, a cancelled or stalled run; [`RunError::rolled_back`] says whether
/// anything stayed.
pub async fn run(
    script: &Script,
    target: Target<'_>,
    progress: impl FnMut(Progress),
    cancel: CancellationToken,
    deadlines: Deadlines,
) -> Result<Report, RunError> {
    let started = Instant::now();
    let nothing_done = |failure| RunError {
        failure,
        position: None,
        rolled_back: true,
    };
    let url = target.url.direct();
    let target = Target {
        url: &url,
        ..target
    };
    let opening = Session::open(target, deadlines.connect);
    let session = tokio::select! {
        biased;
        () = cancel.cancelled() => return Err(nothing_done(RunFailure::Cancelled)),
        session = opening => session.map_err(|error| nothing_done(error.into()))?,
    };
    let mut run = Run {
        script,
        session: &session,
        deadlines,
        progress,
        done: 0,
        rows: 0,
        in_transaction: false,
        kept: false,
    };
    let ended = {
        let work = pin!(run.statements());
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err((RunFailure::Cancelled, None)),
            ended = work => ended,
        }
    };
    if let Err((failure, position)) = ended {
        run.stop(&failure).await;
        return Err(RunError {
            position: position.map(|offset| script.position(offset)),
            rolled_back: !run.may_have_kept(&failure),
            failure,
        });
    }
    run.finish().await?;
    Ok(Report {
        statements: run.done,
        rows_copied: run.rows,
        duration: started.elapsed(),
    })
}

/// What failed and, if known, at which byte of the script.
type Failed = (RunFailure, Option<usize>);

struct Run<'a, P> {
    script: &'a Script,
    session: &'a Session,
    deadlines: Deadlines,
    progress: P,
    done: usize,
    rows: u64,
    in_transaction: bool,
    /// Whether something has been done that no rollback takes back.
    kept: bool,
}

impl<P: FnMut(Progress)> Run<'_, P> {
    /// Sends statements as the script has them, in a transaction without waiting for the answers to the
    /// former ones: after a refusal the server refuses all the rest.
    async fn statements(&mut self) -> Result<(), Failed> {
        let script = self.script;
        let session = self.session;
        self.report(0);
        let window = if script.mode() == Mode::Whole {
            let begun = self
                .in_time(session.client().batch_execute("BEGIN"))
                .await?;
            begun.map_err(|error| (failure(&error), None))?;
            WINDOW_STATEMENTS
        } else {
            1
        };
        let pieces = script.pieces();
        let mut sent = VecDeque::new();
        let mut next = 0;
        loop {
            while let Some(piece) = pieces.get(next).filter(|piece| piece.copy.is_none()) {
                let oldest = sent.front().map_or(piece, |(piece, _)| *piece);
                let bytes = piece.sql.end - oldest.sql.start;
                if sent.len() >= window || (bytes > WINDOW_BYTES && !sent.is_empty()) {
                    break;
                }
                let text = script.text(&piece.sql);
                let answers = self
                    .in_time(session.client().simple_query_raw(text))
                    .await?;
                let answers = answers.map_err(|error| self.failed(&error, piece))?;
                sent.push_back((piece, Box::pin(answers)));
                next += 1;
            }
            if let Some((piece, mut answers)) = sent.pop_front() {
                while let Some(answer) = self.in_time(answers.next()).await? {
                    answer.map_err(|error| self.failed(&error, piece))?;
                }
                self.completed(piece);
            } else if let Some(piece) = pieces.get(next) {
                self.copy(piece).await?;
                next += 1;
            } else {
                return Ok(());
            }
        }
    }

    async fn copy(&mut self, piece: &Piece) -> Result<(), Failed> {
        let Some(data) = &piece.copy else {
            return Ok(());
        };
        let text = self.script.text(&piece.sql);
        let client = self.session.client();
        let sink = self.in_time(client.copy_in(text)).await?;
        let mut sink = pin!(sink.map_err(|error| self.failed(&error, piece))?);
        let mut start = data.start;
        while start < data.end {
            let end = (start + CHUNK_BYTES).min(data.end);
            let chunk = self.script.data(&(start..end));
            if self.in_time(sink.send(chunk)).await?.is_err() {
                // The server's reason comes with the end.
                break;
            }
            start = end;
            self.report(start);
        }
        let rows = self.in_time(sink.finish()).await?;
        self.rows += rows.map_err(|error| self.failed(&error, piece))?;
        self.completed(piece);
        Ok(())
    }

    fn failed(&self, error: &tokio_postgres::Error, piece: &Piece) -> Failed {
        let text = self.script.text(&piece.sql);
        let start = piece.sql.start;
        let at = offset(error, text);
        let mut failure = failure(error);
        let known = error.as_db_error().and_then(|refusal| {
            let from = at.and_then(|at| text.get(at..));
            hint::of(refusal, from)
        });
        if let (RunFailure::Statement { hint, .. }, Some(known)) = (&mut failure, known) {
            *hint = Some(known.to_owned());
        }
        (failure, Some(start + at.unwrap_or(0)))
    }

    fn completed(&mut self, piece: &Piece) {
        self.done += 1;
        match piece.control {
            Control::Begin => self.in_transaction = true,
            Control::Commit => {
                self.in_transaction = false;
                self.kept = true;
            }
            Control::Rollback => self.in_transaction = false,
            Control::Session => {}
            Control::None => {
                let open = self.in_transaction || self.script.mode() == Mode::Whole;
                self.kept |= !open;
            }
        }
        self.report(piece.end);
    }

    /// Whether something stays, or may stay because the answer to a statement was not awaited.
    fn may_have_kept(&self, failure: &RunFailure) -> bool {
        let refused = matches!(failure, RunFailure::Statement { .. });
        let running = self.script.pieces().get(self.done);
        let ends = running.is_some_and(|piece| match piece.control {
            Control::Commit => true,
            Control::None => !self.in_transaction,
            Control::Begin | Control::Rollback | Control::Session => false,
        });
        self.kept || (self.script.mode() != Mode::Whole && !refused && ends)
    }

    fn report(&mut self, bytes_done: usize) {
        (self.progress)(Progress {
            statements_done: self.done,
            statements_total: self.script.pieces().len(),
            bytes_done,
            bytes_total: self.script.size(),
        });
    }

    async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, Failed> {
        let stall = self.deadlines.stall;
        let stalled = |_| (RunFailure::Stalled(stall), None);
        timeout(stall, work).await.map_err(stalled)
    }

    /// Stops what runs on the server and waits until it has rolled back. Where that does not come in
    /// time, closing the connection makes the server do the same.
    async fn stop(&self, failure: &RunFailure) {
        let client = self.session.client();
        let stopping = async {
            let runs = matches!(failure, RunFailure::Cancelled | RunFailure::Stalled(_));
            if runs && self.session.cancel_statement().await.is_err() {
                tracing::debug!("the running statement could not be canceled");
            }
            // A cancel request that comes late may hit the first rollback.
            if client.batch_execute("ROLLBACK").await.is_err() {
                client.batch_execute("ROLLBACK").await.ok();
            }
        };
        timeout(self.deadlines.cancel, stopping).await.ok();
    }

    async fn finish(&mut self) -> Result<(), RunError> {
        if self.script.mode() != Mode::Whole {
            return Ok(());
        }
        let committed = self
            .in_time(self.session.client().batch_execute("COMMIT"))
            .await;
        let failure = match committed {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) if error.as_db_error().is_some() => failure(&error),
            _ => RunFailure::Unknown,
        };
        Err(RunError {
            rolled_back: failure != RunFailure::Unknown,
            failure,
            position: None,
        })
    }
}

/// The byte of the statement that the server points at: it counts characters from 1.
fn offset(error: &tokio_postgres::Error, text: &str) -> Option<usize> {
    let Some(ErrorPosition::Original(position)) = error.as_db_error()?.position() else {
        return None;
    };
    let characters = usize::try_from(*position).ok()?.checked_sub(1)?;
    let found = text.char_indices().nth(characters);
    Some(found.map_or(text.len(), |(at, _)| at))
}

fn failure(error: &tokio_postgres::Error) -> RunFailure {
    match error.as_db_error() {
        Some(refusal) => RunFailure::Statement {
            message: refusal.message().to_owned(),
            detail: refusal.detail().map(str::to_owned),
            hint: refusal.hint().map(str::to_owned),
            context: refusal.where_().map(str::to_owned),
            sqlstate: refusal.code().code().into(),
            quotes_names: hint::quotes_names(refusal),
        },
        None => RunFailure::Lost,
    }
}

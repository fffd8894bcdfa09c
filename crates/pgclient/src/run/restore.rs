//! Runs what `pg_dump` writes as SQL while it is written.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use bytes::{Buf as _, Bytes, BytesMut};
use futures::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_postgres::{CopyInSink, SimpleQueryStream};

use super::{Deadlines, RunFailure, WINDOW_BYTES, WINDOW_STATEMENTS, failure};
use crate::script::{Control, Lexer, Next, ScriptError, control, next};
use crate::session::Session;

/// Why a dump was not restored. As long as no commit was sent, the database is as it was before.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// A command of psql other than `\restrict` and `\unrestrict`. No command of psql is ever run.
    #[error("The dump contains the psql command {command}")]
    MetaCommand {
        /// The command with its backslash.
        command: String,
    },
    /// A statement that would end the transaction, or that exports data.
    #[error("The dump contains a statement that a restore doesn't run: {statement}")]
    Statement {
        /// The statement's first words.
        statement: String,
    },
    /// Text that is no SQL, such as a quote that is not closed.
    #[error("The dump is not SQL text in UTF-8, or is incomplete")]
    NotSql,
    /// The database refused a statement, or the session ended.
    #[error(transparent)]
    Run(#[from] RunFailure),
}

/// A dump that runs as it arrives: all of it in one transaction, which [`Restore::commit`] ends. Dropping it before
/// closes the session, and the server rolls back.
///
/// The transactions that the dump begins and ends itself, as `pg_dump` does around large objects, are left out. Text is
/// split by the lexical rules of the server, and no command of psql is run.
pub struct Restore {
    session: Session,
    deadlines: Deadlines,
    /// Text that has not run yet.
    text: BytesMut,
    /// The size of `text` from which on it may hold a whole statement.
    whole_from: usize,
    standard_strings: bool,
    /// Statements whose answers are awaited, with the size of each.
    sent: VecDeque<(usize, Pin<Box<SimpleQueryStream>>)>,
    copy: Option<Copy>,
}

struct Copy {
    sink: Pin<Box<CopyInSink<Bytes>>>,
    /// The start of the current line was sent already.
    is_in_line: bool,
}

impl fmt::Debug for Restore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restore").finish_non_exhaustive()
    }
}

impl Restore {
    /// Begins the transaction on a session of its own.
    ///
    /// # Errors
    /// The server refused, or was silent for longer than the deadline.
    pub async fn begin(session: Session, deadlines: Deadlines) -> Result<Self, RestoreError> {
        let restore = Self {
            session,
            deadlines,
            text: BytesMut::new(),
            whole_from: 0,
            standard_strings: true,
            sent: VecDeque::new(),
            copy: None,
        };
        restore.run("BEGIN").await?;
        Ok(restore)
    }

    /// Runs the statements that are whole with these bytes.
    ///
    /// # Errors
    /// A statement was refused, or the dump is nothing that `pg_dump` writes. No more can be written then.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        self.text.extend_from_slice(bytes);
        self.run_text(false).await
    }

    /// Runs the rest and waits until all of it is done.
    ///
    /// # Errors
    /// As [`Restore::write`], and the dump ends within a statement or its data.
    pub async fn finish(&mut self) -> Result<(), RestoreError> {
        self.run_text(true).await?;
        if self.copy.is_some() {
            return Err(RestoreError::NotSql);
        }
        self.settle(0, 0).await
    }

    /// Keeps all of it.
    ///
    /// # Errors
    /// [`RunFailure::Unknown`] if the connection broke off meanwhile; with every other error nothing is kept.
    pub async fn commit(self) -> Result<(), RestoreError> {
        match self.run("COMMIT").await {
            Err(RestoreError::Run(RunFailure::Lost | RunFailure::Stalled(_))) => {
                Err(RunFailure::Unknown.into())
            }
            ended => ended,
        }
    }

    async fn run(&self, statement: &str) -> Result<(), RestoreError> {
        let running = self.session.client().batch_execute(statement);
        let ran = in_time(self.deadlines, running).await?;
        ran.map_err(|error| failure(&error).into())
    }

    async fn run_text(&mut self, is_end: bool) -> Result<(), RestoreError> {
        loop {
            let goes_on = match self.copy.take() {
                Some(copy) => self.run_copy(copy).await?,
                None => self.run_statement(is_end).await?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Sends one statement; false if there is no whole one.
    async fn run_statement(&mut self, is_end: bool) -> Result<bool, RestoreError> {
        // A line of psql is only known as a whole.
        let end = match is_end {
            true => self.text.len(),
            false if self.text.len() < self.whole_from => return Ok(false),
            false => after_last_line(&self.text),
        };
        let mut lexer = Lexer::new(&self.text[..end], 0);
        lexer.standard_strings = self.standard_strings;
        let next = next(&self.text[..end], &mut lexer);
        let (at, standard_strings) = (lexer.at, lexer.standard_strings);
        let (sql, head) = match next {
            Ok(Next::Sql { is_ended, .. }) if !is_ended && !is_end => return Ok(self.waits()),
            Err(ScriptError::Unterminated { .. }) if !is_end => return Ok(self.waits()),
            Err(error) => return Err(refused(error)),
            Ok(Next::End) => {
                self.text.advance(end);
                self.whole_from = 0;
                return Ok(false);
            }
            Ok(Next::Skipped) => {
                self.text.advance(at);
                return Ok(true);
            }
            Ok(Next::Sql { sql, head, .. }) => (sql, head),
        };
        (self.whole_from, self.standard_strings) = (0, standard_strings);
        let text = self.text.split_to(at).freeze();
        let sql = str::from_utf8(&text[sql]).map_err(|_| RestoreError::NotSql)?;
        match control(&head) {
            Control::Begin if head.is("BEGIN") => return Ok(true),
            Control::Commit if head.is("COMMIT") => return Ok(true),
            Control::Begin | Control::Commit | Control::Rollback => {
                let words = sql.split_whitespace().take(3);
                return Err(RestoreError::Statement {
                    statement: words.collect::<Vec<_>>().join(" "),
                });
            }
            Control::None | Control::Session => {}
        }
        if head.is_copy_in() {
            self.settle(0, 0).await?;
            self.begin_copy(sql).await?;
            return Ok(true);
        }
        self.settle(
            WINDOW_STATEMENTS - 1,
            WINDOW_BYTES.saturating_sub(sql.len()),
        )
        .await?;
        let sending = self.session.client().simple_query_raw(sql);
        let answers = in_time(self.deadlines, sending).await?;
        let answers = answers.map_err(|error| failure(&error))?;
        self.sent.push_back((sql.len(), Box::pin(answers)));
        Ok(true)
    }

    /// The statement may be long: it is looked for again once there is twice as much, so that no text is read too often.
    fn waits(&mut self) -> bool {
        self.whole_from = self.text.len() * 2;
        false
    }

    /// Awaits answers, the oldest first, until at most so many statements and bytes are under way.
    async fn settle(&mut self, statements: usize, bytes: usize) -> Result<(), RestoreError> {
        let mut under_way: usize = self.sent.iter().map(|(bytes, _)| bytes).sum();
        while self.sent.len() > statements || under_way > bytes {
            let Some((size, mut answers)) = self.sent.pop_front() else {
                break;
            };
            while let Some(answer) = in_time(self.deadlines, answers.next()).await? {
                answer.map_err(|error| failure(&error))?;
            }
            under_way -= size;
        }
        Ok(())
    }

    async fn begin_copy(&mut self, sql: &str) -> Result<(), RestoreError> {
        // The data begins on the next line.
        let line = self.text.iter().position(|&byte| byte == b'\n');
        let line = line.ok_or(RestoreError::NotSql)?;
        if !self.text[..line].trim_ascii().is_empty() {
            return Err(RestoreError::NotSql);
        }
        self.text.advance(line + 1);
        let opening = self.session.client().copy_in(sql);
        let sink = in_time(self.deadlines, opening).await?;
        self.copy = Some(Copy {
            sink: Box::pin(sink.map_err(|error| failure(&error))?),
            is_in_line: false,
        });
        Ok(())
    }

    /// Sends data up to the line that ends it; false if that is still to come.
    async fn run_copy(&mut self, mut copy: Copy) -> Result<bool, RestoreError> {
        let data = data(&self.text, &mut copy.is_in_line);
        let sent = self.text.split_to(data.len).freeze();
        let mut is_refused = false;
        if !sent.is_empty() {
            // The server's reason comes with the end.
            is_refused = in_time(self.deadlines, copy.sink.send(sent))
                .await?
                .is_err();
        }
        if data.end == 0 && !is_refused {
            self.copy = Some(copy);
            return Ok(false);
        }
        self.text.advance(data.end);
        let done = in_time(self.deadlines, copy.sink.as_mut().finish()).await?;
        done.map_err(|error| failure(&error))?;
        match is_refused {
            true => Err(RunFailure::Lost.into()),
            false => Ok(true),
        }
    }
}

struct Data {
    /// How many bytes are data.
    len: usize,
    /// How long the line is that ends the data; 0 if it is still to come.
    end: usize,
}

/// Finds the data of a COPY at the start of a text. A line that may become the last one is left.
fn data(text: &[u8], is_in_line: &mut bool) -> Data {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            if !*is_in_line && b"\\.\r".starts_with(rest) {
                break;
            }
            *is_in_line = true;
            at = text.len();
            break;
        };
        let line = &rest[..length];
        if !std::mem::take(is_in_line) && matches!(line, b"\\." | b"\\.\r") {
            return Data {
                len: at,
                end: length + 1,
            };
        }
        at += length + 1;
    }
    Data { len: at, end: 0 }
}

fn after_last_line(text: &[u8]) -> usize {
    let last = text.iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |at| at + 1)
}

fn refused(error: ScriptError) -> RestoreError {
    match error {
        ScriptError::MetaCommand { command, .. } => RestoreError::MetaCommand { command },
        ScriptError::CopyOut { .. } => RestoreError::Statement {
            statement: "COPY TO stdout".to_owned(),
        },
        _ => RestoreError::NotSql,
    }
}

async fn in_time<T>(
    deadlines: Deadlines,
    work: impl Future<Output = T>,
) -> Result<T, RestoreError> {
    let stall = deadlines.stall;
    let stalled = |_| RunFailure::Stalled(stall).into();
    timeout(stall, work).await.map_err(stalled)
}

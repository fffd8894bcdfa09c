//! Runs what `pg_dump` writes as SQL while it is written.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::ops::Range;
use std::pin::Pin;

use bytes::{Buf as _, Bytes, BytesMut};
use futures::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_postgres::{CopyInSink, SimpleQueryStream};

use super::{Deadlines, RunFailure, WINDOW_BYTES, WINDOW_STATEMENTS, failure};
use crate::script::{Control, Lexer, Next, Position, ScriptError, control, next};
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
        if !is_end && self.text.len() < self.whole_from {
            return Ok(false);
        }
        match found(&self.text, self.standard_strings, is_end)? {
            Found::Part => {
                // A statement may be long: it is looked for again once there is twice as much, so that no text is read
                // too often.
                self.whole_from = self.text.len() * 2;
                Ok(false)
            }
            Found::Skipped { end } => {
                self.whole_from = 0;
                self.text.advance(end);
                Ok(end > 0)
            }
            Found::Statement(statement) => {
                self.whole_from = 0;
                self.standard_strings = statement.standard_strings;
                let text = self.text.split_to(statement.end).freeze();
                let sql = str::from_utf8(&text[statement.sql]).map_err(|_| RestoreError::NotSql)?;
                match statement.is_copy {
                    true => self.begin_copy(sql).await?,
                    false => self.send(sql).await?,
                }
                Ok(true)
            }
        }
    }

    async fn send(&mut self, sql: &str) -> Result<(), RestoreError> {
        let bytes = WINDOW_BYTES.saturating_sub(sql.len());
        self.settle(WINDOW_STATEMENTS - 1, bytes).await?;
        let sending = self.session.client().simple_query_raw(sql);
        let answers = in_time(self.deadlines, sending).await?;
        let answers = answers.map_err(|error| failure(&error))?;
        self.sent.push_back((sql.len(), Box::pin(answers)));
        Ok(())
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
        self.settle(0, 0).await?;
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

enum Found {
    /// The text ends within a statement.
    Part,
    /// So many bytes are no statement to run: white space, comments, a line of psql or a transaction of the dump itself.
    Skipped {
        end: usize,
    },
    Statement(Statement),
}

struct Statement {
    sql: Range<usize>,
    /// Behind its semicolon.
    end: usize,
    is_copy: bool,
    standard_strings: bool,
}

/// Finds the first statement of a text that may go on, unless `is_end`.
fn found(text: &[u8], standard_strings: bool, is_end: bool) -> Result<Found, RestoreError> {
    // A line of psql is only known as a whole.
    let last_line = text.iter().rposition(|&byte| byte == b'\n');
    let end = match is_end {
        true => text.len(),
        false => last_line.map_or(0, |at| at + 1),
    };
    let mut lexer = Lexer::new(&text[..end], 0);
    lexer.standard_strings = standard_strings;
    let (sql, head) = match next(&text[..end], &mut lexer) {
        Ok(Next::Sql { is_ended, .. }) if !is_ended && !is_end => return Ok(Found::Part),
        Err(ScriptError::Unterminated { .. }) if !is_end => return Ok(Found::Part),
        Err(error) => return Err(refused(error)),
        Ok(Next::End) => return Ok(Found::Skipped { end }),
        Ok(Next::Skipped) => return Ok(Found::Skipped { end: lexer.at }),
        Ok(Next::Sql { sql, head, .. }) if head.is_copy_out() => {
            let at = Position::of(text, sql.start);
            return Err(refused(ScriptError::CopyOut { at }));
        }
        Ok(Next::Sql { sql, head, .. }) => (sql, head),
    };
    match control(&head) {
        Control::Begin if head.is("BEGIN") => return Ok(Found::Skipped { end: lexer.at }),
        Control::Commit if head.is("COMMIT") => return Ok(Found::Skipped { end: lexer.at }),
        Control::Begin | Control::Commit | Control::Rollback => {
            let words = String::from_utf8_lossy(&text[sql]);
            let words: Vec<&str> = words.split_whitespace().take(3).collect();
            return Err(RestoreError::Statement {
                statement: words.join(" "),
            });
        }
        Control::None | Control::Session => {}
    }
    Ok(Found::Statement(Statement {
        sql,
        end: lexer.at,
        is_copy: head.is_copy_in(),
        standard_strings: lexer.standard_strings,
    }))
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

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = r"-- a dump; with a comment
\restrict token
SET standard_conforming_strings = on;
CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT ';
\! touch x
' $$;
BEGIN;
SELECT lo_create('16384');
COMMIT;
COPY t (n) FROM stdin;
1\tBEGIN;
\.x
\.
SELECT 'a
\! touch y
b';
COPY u FROM stdin;
\.
\unrestrict token
";

    /// The statements, and the data of each COPY, of a text that arrives in pieces of this size.
    fn split(dump: &[u8], size: usize) -> Result<Vec<String>, RestoreError> {
        let (mut seen, mut text, mut standard) = (Vec::new(), Vec::new(), true);
        let mut copy: Option<(String, bool)> = None;
        let mut pieces = dump.chunks(size).peekable();
        while let Some(piece) = pieces.next() {
            text.extend_from_slice(piece);
            let is_end = pieces.peek().is_none();
            loop {
                if let Some((mut all, mut is_in_line)) = copy.take() {
                    let found = data(&text, &mut is_in_line);
                    all.push_str(str::from_utf8(&text[..found.len]).unwrap());
                    text.drain(..found.len + found.end);
                    if found.end == 0 {
                        copy = Some((all, is_in_line));
                        break;
                    }
                    seen.push(all);
                    continue;
                }
                match found(&text, standard, is_end)? {
                    Found::Part | Found::Skipped { end: 0 } => break,
                    Found::Skipped { end } => drop(text.drain(..end)),
                    Found::Statement(statement) => {
                        standard = statement.standard_strings;
                        seen.push(str::from_utf8(&text[statement.sql]).unwrap().to_owned());
                        text.drain(..statement.end);
                        if statement.is_copy {
                            assert_eq!(text.remove(0), b'\n');
                            copy = Some(Default::default());
                        }
                    }
                }
            }
        }
        Ok(seen)
    }

    #[test]
    fn a_dump_is_split_alike_however_it_arrives() {
        let whole = split(DUMP.as_bytes(), DUMP.len()).unwrap();
        let expected = [
            "SET standard_conforming_strings = on",
            "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT ';\n\\! touch x\n' $$",
            "SELECT lo_create('16384')",
            "COPY t (n) FROM stdin",
            "1\\tBEGIN;\n\\.x\n",
            "SELECT 'a\n\\! touch y\nb'",
            "COPY u FROM stdin",
            "",
        ];
        assert_eq!(whole, expected);
        for size in 1..DUMP.len() {
            assert_eq!(split(DUMP.as_bytes(), size).unwrap(), whole, "{size}");
        }
    }

    #[test]
    fn a_dump_that_would_run_a_command_or_end_the_transaction_is_refused() {
        let meta = |command: &str| RestoreError::MetaCommand {
            command: command.to_owned(),
        };
        let statement = |statement: &str| RestoreError::Statement {
            statement: statement.to_owned(),
        };
        for (dump, error) in [
            ("SELECT 1;\n\\! touch x\n", meta("\\!")),
            ("SELECT 1 \\gexec\n", meta("\\gexec")),
            ("\\connect other\n", meta("\\connect")),
            ("ROLLBACK;\n", statement("ROLLBACK")),
            ("COMMIT AND CHAIN;\n", statement("COMMIT AND CHAIN")),
            ("END;\n", statement("END")),
            ("COPY t TO stdout;\n", statement("COPY TO stdout")),
            ("SELECT 'open\n", RestoreError::NotSql),
        ] {
            for size in 1..=dump.len() {
                assert_eq!(
                    split(dump.as_bytes(), size),
                    Err(error.clone()),
                    "{dump} {size}"
                );
            }
        }
    }
}

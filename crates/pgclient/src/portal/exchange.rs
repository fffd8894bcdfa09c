//! The messages of a session, sent and read.

use std::collections::HashMap;
use std::fmt;
use std::io;

use bytes::BytesMut;
use postgres_protocol::IsNull;
use postgres_protocol::message::frontend;
use tokio::io::{AsyncWriteExt as _, BufReader};

use super::cancel::Canceler;
use super::error::{Notice, PortalError, ServerError};
use super::lent::Encrypted;
use super::message::{Message, read};
use super::row::{Column, Limits, Row};
use super::status::Status;

/// Notices that are kept of a statement.
const MAX_NOTICES: usize = 1000;

/// Names the types of columns.
const TYPE_NAMES: &str = "SELECT pg_catalog.format_type(t, m) FROM ROWS FROM (
    pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) AS x(t, m)";

/// How far a statement was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// More rows may follow.
    Suspended,
    /// The statement is done. The text is the server's command tag, such as `INSERT 0 3`; it is empty for a statement
    /// without a command.
    Complete(String),
    /// The server waits for the data of `COPY … FROM STDIN`.
    CopyIn,
}

/// A session with a database that runs one statement at a time and returns its rows in portions.
///
/// A statement is prepared with [`PortalSession::prepare`], run with [`PortalSession::start`], read on with
/// [`PortalSession::fetch`] and ended with [`PortalSession::end`], which commits it if it is in no transaction. After a
/// refusal the statement is ended already. The data of `COPY … TO STDOUT` comes as rows of one cell, in parts that begin and
/// end anywhere. A call that is dropped before it returns leaves the session of no further use.
pub struct PortalSession {
    pub(super) stream: BufReader<Encrypted>,
    pub(super) out: BytesMut,
    pub(super) canceler: Canceler,
    pub(super) status: Status,
    /// True while a call reads or writes, and after one that was dropped or failed.
    pub(super) is_broken: bool,
    pub(super) type_names: HashMap<(u32, i32), String>,
    pub(super) notices: Vec<Notice>,
    pub(super) row: Row,
    /// Bytes that are left of a message of `COPY … TO STDOUT`.
    pub(super) copy_left: usize,
    /// True while the data of `COPY … TO STDOUT` comes.
    pub(super) copies_out: bool,
}

impl fmt::Debug for PortalSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PortalSession")
            .field("status", &self.status)
            .field("is_broken", &self.is_broken)
            .finish_non_exhaustive()
    }
}

impl PortalSession {
    /// Reads the rows of an `Execute`.
    pub(super) async fn result(
        &mut self,
        rows: u32,
        limits: Limits,
        mut on_row: impl FnMut(&Row) -> io::Result<()>,
    ) -> Result<Fetched, PortalError> {
        let mut read = 0;
        loop {
            let fetched = match self.read_within(limits).await? {
                Message::Row => {
                    on_row(&self.row).map_err(|error| PortalError::Sink(error.to_string()))?;
                    read += 1;
                    // The server ends no portion of a copy.
                    match self.copies_out && read == rows {
                        true => Fetched::Suspended,
                        false => continue,
                    }
                }
                Message::CopyOut => {
                    self.copies_out = true;
                    continue;
                }
                Message::Suspended => Fetched::Suspended,
                Message::Complete(tag) => {
                    self.copies_out = false;
                    Fetched::Complete(tag)
                }
                Message::CopyIn => Fetched::CopyIn,
                Message::Error(error) => return self.refused(error).await,
                Message::Other => continue,
                _ => return Err(PortalError::Lost),
            };
            return self.end_call(fetched);
        }
    }

    /// Asks for the names of types that are not known yet, before the statement runs: a failure changes nothing.
    pub(super) async fn name_types(&mut self, columns: &mut [Column]) -> Result<(), PortalError> {
        let key = |column: &Column| (column.type_oid, column.type_modifier);
        let unknown = columns.iter().map(key);
        let mut unknown: Vec<_> = unknown
            .filter(|key| !self.type_names.contains_key(key))
            .collect();
        unknown.sort_unstable();
        unknown.dedup();
        if !unknown.is_empty() {
            let list = |of: fn(&(u32, i32)) -> String| {
                let all: Vec<_> = unknown.iter().map(of).collect();
                format!("{{{}}}", all.join(","))
            };
            let (types, modifiers) = (list(|it| it.0.to_string()), list(|it| it.1.to_string()));
            frontend::parse(
                "plinth_types",
                TYPE_NAMES,
                std::iter::empty(),
                &mut self.out,
            )?;
            let parameters = [Some(types.as_str()), Some(modifiers.as_str())];
            bind("plinth_types", &parameters, &mut self.out)?;
            frontend::execute("plinth_types", 0, &mut self.out)?;
            frontend::close(b'P', "plinth_types", &mut self.out)?;
            frontend::close(b'S', "plinth_types", &mut self.out)?;
            frontend::flush(&mut self.out);
            self.send().await?;
            let mut names = Vec::new();
            let mut closed = 0;
            // The replies to both `close` are read too.
            while closed < 2 {
                match self.read().await? {
                    Message::Row => names.extend(self.row.cells().map(|cell| {
                        let bytes = cell.map_or(b"unknown".as_slice(), |cell| cell.bytes);
                        String::from_utf8_lossy(bytes).into_owned()
                    })),
                    Message::Closed => closed += 1,
                    Message::Complete(_) | Message::Other => {}
                    Message::Error(error) => return self.refused(error).await,
                    _ => return Err(PortalError::Lost),
                }
            }
            self.type_names.extend(unknown.into_iter().zip(names));
        }
        for column in columns {
            if let Some(name) = self.type_names.get(&key(column)) {
                column.type_name.clone_from(name);
            }
        }
        Ok(())
    }

    /// Ends a statement that the server refused.
    pub(super) async fn refused<T>(&mut self, error: ServerError) -> Result<T, PortalError> {
        if !error.ends_session() {
            // A second error of the same statement adds nothing.
            self.sync().await?;
            self.end_call(())?;
        }
        Err(Box::new(error).into())
    }

    /// Sends `Sync` and reads until the server is ready for the next statement. Returns the last tag and the error, if any.
    pub(super) async fn sync(&mut self) -> Result<(String, Option<Box<ServerError>>), PortalError> {
        frontend::sync(&mut self.out);
        self.send().await?;
        let (mut tag, mut refused) = (String::new(), None);
        loop {
            match self.read_within(Limits { cell: 0, row: 0 }).await? {
                Message::Ready(status) => {
                    self.status = status;
                    self.copies_out = false;
                    return Ok((tag, refused));
                }
                Message::Complete(complete) => tag = complete,
                Message::Error(error) if error.ends_session() => {
                    return Err(Box::new(error).into());
                }
                Message::Error(error) => refused = Some(Box::new(error)),
                _ => {}
            }
        }
    }

    pub(super) async fn read(&mut self) -> Result<Message, PortalError> {
        self.read_within(Limits::default()).await
    }

    async fn read_within(&mut self, limits: Limits) -> Result<Message, PortalError> {
        loop {
            match read(&mut self.stream, &mut self.row, limits, &mut self.copy_left).await? {
                Message::Notice(notice) => {
                    if self.notices.len() < MAX_NOTICES {
                        self.notices.push(notice);
                    }
                }
                message => return Ok(message),
            }
        }
    }

    pub(super) async fn send(&mut self) -> Result<(), PortalError> {
        self.stream.write_all(&self.out).await?;
        self.stream.flush().await?;
        self.out.clear();
        Ok(())
    }

    /// Until `end_call` the session counts as broken, so that a call that is dropped leaves it so.
    pub(super) fn begin_call(&mut self) -> Result<(), PortalError> {
        match std::mem::replace(&mut self.is_broken, true) {
            false => Ok(()),
            true => Err(PortalError::Lost),
        }
    }

    pub(super) fn end_call<T>(&mut self, value: T) -> Result<T, PortalError> {
        self.is_broken = false;
        Ok(value)
    }
}

pub(super) fn bind(
    statement: &str,
    parameters: &[Option<&str>],
    out: &mut BytesMut,
) -> Result<(), PortalError> {
    let as_text = |value: &Option<&str>, out: &mut BytesMut| {
        let Some(value) = value else {
            return Ok(IsNull::Yes);
        };
        out.extend_from_slice(value.as_bytes());
        Ok(IsNull::No)
    };
    let text = || std::iter::empty();
    // The portal has the name of its statement.
    let written = frontend::bind(
        statement,
        statement,
        text(),
        parameters,
        as_text,
        text(),
        out,
    );
    written.map_err(|_| PortalError::Lost)
}

pub(super) fn execute(portal: &str, rows: u32, out: &mut BytesMut) -> io::Result<()> {
    let rows = i32::try_from(rows).unwrap_or(i32::MAX);
    frontend::execute(portal, rows, out)?;
    frontend::flush(out);
    Ok(())
}

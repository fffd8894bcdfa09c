use std::collections::BTreeMap;
use std::fmt;
use std::io;

/// Why a statement of a [`PortalSession`](super::PortalSession) has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PortalError {
    /// The server refused the statement, or ended the session with a reason.
    #[error(transparent)]
    Refused(#[from] Box<ServerError>),
    /// The connection broke off, or the server did not keep to the protocol. The session is of no further use.
    #[error("The connection to the database was lost")]
    Lost,
    /// The data of a result can't be stored or passed on by the caller. The session is of no further use.
    #[error("The result can't be stored: {0}")]
    Sink(String),
}

impl From<io::Error> for PortalError {
    fn from(_: io::Error) -> Self {
        Self::Lost
    }
}

/// An error or notice as the server words it. Bytes beyond 64 KiB are missing.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ServerError {
    /// `ERROR`, `FATAL`, `WARNING`, `NOTICE` and so on, in English.
    pub severity: String,
    /// The five characters of the SQLSTATE.
    pub sqlstate: String,
    /// The message in one line.
    pub message: String,
    /// More about the message.
    pub detail: Option<String>,
    /// A suggestion of the server.
    pub hint: Option<String>,
    /// The character of the statement at which the error is, from 1.
    pub position: Option<u32>,
    /// The functions and statements inside which it happened.
    pub context: Option<String>,
    /// The name of the constraint that was violated.
    pub constraint: Option<String>,
}

/// A notice has the fields of an error.
pub type Notice = ServerError;

impl ServerError {
    /// Reads the fields of an error or a notice: each is a byte and a text that ends with a zero byte.
    pub(super) fn parse(body: &[u8]) -> Self {
        let fields = body.split(|byte| *byte == 0).filter_map(|field| {
            let (kind, text) = field.split_first()?;
            Some((*kind, String::from_utf8_lossy(text).into_owned()))
        });
        let mut fields: BTreeMap<u8, String> = fields.collect();
        let severity = fields.remove(&b'V').or_else(|| fields.remove(&b'S'));
        Self {
            severity: severity.unwrap_or_default(),
            sqlstate: fields.remove(&b'C').unwrap_or_default(),
            message: fields.remove(&b'M').unwrap_or_default(),
            detail: fields.remove(&b'D'),
            hint: fields.remove(&b'H'),
            position: fields.remove(&b'P').and_then(|it| it.parse().ok()),
            context: fields.remove(&b'W'),
            constraint: fields.remove(&b'n'),
        }
    }

    /// True if the server ended the session with it.
    pub fn ends_session(&self) -> bool {
        matches!(self.severity.as_str(), "FATAL" | "PANIC")
    }
}

// A message and its detail may quote data.
impl fmt::Debug for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerError")
            .field("severity", &self.severity)
            .field("sqlstate", &self.sqlstate)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ServerError {}

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::tools::connect;
use crate::tools::connect::ConnectError;

/// A place in an SQL file. Both numbers count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Position {
    /// The place of a byte offset in a text. A byte order mark does not count as a character.
    pub(super) fn of(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset.min(text.len())];
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let in_line = String::from_utf8_lossy(&before[start..]);
        let in_line = in_line.trim_start_matches('\u{feff}');
        Self {
            line,
            column: in_line.chars().count() + 1,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why an SQL file is not run at all. Nothing was sent to the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The file could not be read.
    #[error("{} could not be read: {kind}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's kind of error.
        kind: io::ErrorKind,
    },
    /// Larger than [`super::MAX_BYTES`].
    #[error("The file is too large: {bytes} bytes")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// More statements than [`super::MAX_STATEMENTS`]: each takes memory besides its text.
    #[error("The file holds more than {most} statements")]
    TooMany {
        /// How many are taken.
        most: usize,
    },
    /// No statement in it.
    #[error("The file holds no SQL statement")]
    Empty,
    /// A byte order mark of UTF-16.
    #[error("The file is stored as UTF-16")]
    Utf16,
    /// Bytes that are not UTF-8.
    #[error("The file is not valid UTF-8 at {at} (byte {byte})")]
    NotUtf8 {
        /// Where.
        at: Position,
        /// Offset of the first wrong byte, from 0.
        byte: usize,
    },
    /// A NUL byte, which no SQL text may hold.
    #[error(
        "The file holds a NUL byte at {at}; it is no SQL text, perhaps a dump in another format"
    )]
    Nul {
        /// Where.
        at: Position,
    },
    /// A quote or comment that is not closed.
    #[error("The {what} that starts at {at} is not closed")]
    Unterminated {
        /// What is open: string, name, dollar-quoted text or comment.
        what: &'static str,
        /// Where it starts.
        at: Position,
    },
    /// `COPY … FROM stdin` whose data does not end with `\.` on a line of its own.
    #[error("The data of the COPY at {at} does not end with \\.")]
    CopyWithoutEnd {
        /// Where the statement starts.
        at: Position,
    },
    /// `COPY … TO stdout`, for which there is no receiver.
    #[error("The COPY at {at} writes its data out, which a seed cannot take")]
    CopyOut {
        /// Where the statement starts.
        at: Position,
    },
    /// Text behind `COPY … FROM stdin;` in the same line.
    #[error("There is text behind the COPY at {at}, where its data should begin on the next line")]
    CopyFollowed {
        /// Where the text starts.
        at: Position,
    },
    /// A command of psql other than `\restrict` and `\unrestrict`.
    #[error("{command} at {at} is a command of psql, not SQL")]
    MetaCommand {
        /// The command with its backslash.
        command: String,
        /// Where it stands.
        at: Position,
    },
}

impl ScriptError {
    /// Where in the file, if it is about a place.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::NotUtf8 { at, .. }
            | Self::Nul { at }
            | Self::Unterminated { at, .. }
            | Self::CopyWithoutEnd { at }
            | Self::CopyOut { at }
            | Self::CopyFollowed { at }
            | Self::MetaCommand { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// What the person can do next.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "Pick another file",
            Self::TooLarge { .. } | Self::TooMany { .. } => "Load it with psql, or split it",
            Self::Empty => "Pick a file with SQL statements",
            Self::Utf16 | Self::NotUtf8 { .. } => "Save the file as UTF-8 and try again",
            Self::Nul { .. } => "Make the dump with pg_dump in its plain format",
            Self::Unterminated { .. } => "Close it, or check whether the file was cut off",
            Self::CopyWithoutEnd { .. } => "Check whether the file was cut off",
            Self::CopyOut { .. } => "Remove the statement",
            Self::CopyFollowed { .. } => "Put the text behind the data",
            Self::MetaCommand { .. } => "Remove the line, or run the file with psql",
        }
    }
}

impl From<ScriptError> for crate::Error {
    fn from(error: ScriptError) -> Self {
        let code = match &error {
            ScriptError::Unreadable { .. } => crate::view::ErrorCode::File,
            _ => crate::view::ErrorCode::Invalid,
        };
        Self::new(code, error.to_string()).hint(format!("{}.", error.hint()))
    }
}

/// Why running a script ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedError {
    /// What happened.
    pub failure: SeedFailure,
    /// Where in the file, as exactly as the server said it, else where the statement starts.
    pub position: Option<Position>,
    /// Whether the database is certainly as it was before the run.
    pub rolled_back: bool,
}

/// What ended a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeedFailure {
    /// No session with the database.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The server refused a statement or its data.
    #[error("{message}")]
    Statement {
        /// The server's message.
        message: String,
        /// The server's detail.
        detail: Option<String>,
        /// The server's hint.
        hint: Option<String>,
        /// Where inside a function or a COPY, in the server's words.
        context: Option<String>,
        /// The five characters of the SQLSTATE.
        sqlstate: String,
    },
    /// The person stopped it.
    #[error("The run was stopped")]
    Cancelled,
    /// The server did nothing for longer than the deadline.
    #[error("The database made no progress for {} seconds", .0.as_secs())]
    Stalled(Duration),
    /// The connection broke off.
    #[error("The connection to the database broke off")]
    Lost,
    /// The connection broke off while the end of the transaction was awaited.
    #[error("The connection broke off at the end, so it is unknown whether the data was kept")]
    Unknown,
}

impl SeedError {
    /// The server's or our own message.
    pub fn message(&self) -> String {
        self.failure.to_string()
    }

    /// The message as it may be written down: where the server complains about a value (class 22 of the SQLSTATEs), without
    /// what it quotes, which is data of the file.
    pub fn message_without_data(&self) -> String {
        let message = self.message();
        match &self.failure {
            SeedFailure::Statement { sqlstate, .. } if sqlstate.starts_with("22") => {
                let parts = message.split('"').enumerate();
                let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" });
                kept.collect::<Vec<_>>().join("\"")
            }
            _ => message,
        }
    }

    /// What the person can do next, if anything is known.
    pub fn hint(&self) -> Option<String> {
        match &self.failure {
            SeedFailure::Connect(error) => connect::hint(error).map(str::to_owned),
            SeedFailure::Statement { hint, .. } => hint.clone(),
            SeedFailure::Stalled(_) => {
                Some("Look for another session that holds a lock".to_owned())
            }
            SeedFailure::Unknown => {
                Some("Look into the database before you run it again".to_owned())
            }
            SeedFailure::Cancelled | SeedFailure::Lost => None,
        }
    }
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "{} ({position})", self.failure),
            None => self.failure.fmt(f),
        }
    }
}

impl std::error::Error for SeedError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_quotes_of_the_data_is_not_written_down() {
        let check = |sqlstate: &str, message: &str| {
            let failure = SeedFailure::Statement {
                message: message.to_owned(),
                detail: None,
                hint: None,
                context: None,
                sqlstate: sqlstate.to_owned(),
            };
            let error = SeedError {
                failure,
                position: None,
                rolled_back: true,
            };
            error.message_without_data()
        };
        let wrong = "invalid input syntax for type integer: \"hunter2\"";
        let kept = "invalid input syntax for type integer: \"…\"";
        assert_eq!(check("22P02", wrong), kept);
        assert_eq!(check("22001", "one \"open"), "one \"…");
        let name = "relation \"users\" does not exist";
        assert_eq!(check("42P01", name), name);
    }
}

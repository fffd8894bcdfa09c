use std::fmt;
use std::io;
use std::path::PathBuf;

/// A place in an SQL script. Both numbers count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Position {
    /// The place of a byte offset in a text. A byte order mark does not count as a character.
    pub(crate) fn of(text: &[u8], offset: usize) -> Self {
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

/// Why an SQL script is not run at all. Nothing was sent to a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The file could not be read.
    #[error("Couldn't read {}: {kind}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's kind of error.
        kind: io::ErrorKind,
    },
    /// Larger than [`Script::MAX_BYTES`](crate::Script::MAX_BYTES).
    #[error("The file is too large: {bytes} bytes")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// More statements than [`Script::MAX_STATEMENTS`](crate::Script::MAX_STATEMENTS): each takes memory besides its text.
    #[error("The file contains more than {most} statements")]
    TooMany {
        /// How many are taken.
        most: usize,
    },
    /// No statement in it.
    #[error("The file contains no SQL statement")]
    Empty,
    /// A byte order mark of UTF-16.
    #[error("The file is encoded as UTF-16")]
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
        "The file contains a NUL byte at {at}: it is not SQL text, perhaps a dump in another format"
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
    #[error("The COPY at {at} exports data, which a seed file can't do")]
    CopyOut {
        /// Where the statement starts.
        at: Position,
    },
    /// Text behind `COPY … FROM stdin;` in the same line.
    #[error("There is text after the COPY at {at}; its data must start on the next line")]
    CopyFollowed {
        /// Where the text starts.
        at: Position,
    },
    /// A command of psql other than `\restrict` and `\unrestrict`.
    #[error("{command} at {at} is a psql command, not SQL")]
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

    /// What to do next, without a full stop.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "Pick another file",
            Self::TooLarge { .. } | Self::TooMany { .. } => "Load it with psql, or split it",
            Self::Empty => "Pick a file with SQL statements",
            Self::Utf16 | Self::NotUtf8 { .. } => "Save the file as UTF-8 and try again",
            Self::Nul { .. } => "Create the dump with pg_dump in plain format",
            Self::Unterminated { .. } => "Close it, or check whether the file is complete",
            Self::CopyWithoutEnd { .. } => "Check whether the file is complete",
            Self::CopyOut { .. } => "Remove the statement",
            Self::CopyFollowed { .. } => "Move the text after the data",
            Self::MetaCommand { .. } => "Remove the line, or run the file with psql",
        }
    }
}

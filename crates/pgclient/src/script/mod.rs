mod copy_data;
mod error;
mod head;
mod lexer;
mod password;
mod transaction;

use std::fmt;
use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use copy_data::copy_data;
pub use error::{Position, ScriptError};
use head::Head;
pub(crate) use lexer::Lexer;
use lexer::Token;
pub use password::without_passwords;
pub(crate) use transaction::control;
use transaction::forbids_transaction;
pub use transaction::{Control, Mode};

/// An SQL script, split into statements and checked for everything that can be known before it runs.
/// It is held in memory once; statements and data are slices of it.
///
/// ```
/// use pgclient::{Mode, Script};
///
/// let script = Script::parse("SELECT ';'; -- a comment; of no matter\nSELECT $$;$$")?;
/// assert_eq!(script.statements().collect::<Vec<_>>(), ["SELECT ';'", "SELECT $$;$$"]);
/// assert_eq!(script.mode(), Mode::Whole);
///
/// let error = Script::parse("SELECT 1;\nSELECT 'open;").unwrap_err();
/// assert_eq!(error.to_string(), "The string that starts at line 2, column 8 is not closed");
/// # Ok::<(), pgclient::ScriptError>(())
/// ```
pub struct Script {
    bytes: Bytes,
    pieces: Vec<Piece>,
    mode: Mode,
}

/// One statement, without its semicolon, and the data that follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) sql: Range<usize>,
    /// The lines for `COPY … FROM stdin`, without the line that ends them.
    pub(crate) copy: Option<Range<usize>>,
    /// Behind everything that belongs to it.
    pub(crate) end: usize,
    pub(crate) control: Control,
    is_copy_out: bool,
    is_query: bool,
    forbids_transaction: Option<&'static str>,
    sweep: Option<&'static str>,
}

/// A statement of a script that is run one statement at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The text without its semicolon.
    pub sql: &'a str,
    /// The bytes of the script that the text is.
    pub range: Range<usize>,
    /// The lines for `COPY … FROM stdin`.
    pub copy_data: Option<Bytes>,
    /// True for a statement by which a client asks for data: `SELECT`, `VALUES`, `TABLE`, `WITH`, `SHOW`, `EXPLAIN` and
    /// `COPY … TO STDOUT`. Such a statement can still change something, such as by a function that it calls.
    pub is_query: bool,
    /// True for `COPY … TO STDOUT`.
    pub is_copy_out: bool,
    /// The statement's effect on the transaction that it runs in.
    pub control: Control,
    /// The words of a statement that the server refuses inside a transaction block.
    pub forbids_transaction: Option<&'static str>,
    /// The words of a statement that changes all rows of a table, or removes something with its data: `DELETE` and `UPDATE`
    /// without `WHERE`, `TRUNCATE`, `DROP`.
    pub sweep: Option<&'static str>,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script")
            .field("bytes", &self.bytes.len())
            .field("statements", &self.pieces.len())
            .field("mode", &self.mode)
            .finish()
    }
}

impl Script {
    /// The largest script that is taken: 1 GiB.
    pub const MAX_BYTES: u64 = 1024 * 1024 * 1024;

    /// The most statements that are taken. A script of the largest size can hold half a billion of the smallest ones, and
    /// what is known of each takes some hundred bytes.
    pub const MAX_STATEMENTS: usize = 1_000_000;

    /// Reads and checks a file. It blocks on the disk.
    ///
    /// # Errors
    /// The file cannot be read or is larger than [`Script::MAX_BYTES`], or any of those of [`Script::parse`].
    pub fn read(path: &Path) -> Result<Self, ScriptError> {
        let unreadable = |error: std::io::Error| ScriptError::Unreadable {
            path: path.to_owned(),
            kind: error.kind(),
        };
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if metadata.len() > Self::MAX_BYTES {
            let bytes = metadata.len();
            return Err(ScriptError::TooLarge { bytes });
        }
        if !metadata.is_file() {
            let kind = if metadata.is_dir() {
                std::io::ErrorKind::IsADirectory
            } else {
                std::io::ErrorKind::Unsupported
            };
            return Err(unreadable(kind.into()));
        }
        Self::parse(std::fs::read(path).map_err(unreadable)?)
    }

    /// Splits and checks a text.
    ///
    /// # Errors
    /// It is not UTF-8 text, holds no statement, a quote, comment or `COPY` without an end, or a command
    /// of psql other than `\restrict` and `\unrestrict`, which are skipped.
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self, ScriptError> {
        let script = Self::parse_for_session(bytes)?;
        match script.pieces.iter().find(|piece| piece.is_copy_out) {
            Some(piece) => Err(ScriptError::CopyOut {
                at: script.position(piece.sql.start),
            }),
            None => Ok(script),
        }
    }

    /// As [`Script::parse`], for a session whose caller takes the data of `COPY … TO STDOUT`.
    ///
    /// # Errors
    /// As [`Script::parse`].
    pub fn parse_for_session(bytes: impl Into<Bytes>) -> Result<Self, ScriptError> {
        let bytes = bytes.into();
        check_encoding(&bytes)?;
        let pieces = split(&bytes, Self::MAX_STATEMENTS)?;
        if pieces.is_empty() {
            return Err(ScriptError::Empty);
        }
        let mode = mode(&bytes, &pieces);
        let pieces = pieces.into_iter().map(|(piece, _)| piece).collect();
        Ok(Self {
            bytes,
            pieces,
            mode,
        })
    }

    /// The size of the script in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it is run as one transaction, and if not, why.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The statements as they are written, without semicolons; a `COPY` is one, without its data.
    pub fn statements(&self) -> impl ExactSizeIterator<Item = &str> {
        self.pieces.iter().map(|piece| self.text(&piece.sql))
    }

    /// The statements with their places and data.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Statement<'_>> {
        self.pieces.iter().map(|piece| Statement {
            sql: self.text(&piece.sql),
            range: piece.sql.clone(),
            copy_data: piece.copy.as_ref().map(|data| self.data(data)),
            is_query: piece.is_query,
            is_copy_out: piece.is_copy_out,
            control: piece.control,
            forbids_transaction: piece.forbids_transaction,
            sweep: piece.sweep,
        })
    }

    /// The text between two bytes; empty where a byte is inside a character.
    pub fn slice(&self, range: Range<usize>) -> &str {
        str::from_utf8(&self.bytes[range]).unwrap_or_default()
    }

    /// The place of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        Position::of(&self.bytes, offset)
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(crate) fn text(&self, range: &Range<usize>) -> &str {
        str::from_utf8(&self.bytes[range.clone()]).unwrap_or_default()
    }

    pub(crate) fn data(&self, range: &Range<usize>) -> Bytes {
        self.bytes.slice(range.clone())
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn check_encoding(bytes: &[u8]) -> Result<(), ScriptError> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ScriptError::Utf16);
    }
    if let Err(error) = str::from_utf8(bytes) {
        let byte = error.valid_up_to();
        let at = Position::of(bytes, byte);
        return Err(ScriptError::NotUtf8 { at, byte });
    }
    match bytes.iter().position(|&byte| byte == 0) {
        Some(nul) => Err(ScriptError::Nul {
            at: Position::of(bytes, nul),
        }),
        None => Ok(()),
    }
}

fn mode(bytes: &[u8], pieces: &[(Piece, Head)]) -> Mode {
    let line = |piece: &Piece| Position::of(bytes, piece.sql.start).line;
    let own = pieces.iter().find(|(piece, _)| {
        matches!(
            piece.control,
            Control::Begin | Control::Commit | Control::Rollback
        )
    });
    if let Some((piece, _)) = own {
        return Mode::AsWritten { line: line(piece) };
    }
    let forbids = |(piece, head): &(Piece, Head)| {
        let statement = forbids_transaction(head)?;
        Some((line(piece), statement))
    };
    match pieces.iter().find_map(forbids) {
        Some((line, statement)) => Mode::Separate { line, statement },
        None => Mode::Whole,
    }
}

fn split(bytes: &[u8], most: usize) -> Result<Vec<(Piece, Head)>, ScriptError> {
    let start = if bytes.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    let mut lexer = Lexer::new(bytes, start);
    let mut pieces: Vec<(Piece, Head)> = Vec::new();
    while let Some(statement) = statement(bytes, &mut lexer)? {
        match statement {
            Part::Sql(..) if pieces.len() == most => {
                return Err(ScriptError::TooMany { most });
            }
            Part::Sql(piece, head) => pieces.push((piece, head)),
            Part::Skipped => {}
        }
    }
    Ok(pieces)
}

enum Part {
    Sql(Piece, Head),
    /// A line that psql would have kept for itself.
    Skipped,
}

/// The next part of the text.
pub(crate) enum Next {
    Sql {
        sql: Range<usize>,
        head: Head,
        /// Whether a semicolon ends the statement, rather than the text.
        is_ended: bool,
    },
    /// A line that psql would have kept for itself.
    Skipped,
    /// White space and comments up to the end of the text.
    End,
}

/// Reads a statement up to its semicolon. The data of a `COPY` is left to be read.
pub(crate) fn next(bytes: &[u8], lexer: &mut Lexer<'_>) -> Result<Next, ScriptError> {
    let mut head = Head::default();
    let mut sql: Option<Range<usize>> = None;
    let mut parentheses = 0_usize;
    let mut is_ended = false;
    loop {
        let next = lexer.next().map_err(|open| ScriptError::Unterminated {
            what: open.what,
            at: Position::of(bytes, open.start),
        })?;
        let Some((token, span)) = next else {
            break;
        };
        match token {
            Token::Backslash => {
                meta_command(bytes, lexer, span.start, sql.is_none())?;
                return Ok(Next::Skipped);
            }
            Token::Semicolon if parentheses == 0 && !head.is_in_body() => {
                if sql.is_none() {
                    continue;
                }
                is_ended = true;
                break;
            }
            Token::Open => parentheses += 1,
            Token::Close => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        match token {
            Token::Word => head.push(bytes, span.clone(), parentheses),
            Token::Quoted => head.push_quoted(),
            _ => head.push_symbol(),
        }
        sql = Some(sql.map_or(span.start, |sql| sql.start)..span.end);
    }
    let Some(sql) = sql else {
        return Ok(Next::End);
    };
    if let Some(standard) = head.sets_standard_strings(&bytes[sql.clone()]) {
        lexer.standard_strings = standard;
    }
    Ok(Next::Sql {
        sql,
        head,
        is_ended,
    })
}

fn statement(bytes: &[u8], lexer: &mut Lexer<'_>) -> Result<Option<Part>, ScriptError> {
    let (sql, head) = match next(bytes, lexer)? {
        Next::Sql { sql, head, .. } => (sql, head),
        Next::Skipped => return Ok(Some(Part::Skipped)),
        Next::End => return Ok(None),
    };
    let at = || Position::of(bytes, sql.start);
    let copy = if head.is_copy_in() {
        Some(copy_data(bytes, lexer, at)?)
    } else {
        None
    };
    let piece = Piece {
        control: control(&head),
        end: lexer.at,
        is_copy_out: head.is_copy_out(),
        is_query: head.is_query(),
        forbids_transaction: forbids_transaction(&head),
        sweep: head.sweep(),
        copy,
        sql,
    };
    Ok(Some(Part::Sql(piece, head)))
}

/// Skips pg_dump's `\restrict` and `\unrestrict`; everything else is an error.
fn meta_command(
    bytes: &[u8],
    lexer: &mut Lexer<'_>,
    start: usize,
    between_statements: bool,
) -> Result<(), ScriptError> {
    let line = &bytes[start..];
    let line = &line[..line.iter().position(|&b| b == b'\n').unwrap_or(line.len())];
    let word = line
        .iter()
        .skip(1)
        .position(|byte| byte.is_ascii_whitespace() || *byte == b';' || *byte == b'\\')
        .map_or(line.len(), |length| length + 1);
    let command = &line[..word];
    if between_statements && matches!(command, b"\\restrict" | b"\\unrestrict") {
        lexer.at = start + line.len();
        return Ok(());
    }
    Err(ScriptError::MetaCommand {
        command: String::from_utf8_lossy(command).into_owned(),
        at: Position::of(bytes, start),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_more_statements_than_are_taken_is_refused_before_they_fill_the_memory() {
        assert_eq!(split(b"a;b;c;", 3).unwrap().len(), 3);
        let refused = split(b"a;b;c;d", 3).err();
        assert_eq!(refused, Some(ScriptError::TooMany { most: 3 }));
    }
}

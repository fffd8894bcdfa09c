//! A lossless reading of an env file: every byte belongs to exactly one entry, so printing the
//! entries gives the file back. The grammar is close to that of the `dotenv` package, which many tools
//! follow; other lines are kept as they stand. `reading` says where tools differ.

use std::fmt;
use std::ops::Range;

/// An env file split into entries that borrow its bytes.
///
/// The bytes need not be UTF-8. Printing the entries in order is the identity.
pub struct EnvFile<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
}

/// One logical line: a blank, a comment, an assignment (which may span several physical lines
/// when its value is quoted) or something unknown. Ranges are byte offsets into the file.
#[derive(Debug, Clone)]
pub struct Entry {
    /// All bytes of the entry with its line ending; the first entry includes a byte order mark.
    pub span: Range<usize>,
    /// Length of the line ending at the end of `span`: 0 (end of file), 1 or 2 bytes.
    pub ending: usize,
    /// Number of the first physical line, counted from 1.
    pub line: usize,
    /// What the entry is.
    pub kind: EntryKind,
}

/// What an [`Entry`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    /// Nothing but white space.
    Blank,
    /// A line whose first visible character is `#`.
    Comment,
    /// `NAME=value`.
    Assignment(Assignment),
    /// Anything else. It is kept and never edited.
    Unknown,
}

/// The parts of a `NAME=value` entry, as byte ranges into the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// Whether the name follows the shell's `export`.
    pub export: bool,
    /// The variable's name.
    pub name: Range<usize>,
    /// The value with its quotes, without an inline comment and the space around it. Empty and
    /// directly behind the separator when there is no value.
    pub value: Range<usize>,
    /// The quote around the value.
    pub quote: Option<Quote>,
}

impl Assignment {
    /// The value without its quotes.
    pub fn content(&self) -> Range<usize> {
        match self.quote {
            Some(_) => self.value.start + 1..self.value.end - 1,
            None => self.value.clone(),
        }
    }
}

/// A quote character around a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote {
    /// `'`: everything inside is literal.
    Single,
    /// `"`.
    Double,
    /// `` ` ``, which `dotenv` knows and the shell does not.
    Backtick,
}

impl Quote {
    /// The quote as a byte.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Single => b'\'',
            Self::Double => b'"',
            Self::Backtick => b'`',
        }
    }

    fn of(byte: u8) -> Option<Self> {
        match byte {
            b'\'' => Some(Self::Single),
            b'"' => Some(Self::Double),
            b'`' => Some(Self::Backtick),
            _ => None,
        }
    }
}

impl fmt::Debug for EnvFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnvFile")
            .field("bytes", &self.bytes.len())
            .field("entries", &self.entries.len())
            .finish()
    }
}

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<'a> EnvFile<'a> {
    /// Splits any bytes into entries. It cannot fail: what is not understood is [`EntryKind::Unknown`].
    pub fn parse(bytes: &'a [u8]) -> Self {
        let mut entries = Vec::new();
        let mut at = 0;
        let mut line = 1;
        while at < bytes.len() {
            let text = if at == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
                BYTE_ORDER_MARK.len()
            } else {
                at
            };
            let (kind, text_end) = read_entry(bytes, text);
            let ending = line_ending_at(bytes, text_end);
            let span = at..text_end + ending;
            at = span.end;
            let entry_line = line;
            line += count_lines(&bytes[span.clone()]);
            entries.push(Entry {
                span,
                ending,
                line: entry_line,
                kind,
            });
        }
        Self { bytes, entries }
    }

    /// The entries in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The file's bytes, put together again from the entries.
    pub fn print(&self) -> Vec<u8> {
        self.entries
            .iter()
            .flat_map(|entry| self.slice(&entry.span))
            .copied()
            .collect()
    }

    /// The bytes of a range of this file.
    pub fn slice(&self, range: &Range<usize>) -> &'a [u8] {
        &self.bytes[range.clone()]
    }

    /// The last assignment of a variable, which is the one that counts, with its entry's index.
    pub fn last(&self, name: &str) -> Option<(usize, &Assignment)> {
        self.entries
            .iter()
            .enumerate()
            .rev()
            .find_map(|(index, entry)| match &entry.kind {
                EntryKind::Assignment(found) if self.slice(&found.name) == name.as_bytes() => {
                    Some((index, found))
                }
                _ => None,
            })
    }

    /// The line ending most lines of the file have; `\n` for a file without any.
    pub fn line_ending(&self) -> &'static str {
        let mut counts = [("\n", 0_usize), ("\r\n", 0), ("\r", 0)];
        let mut at = 0;
        while at < self.bytes.len() {
            let length = line_ending_at(self.bytes, at);
            let found = &self.bytes[at..at + length];
            for (ending, count) in &mut counts {
                if found == ending.as_bytes() {
                    *count += 1;
                }
            }
            at += length.max(1);
        }
        let [lf, crlf, cr] = counts;
        if crlf.1 > lf.1 && crlf.1 >= cr.1 {
            crlf.0
        } else if cr.1 > lf.1 {
            cr.0
        } else {
            lf.0
        }
    }
}

/// Length of the line ending that starts at `at`: 0 when there is none.
pub(crate) fn line_ending_at(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => 2,
        (Some(b'\r' | b'\n'), _) => 1,
        _ => 0,
    }
}

/// Physical lines in a piece that ends with its line ending or at the end of the file.
pub(crate) fn count_lines(bytes: &[u8]) -> usize {
    split_lines(bytes).len()
}

/// Splits into physical lines, each with its line ending.
pub(crate) fn split_lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let ending = line_ending_at(bytes, at);
        at += ending.max(1);
        if ending > 0 {
            lines.push(&bytes[start..at]);
            start = at;
        }
    }
    if start < bytes.len() {
        lines.push(&bytes[start..]);
    }
    lines
}

/// Reads one entry from `start`, giving its kind and where its text ends (before the line ending).
fn read_entry(bytes: &[u8], start: usize) -> (EntryKind, usize) {
    let line_end = end_of_line(bytes, start);
    let text = skip_space(bytes, start, line_end);
    if text == line_end {
        return (EntryKind::Blank, line_end);
    }
    if bytes[text] == b'#' {
        return (EntryKind::Comment, line_end);
    }
    read_assignment(bytes, text, line_end).unwrap_or((EntryKind::Unknown, line_end))
}

fn read_assignment(bytes: &[u8], text: usize, line_end: usize) -> Option<(EntryKind, usize)> {
    let (export, name_start) = skip_export(bytes, text, line_end);
    let name_end = (name_start..line_end)
        .find(|&at| !is_name_byte(bytes[at]))
        .unwrap_or(line_end);
    if name_end == name_start {
        return None;
    }
    let after_separator = separator(bytes, name_end, line_end)?;
    let value_start = skip_space(bytes, after_separator, line_end);
    let quoted = bytes
        .get(value_start)
        .filter(|_| value_start < line_end)
        .and_then(|&byte| Quote::of(byte))
        .and_then(|quote| Some((quote, closing_quote(bytes, value_start, quote)?)));
    let (value, quote, text_end) = match quoted {
        Some((quote, close)) => {
            let value = value_start..close + 1;
            (value, Some(quote), end_of_line(bytes, close + 1))
        }
        None => {
            let end = end_of_unquoted(bytes, value_start, line_end);
            let value = if end == value_start {
                after_separator..after_separator
            } else {
                value_start..end
            };
            (value, None, line_end)
        }
    };
    let assignment = Assignment {
        export,
        name: name_start..name_end,
        value,
        quote,
    };
    Some((EntryKind::Assignment(assignment), text_end))
}

fn skip_export(bytes: &[u8], text: usize, line_end: usize) -> (bool, usize) {
    const EXPORT: &[u8] = b"export";
    if bytes[text..line_end].starts_with(EXPORT) {
        let after = text + EXPORT.len();
        let name = skip_space(bytes, after, line_end);
        if name > after && name < line_end && is_name_byte(bytes[name]) {
            return (true, name);
        }
    }
    (false, text)
}

/// The offset behind `=` (with space before it) or behind `: `.
fn separator(bytes: &[u8], name_end: usize, line_end: usize) -> Option<usize> {
    let at = skip_space(bytes, name_end, line_end);
    if at < line_end && bytes[at] == b'=' {
        return Some(at + 1);
    }
    if name_end < line_end && bytes[name_end] == b':' {
        let after = name_end + 1;
        return (after == line_end || is_space(bytes[after])).then_some(after);
    }
    None
}

/// The closing quote that belongs to the quote at `open`, possibly lines below. Behind it there
/// may only be space and a comment; a backslash before a quote escapes it unless nothing else fits.
fn closing_quote(bytes: &[u8], open: usize, quote: Quote) -> Option<usize> {
    let mut escaped = Vec::new();
    let mut at = open + 1;
    while at < bytes.len() {
        if bytes[at] == b'\\' && bytes.get(at + 1) == Some(&quote.byte()) {
            escaped.push(at + 1);
            at += 2;
        } else if bytes[at] == quote.byte() {
            if ends_value(bytes, at + 1) {
                return Some(at);
            }
            break;
        } else {
            at += 1;
        }
    }
    escaped
        .into_iter()
        .rev()
        .find(|&at| ends_value(bytes, at + 1))
}

fn ends_value(bytes: &[u8], at: usize) -> bool {
    let next = bytes[at..].iter().find(|&&byte| !is_space(byte));
    matches!(next, None | Some(b'\n' | b'\r' | b'#'))
}

/// Where an unquoted value ends: before a `#` that follows space or with which the value would
/// begin, without the space at its end.
fn end_of_unquoted(bytes: &[u8], start: usize, line_end: usize) -> usize {
    let comment = (start..line_end)
        .find(|&at| bytes[at] == b'#' && (at == start || is_space(bytes[at - 1])))
        .unwrap_or(line_end);
    (start..comment)
        .rev()
        .find(|&at| !is_space(bytes[at]))
        .map_or(start, |at| at + 1)
}

fn end_of_line(bytes: &[u8], start: usize) -> usize {
    bytes[start..]
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r'))
        .map_or(bytes.len(), |offset| start + offset)
}

fn skip_space(bytes: &[u8], start: usize, end: usize) -> usize {
    (start..end).find(|&at| !is_space(bytes[at])).unwrap_or(end)
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

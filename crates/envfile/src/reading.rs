//! The value that the common readers of env files agree about: `dotenv` with and without its expansion, Vite and Next in
//! development, `node --env-file`, `python-dotenv` and a shell. They differ about escapes, `$`, `#`, quotes and the order
//! of files. `tests/readers` has the values that they read, and the tests compare them with the rules here.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use crate::parse::{Assignment, EntryKind, EnvFile, Quote};

/// The env files of a folder that frameworks read in development, in Vite's order: a later one overrides. Next reads the
/// second and the third the other way around; most other programs read the first alone.
pub const DEVELOPMENT_FILES: [&str; 4] = [
    ".env",
    ".env.local",
    ".env.development",
    ".env.development.local",
];

/// The value that programs read for a variable.
#[derive(Debug)]
pub enum Reading {
    /// The variable is missing or empty.
    Nothing,
    /// Every program that reads a value reads this one.
    Value(SecretString),
    /// Programs read different values.
    Disputed(Dispute),
}

/// Why programs read different values, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Name of the file.
    pub file: String,
    /// The first line of the entry, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: Reason,
}

/// Why programs read different values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A `$`, or a command in backticks, which some programs replace.
    Expansion,
    /// A backslash.
    Escape,
    /// A `#` that begins a comment for some programs only.
    Comment,
    /// Quotes that programs end in different places, or backticks.
    Quotes,
    /// A character that a shell doesn't take as part of an unquoted value, space, or a control character.
    Character,
    /// A value that dotenvx decrypts.
    Encrypted,
    /// A second assignment of the variable, or a line that may be one.
    Twice,
    /// A line that is no assignment: a shell may run it.
    Unknown,
    /// Lines that end with a carriage return alone.
    LineEndings,
    /// Another file has another value.
    OtherFile,
    /// An empty value that overrides the one of another file.
    Emptied,
}

impl fmt::Display for Dispute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::Expansion => "some programs replace a `$` or a command in it",
            Reason::Escape => "programs read its backslash differently",
            Reason::Comment => "some programs take its `#` for a comment",
            Reason::Quotes => "programs read its quotes differently",
            Reason::Character => "a shell reads its characters differently: put it in quotes",
            Reason::Encrypted => "it is encrypted",
            Reason::Twice => "the file may set it twice",
            Reason::Unknown => "this line is no assignment, and a shell may run it",
            Reason::LineEndings => "the lines of the file end with a carriage return",
            Reason::OtherFile => "it differs from the value of another file",
            Reason::Emptied => "it is empty there, and another file has a value",
        };
        write!(f, "{}, line {}: {reason}", self.file, self.line)
    }
}

impl Reading {
    /// The value of a variable in env files that programs read together, a later one before an earlier one. `written` is a
    /// value that the caller wrote itself: in whatever form it stands, it counts as one that all programs read.
    #[must_use]
    pub fn of(
        files: &[(&str, EnvFile<'_>)],
        variable: &str,
        written: Option<&SecretString>,
    ) -> Self {
        let mut found: Option<SecretString> = None;
        let mut emptied = None;
        for (name, file) in files {
            let Some((index, last)) = file.last(variable) else {
                continue;
            };
            let dispute = |index: usize, reason| Dispute {
                file: (*name).to_owned(),
                line: file.entries()[index].line,
                reason,
            };
            let content = file.slice(&last.content());
            if content.is_empty() {
                // An empty value in a template is no decision.
                if *name != DEVELOPMENT_FILES[0] {
                    emptied = Some(dispute(index, Reason::Emptied));
                }
                continue;
            }
            let is_written =
                written.is_some_and(|value| value.expose_secret().as_bytes() == content);
            if !is_written && let Err((index, reason)) = agree(file, variable) {
                return Self::Disputed(dispute(index, reason));
            }
            let Ok(text) = str::from_utf8(content) else {
                return Self::Disputed(dispute(index, Reason::Character));
            };
            if found.as_ref().is_some_and(|it| it.expose_secret() != text) {
                return Self::Disputed(dispute(index, Reason::OtherFile));
            }
            found = Some(text.into());
        }
        match (found, emptied) {
            (Some(_), Some(dispute)) => Self::Disputed(dispute),
            (Some(value), None) => Self::Value(value),
            (None, _) => Self::Nothing,
        }
    }
}

/// Checks that programs which read a value of a variable in a file read the last one as it stands.
fn agree(file: &EnvFile<'_>, variable: &str) -> Result<(), (usize, Reason)> {
    let mut values: Vec<&[u8]> = Vec::new();
    for (index, entry) in file.entries().iter().enumerate() {
        let text = file.slice(&(entry.span.start..entry.span.end - entry.ending));
        if file.slice(&entry.span).ends_with(b"\r") {
            return Err((index, Reason::LineEndings));
        }
        match &entry.kind {
            EntryKind::Blank | EntryKind::Comment => {}
            EntryKind::Unknown => return Err((index, Reason::Unknown)),
            EntryKind::Assignment(found) if file.slice(&found.name) == variable.as_bytes() => {
                is_plain(file, found).map_err(|reason| (index, reason))?;
                values.push(file.slice(&found.content()));
                let behind = file.slice(&(found.value.start..entry.span.end));
                if assigns(behind, variable) {
                    return Err((index, Reason::Twice));
                }
            }
            EntryKind::Assignment(_) if assigns(text, variable) => {
                return Err((index, Reason::Twice));
            }
            EntryKind::Assignment(_) => {}
        }
    }
    let is_single = values.windows(2).all(|two| two[0] == two[1]);
    match file.last(variable) {
        Some((index, _))
            if !is_single && !file.entries().iter().all(|it| is_tidy(file, &it.kind)) =>
        {
            Err((index, Reason::Twice))
        }
        _ => Ok(()),
    }
}

/// Checks that programs which read this value read it as it stands.
fn is_plain(file: &EnvFile<'_>, found: &Assignment) -> Result<(), Reason> {
    let content = file.slice(&found.content());
    let has = |bytes: &[u8]| content.iter().any(|byte| bytes.contains(byte));
    if found.quote == Some(Quote::Backtick) {
        return Err(Reason::Quotes);
    }
    if content.starts_with(b"encrypted:") {
        return Err(Reason::Encrypted);
    }
    if has(b"$") || (found.quote != Some(Quote::Single) && has(b"`")) {
        return Err(Reason::Expansion);
    }
    if has(b"\\") {
        return Err(Reason::Escape);
    }
    let gap = file.slice(&(found.name.end..found.value.start));
    let is_spaced = gap.iter().all(|byte| matches!(byte, b' ' | b'=' | b':'));
    let is_text = str::from_utf8(content).is_ok_and(|text| !text.contains(char::is_control));
    if !is_spaced || !is_text {
        return Err(Reason::Character);
    }
    match found.quote {
        Some(_) => Ok(()),
        None => is_plain_bare(content),
    }
}

/// Checks a value without quotes. A shell that reads none because of `&`, `|` or a parenthesis reads no other one.
fn is_plain_bare(content: &[u8]) -> Result<(), Reason> {
    let has = |bytes: &[u8]| content.iter().any(|byte| bytes.contains(byte));
    let is_spaced = str::from_utf8(content).is_ok_and(|text| text.contains(char::is_whitespace));
    let chains = content.windows(2).any(|two| two == b"&&" || two == b"||");
    if has(b"#") {
        Err(Reason::Comment)
    } else if has(b"'\"") {
        Err(Reason::Quotes)
    } else if has(b"~;<>") || is_spaced || chains {
        Err(Reason::Character)
    } else {
        Ok(())
    }
}

/// Returns true for an entry that every program, a shell too, takes for what it is.
fn is_tidy(file: &EnvFile<'_>, kind: &EntryKind) -> bool {
    match kind {
        EntryKind::Blank | EntryKind::Comment => true,
        EntryKind::Unknown => false,
        EntryKind::Assignment(found) => {
            let gap = file.slice(&(found.name.end..found.value.start));
            let content = file.slice(&found.content());
            let is_literal = content
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-./:@%+,=?".contains(byte));
            gap == b"=" && is_plain(file, found).is_ok() && (found.quote.is_some() || is_literal)
        }
    }
}

/// Returns true if a text, besides an assignment's own name, has the variable as a whole word with `=` or `+=` behind it.
fn assigns(text: &[u8], variable: &str) -> bool {
    let name = variable.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    (1..text.len()).any(|at| {
        let Some(behind) = text[at..].strip_prefix(name) else {
            return false;
        };
        let behind = behind.strip_prefix(b"+").unwrap_or(behind);
        !is_word(&text[at - 1]) && behind.starts_with(b"=")
    })
}

use std::fmt;

use secrecy::{ExposeSecret, SecretSlice};

use super::block::{Block, Line, Names};
use super::diff::{Hunk, hunks};
use super::edit::{Edit, print};
use super::error::EnvFileError;
use super::fingerprint::Fingerprint;
use super::parse::{Assignment, EntryKind, EnvFile};
use super::quote::{Former, encode};

/// A change to an env file that was worked out and not yet made.
pub struct Plan {
    /// What the file held when the plan was made. [`super::write`] refuses any other file.
    pub fingerprint: Fingerprint,
    /// The change, for showing. Empty while there are conflicts, or when nothing changes.
    pub hunks: Vec<Hunk>,
    /// The block's variables that the file holds already.
    pub present: Vec<Present>,
    new_bytes: SecretSlice<u8>,
}

/// A variable of the block that is in the file already. With duplicates, the last one counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// The variable's name.
    pub variable: String,
    /// Its first physical line, from 1.
    pub line: usize,
    /// Whether it has no value; such a one is filled in place without asking.
    pub empty: bool,
    /// Whether it holds the block's value already.
    pub same: bool,
    /// Whether the person chose to replace it.
    pub replaced: bool,
}

impl Present {
    /// Whether the person has to decide before anything can be written.
    pub fn is_conflict(&self) -> bool {
        !self.empty && !self.same && !self.replaced
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("fingerprint", &self.fingerprint)
            .field("hunks", &self.hunks)
            .field("present", &self.present)
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// The variables that hold another value and that the person has not chosen to replace.
    pub fn conflicts(&self) -> impl Iterator<Item = &Present> {
        self.present.iter().filter(|present| present.is_conflict())
    }

    /// Whether [`super::write`] accepts the plan.
    pub fn is_writable(&self) -> bool {
        self.conflicts().next().is_none()
    }

    /// Whether writing the plan would change the file.
    pub fn changes_file(&self) -> bool {
        !self.hunks.is_empty()
    }

    /// The bytes of the file after the change.
    pub fn new_bytes(&self) -> &[u8] {
        self.new_bytes.expose_secret()
    }
}

/// Works out how a block gets into a file with these bytes; `None` is a file that is not there.
///
/// A variable that is present is never replaced unasked: unless `replace` names it, one with another
/// value is a conflict and the plan holds no change. An empty one is filled in place. Variables that
/// are missing come beside those that are edited in place, or at the end of the file, in the order:
/// expiry comment, claim comment, pooled, direct, claim link.
///
/// # Errors
/// The file is UTF-16, or a value cannot be written in an env file.
pub fn plan(
    bytes: Option<&[u8]>,
    block: &Block,
    names: &Names,
    replace: &[String],
) -> Result<Plan, EnvFileError> {
    let old = bytes.unwrap_or_default();
    if old.starts_with(b"\xff\xfe") || old.starts_with(b"\xfe\xff") {
        return Err(EnvFileError::Utf16);
    }
    let file = EnvFile::parse(old);
    let present: Vec<Present> = Line::ORDER
        .iter()
        .filter_map(|&line| present(&file, block, names, line, replace))
        .collect();
    let mut plan = Plan {
        fingerprint: Fingerprint::of(bytes),
        hunks: Vec::new(),
        new_bytes: old.to_vec().into(),
        present,
    };
    let all_there = plan.present.len() == block.variables(names).len();
    let nothing_to_do = all_there && plan.present.iter().all(|found| found.same);
    if plan.is_writable() && !nothing_to_do {
        let steps = edit(&file, block, names)?.finish();
        plan.hunks = hunks(&steps);
        plan.new_bytes = print(&steps).into();
    }
    Ok(plan)
}

fn present(
    file: &EnvFile<'_>,
    block: &Block,
    names: &Names,
    line: Line,
    replace: &[String],
) -> Option<Present> {
    let text = block.text(line)?;
    let variable = line.variable(names)?;
    let (index, assignment) = file.last(&variable)?;
    let content = file.slice(&assignment.content());
    Some(Present {
        line: file.entries()[index].line,
        empty: content.is_empty(),
        same: content == text.as_bytes(),
        replaced: replace.contains(&variable),
        variable,
    })
}

fn edit<'a>(file: &'a EnvFile<'a>, block: &Block, names: &Names) -> Result<Edit<'a>, EnvFileError> {
    let places = places(file, names);
    let mut edit = Edit::new(file);
    for (position, &line) in Line::ORDER.iter().enumerate() {
        let Some(text) = block.text(line) else {
            continue;
        };
        let variable = line.variable(names);
        let Some(index) = places[position] else {
            let written = match variable {
                Some(variable) => {
                    let value = encoded(&text, Former::Nothing, &variable)?;
                    format!("{variable}={value}")
                }
                None => text,
            };
            put_beside(&mut edit, &places, position, written);
            continue;
        };
        match (variable, &file.entries()[index].kind) {
            (Some(variable), EntryKind::Assignment(found)) => {
                if file.slice(&found.content()) != text.as_bytes() {
                    edit.set_value(index, &encoded(&text, former(file, found), &variable)?);
                }
            }
            _ => edit.set_comment(index, &text),
        }
    }
    Ok(edit)
}

/// The entry that holds each line of the block: its variables where they are, and the comments of a
/// former block directly above one of them.
fn places(file: &EnvFile<'_>, names: &Names) -> [Option<usize>; 5] {
    let mut places = Line::ORDER.map(|line| Some(file.last(&line.variable(names)?)?.0));
    for variable in places.into_iter().flatten() {
        let comments = file.entries()[..variable]
            .iter()
            .enumerate()
            .rev()
            .take(2)
            .take_while(|(_, entry)| entry.kind == EntryKind::Comment);
        for (index, entry) in comments {
            let comment = file.slice(&entry.span);
            let start = comment.iter().position(|&byte| byte == b'#').unwrap_or(0);
            for position in [0, 1] {
                if places[position].is_none() && Line::ORDER[position].is_former(&comment[start..])
                {
                    places[position] = Some(index);
                }
            }
        }
    }
    places
}

/// A missing line goes behind the nearest line before it in the block that has a place, else before
/// the nearest one after it, else to the end of the file.
fn put_beside(edit: &mut Edit<'_>, places: &[Option<usize>; 5], position: usize, text: String) {
    let before = places[..position].iter().rev().find_map(|place| *place);
    let after = places[position..].iter().find_map(|place| *place);
    match (before, after) {
        (Some(index), _) => edit.insert_after(index, text),
        (None, Some(index)) => edit.insert_before(index, text),
        (None, None) => edit.append(text),
    }
}

fn former<'a>(file: &EnvFile<'a>, found: &Assignment) -> Former<'a> {
    match found.quote {
        Some(quote) => Former::Quoted(quote),
        None if found.value.is_empty() => Former::Nothing,
        None => Former::Bare {
            value: file.slice(&found.value),
            export: found.export,
        },
    }
}

fn encoded(text: &str, former: Former<'_>, variable: &str) -> Result<String, EnvFileError> {
    encode(text, former).map_err(|_| EnvFileError::Unwritable {
        variable: variable.to_owned(),
    })
}

use std::fmt;

use secrecy::{ExposeSecret, SecretSlice};

use super::block::{Block, Entry, Names, Values};
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
    plan_entries(bytes, &block.entries(names), replace)
}

/// Works out how named values get into a file, by the same rules and in their own order.
///
/// # Errors
/// As [`plan`].
pub fn plan_values(
    bytes: Option<&[u8]>,
    values: &Values,
    replace: &[String],
) -> Result<Plan, EnvFileError> {
    plan_entries(bytes, &values.entries(), replace)
}

fn plan_entries(
    bytes: Option<&[u8]>,
    entries: &[Entry],
    replace: &[String],
) -> Result<Plan, EnvFileError> {
    let old = bytes.unwrap_or_default();
    if old.starts_with(b"\xff\xfe") || old.starts_with(b"\xfe\xff") {
        return Err(EnvFileError::Utf16);
    }
    let file = EnvFile::parse(old);
    let present: Vec<Present> = entries
        .iter()
        .filter_map(|entry| present(&file, entry, replace))
        .collect();
    let mut plan = Plan {
        fingerprint: Fingerprint::of(bytes),
        hunks: Vec::new(),
        new_bytes: old.to_vec().into(),
        present,
    };
    let is_written = |entry: &&Entry| entry.variable.is_some() && entry.text.is_some();
    let all_there = plan.present.len() == entries.iter().filter(is_written).count();
    let nothing_to_do = all_there && plan.present.iter().all(|found| found.same);
    if plan.is_writable() && !nothing_to_do {
        let steps = edit(&file, entries)?.finish();
        plan.hunks = hunks(&steps);
        plan.new_bytes = print(&steps).into();
    }
    Ok(plan)
}

fn present(file: &EnvFile<'_>, entry: &Entry, replace: &[String]) -> Option<Present> {
    let text = entry.text.as_ref()?.expose_secret();
    let variable = entry.variable.clone()?;
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

fn edit<'a>(file: &'a EnvFile<'a>, entries: &[Entry]) -> Result<Edit<'a>, EnvFileError> {
    let places = places(file, entries);
    let mut edit = Edit::new(file);
    for (position, entry) in entries.iter().enumerate() {
        let Some(text) = entry.text.as_ref().map(ExposeSecret::expose_secret) else {
            continue;
        };
        let Some(index) = places[position] else {
            let written = match &entry.variable {
                Some(variable) => {
                    let value = encoded(text, Former::Nothing, variable)?;
                    format!("{variable}={value}")
                }
                None => text.to_owned(),
            };
            put_beside(&mut edit, &places, position, written);
            continue;
        };
        match (&entry.variable, &file.entries()[index].kind) {
            (Some(variable), EntryKind::Assignment(found)) => {
                if file.slice(&found.content()) != text.as_bytes() {
                    edit.set_value(index, &encoded(text, former(file, found), variable)?);
                }
            }
            _ => edit.set_comment(index, text),
        }
    }
    Ok(edit)
}

/// The entry of the file that holds each line: variables where they are, and the comments of a
/// former block directly above one of them.
fn places(file: &EnvFile<'_>, entries: &[Entry]) -> Vec<Option<usize>> {
    let place = |entry: &Entry| Some(file.last(entry.variable.as_deref()?)?.0);
    let mut places: Vec<Option<usize>> = entries.iter().map(place).collect();
    let variables: Vec<usize> = places.iter().copied().flatten().collect();
    for variable in variables {
        let comments = file.entries()[..variable]
            .iter()
            .enumerate()
            .rev()
            .take(2)
            .take_while(|(_, entry)| entry.kind == EntryKind::Comment);
        for (index, found) in comments {
            let comment = file.slice(&found.span);
            let start = comment.iter().position(|&byte| byte == b'#').unwrap_or(0);
            for (place, entry) in places.iter_mut().zip(entries) {
                if place.is_none() && entry.is_former(&comment[start..]) {
                    *place = Some(index);
                }
            }
        }
    }
    places
}

/// A missing line goes behind the nearest line before it in the block that has a place, else before
/// the nearest one after it, else to the end of the file.
fn put_beside(edit: &mut Edit<'_>, places: &[Option<usize>], position: usize, text: String) {
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

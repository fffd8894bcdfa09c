use std::fmt;

use secrecy::{ExposeSecret, SecretSlice};

use crate::diff::hunks;
use crate::edit::{Edit, print};
use crate::quote::{Previous, encode};
use crate::{Assignment, Block, EntryKind, EnvFile, Error, Fingerprint, Hunk, Line};

/// A change to an env file that was worked out and not yet made.
pub struct Plan {
    fingerprint: Fingerprint,
    hunks: Vec<Hunk>,
    existing: Vec<ExistingVariable>,
    new_bytes: SecretSlice<u8>,
}

/// A variable of the block that is in the file already. With duplicates, the last one counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExistingVariable {
    /// The variable's name.
    pub variable: String,
    /// Its first physical line, from 1.
    pub line: usize,
    /// Whether it has no value; such a one is filled in place without asking.
    pub empty: bool,
    /// Whether it holds the block's value already.
    pub same: bool,
    /// Whether the caller chose to replace it.
    pub replaced: bool,
}

impl ExistingVariable {
    /// Whether somebody has to decide before anything can be written.
    pub fn is_conflict(&self) -> bool {
        !self.empty && !self.same && !self.replaced
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("fingerprint", &self.fingerprint)
            .field("hunks", &self.hunks)
            .field("existing", &self.existing)
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// Works out how a block gets into a file with these bytes; `None` is a file that is not there.
    ///
    /// A variable that is present is never replaced unasked: unless `replace` names it, one with another
    /// value is a conflict and the plan holds no change. An empty one is filled in place. Lines that are
    /// missing come beside those that are there, or at the end of the file, in the block's order.
    ///
    /// # Errors
    /// The file is UTF-16, or a value cannot be written in an env file.
    pub fn new(bytes: Option<&[u8]>, block: &Block, replace: &[String]) -> Result<Self, Error> {
        let old = bytes.unwrap_or_default();
        if old.starts_with(b"\xff\xfe") || old.starts_with(b"\xfe\xff") {
            return Err(Error::Utf16);
        }
        let file = EnvFile::parse(old);
        let existing: Vec<ExistingVariable> = block
            .lines()
            .iter()
            .filter_map(|line| existing(&file, line, replace))
            .collect();
        let mut plan = Self {
            fingerprint: Fingerprint::of(bytes),
            hunks: Vec::new(),
            new_bytes: old.to_vec().into(),
            existing,
        };
        let all_there = plan.existing.len() == block.variables().len();
        let nothing_to_do = all_there && plan.existing.iter().all(|found| found.same);
        if plan.is_writable() && !nothing_to_do {
            let steps = edit(&file, block.lines())?.finish();
            plan.hunks = hunks(&steps);
            plan.new_bytes = print(&steps).into();
        }
        Ok(plan)
    }

    /// What the file held when the plan was made. [`crate::Writer::write`] refuses any other file.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// The change, for showing. Empty while there are conflicts, or when nothing changes.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// The block's variables that the file holds already.
    pub fn existing(&self) -> &[ExistingVariable] {
        &self.existing
    }

    /// The variables that hold another value and that were not chosen to be replaced.
    pub fn conflicts(&self) -> impl Iterator<Item = &ExistingVariable> {
        self.existing.iter().filter(|found| found.is_conflict())
    }

    /// Whether [`crate::Writer::write`] accepts the plan.
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

fn existing(file: &EnvFile<'_>, line: &Line, replace: &[String]) -> Option<ExistingVariable> {
    let text = line.text.as_ref()?.expose_secret();
    let variable = line.variable.clone()?;
    let (index, assignment) = file.last(&variable)?;
    let content = file.slice(&assignment.content());
    Some(ExistingVariable {
        line: file.entries()[index].line,
        empty: content.is_empty(),
        same: content == text.as_bytes(),
        replaced: replace.contains(&variable),
        variable,
    })
}

fn edit<'a>(file: &'a EnvFile<'a>, lines: &[Line]) -> Result<Edit<'a>, Error> {
    let places = places(file, lines);
    let mut edit = Edit::new(file);
    for (position, line) in lines.iter().enumerate() {
        let Some(text) = line.text.as_ref().map(ExposeSecret::expose_secret) else {
            continue;
        };
        let Some(index) = places[position] else {
            let written = match &line.variable {
                Some(variable) => {
                    let value = encoded(text, Previous::Nothing, variable)?;
                    format!("{variable}={value}")
                }
                None => text.to_owned(),
            };
            put_beside(&mut edit, &places, position, written);
            continue;
        };
        match (&line.variable, &file.entries()[index].kind) {
            (Some(variable), EntryKind::Assignment(found)) => {
                if file.slice(&found.content()) != text.as_bytes() {
                    edit.set_value(index, &encoded(text, previous(file, found), variable)?);
                }
            }
            _ => edit.set_comment(index, text),
        }
    }
    Ok(edit)
}

/// The entry of the file that holds each line: variables where they are, and the comments of an
/// earlier block directly above one of them.
fn places(file: &EnvFile<'_>, lines: &[Line]) -> Vec<Option<usize>> {
    let place = |line: &Line| Some(file.last(line.variable.as_deref()?)?.0);
    let mut places: Vec<Option<usize>> = lines.iter().map(place).collect();
    let variables: Vec<usize> = places.iter().copied().flatten().collect();
    let most = lines.iter().filter(|line| line.variable.is_none()).count();
    for variable in variables {
        let comments = file.entries()[..variable]
            .iter()
            .enumerate()
            .rev()
            .take(most)
            .take_while(|(_, entry)| entry.kind == EntryKind::Comment);
        for (index, found) in comments {
            if places.contains(&Some(index)) {
                continue;
            }
            let comment = file.slice(&(found.span.start..found.span.end - found.ending));
            let start = comment.iter().position(|&byte| byte == b'#').unwrap_or(0);
            let mut free = places.iter_mut().zip(lines);
            let place =
                free.find(|(place, line)| place.is_none() && line.is_earlier(&comment[start..]));
            if let Some((place, _)) = place {
                *place = Some(index);
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

fn previous<'a>(file: &EnvFile<'a>, found: &Assignment) -> Previous<'a> {
    match found.quote {
        Some(quote) => Previous::Quoted(quote),
        None if found.value.is_empty() => Previous::Nothing,
        None => Previous::Bare {
            value: file.slice(&found.value),
            export: found.export,
        },
    }
}

fn encoded(text: &str, previous: Previous<'_>, variable: &str) -> Result<String, Error> {
    encode(text, previous).map_err(|_| Error::Unwritable {
        variable: variable.to_owned(),
    })
}

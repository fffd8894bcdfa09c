//! The change to an env file as hunks of lines. Names can be shown at once; values, the file's own
//! as much as the new ones, only when a person asks to see them.

use std::fmt;

use secrecy::SecretString;

use crate::edit::Step;
use crate::parse::{BYTE_ORDER_MARK, EntryKind, EnvFile, split_lines};

const CONTEXT: usize = 3;
/// What stands for a hidden value.
pub const MASK: &str = "••••";

/// A run of changed lines with up to three unchanged lines around it.
#[derive(Debug, Clone)]
pub struct Hunk {
    /// The lines from top to bottom; in a run of changes the removed ones come first.
    pub lines: Vec<DiffLine>,
}

/// One physical line of a [`Hunk`], without its line ending.
#[derive(Clone)]
pub struct DiffLine {
    /// Whether the line stays, comes or goes.
    pub kind: LineKind,
    /// Line number before the change, from 1; none for an added line.
    pub old_line: Option<usize>,
    /// Line number after the change, from 1; none for a removed line.
    pub new_line: Option<usize>,
    /// The line with every value replaced by [`MASK`], for example `DATABASE_URL=••••`.
    pub masked: String,
    /// The line itself. Bytes that are not UTF-8 are shown as the replacement character.
    pub revealed: SecretString,
}

/// Whether a line stays, comes or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Unchanged, shown for orientation.
    Context,
    /// Only in the file after the change.
    Added,
    /// Only in the file before the change.
    Removed,
}

impl fmt::Debug for DiffLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.kind, self.old_line, self.new_line)?;
        write!(f, " {:?}", self.masked)
    }
}

/// Builds the hunks from the steps of an edit.
pub(crate) fn hunks(steps: &[Step]) -> Vec<Hunk> {
    let lines = all_lines(steps);
    let is_change = |line: &DiffLine| line.kind != LineKind::Context;
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut shown = 0;
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| is_change(line)) {
        let from = index.saturating_sub(CONTEXT).max(shown);
        let to = (index + 1 + CONTEXT).min(lines.len());
        if to <= shown {
            continue;
        }
        match hunks.last_mut() {
            Some(hunk) if from == shown => hunk.lines.extend_from_slice(&lines[from..to]),
            _ => hunks.push(Hunk {
                lines: lines[from..to].to_vec(),
            }),
        }
        shown = to;
    }
    hunks
}

fn all_lines(steps: &[Step]) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    let mut removed = Vec::new();
    let mut added = Vec::new();
    let mut new_line = 1;
    for step in steps {
        match step {
            Step::Keep { bytes, .. } if bytes == BYTE_ORDER_MARK => {}
            Step::Keep { line, bytes } => {
                lines.append(&mut removed);
                lines.append(&mut added);
                for (offset, text) in shown_lines(bytes).into_iter().enumerate() {
                    lines.push(text.into_line(
                        LineKind::Context,
                        Some(line + offset),
                        Some(new_line),
                    ));
                    new_line += 1;
                }
            }
            Step::Change { line, old, new } => {
                for (offset, text) in shown_lines(old).into_iter().enumerate() {
                    removed.push(text.into_line(LineKind::Removed, Some(line + offset), None));
                }
                new_line = push_added(&mut added, new, new_line);
            }
            Step::Insert(new) => new_line = push_added(&mut added, new, new_line),
            Step::End(_) => {}
        }
    }
    lines.append(&mut removed);
    lines.append(&mut added);
    lines
}

fn push_added(added: &mut Vec<DiffLine>, bytes: &[u8], mut new_line: usize) -> usize {
    for text in shown_lines(bytes) {
        added.push(text.into_line(LineKind::Added, None, Some(new_line)));
        new_line += 1;
    }
    new_line
}

struct Shown {
    masked: String,
    revealed: String,
}

impl Shown {
    fn into_line(self, kind: LineKind, old: Option<usize>, new: Option<usize>) -> DiffLine {
        DiffLine {
            kind,
            old_line: old,
            new_line: new,
            masked: self.masked,
            revealed: self.revealed.into(),
        }
    }
}

/// The physical lines of whole entries, as they are and masked.
fn shown_lines(bytes: &[u8]) -> Vec<Shown> {
    let file = EnvFile::parse(bytes);
    let mut shown = Vec::new();
    for entry in file.entries() {
        let entry_bytes = file.slice(&entry.span);
        for (index, line) in split_lines(entry_bytes).into_iter().enumerate() {
            let revealed = text_of(line);
            let masked = match &entry.kind {
                EntryKind::Blank => revealed.clone(),
                EntryKind::Comment => mask_comment(&revealed),
                EntryKind::Unknown => MASK.to_owned(),
                EntryKind::Assignment(found)
                    if index > 0 || !reads_as_name(file.slice(&found.name)) =>
                {
                    MASK.to_owned()
                }
                EntryKind::Assignment(found) if found.value.is_empty() => {
                    let end = found.value.end - entry.span.start;
                    format!(
                        "{}{}",
                        text_of(&line[..end]),
                        mask_comment(&text_of(&line[end..]))
                    )
                }
                EntryKind::Assignment(found) => {
                    let start = found.value.start - entry.span.start;
                    let end = (found.value.end - entry.span.start).min(line.len());
                    let tail = mask_comment(&text_of(&line[end..]));
                    format!("{}{MASK}{tail}", text_of(&line[..start]))
                }
            };
            shown.push(Shown { masked, revealed });
        }
    }
    shown
}

/// A line of key material that ends in `=` looks like an assignment with a long name.
fn reads_as_name(name: &[u8]) -> bool {
    name.len() < 24 || name.contains(&b'_')
}

fn text_of(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim_start_matches('\u{feff}')
        .trim_end_matches(['\r', '\n'])
        .to_owned()
}

/// A comment may hold a link or a commented-out variable. Words with `://`, long words with digits
/// and everything behind `=` are hidden.
fn mask_comment(comment: &str) -> String {
    if let Some((name, value)) = comment.split_once('=') {
        let hidden = if value.trim().is_empty() { value } else { MASK };
        return format!("{}={hidden}", mask_words(name));
    }
    mask_words(comment)
}

fn mask_words(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let token = word.len() >= 24 && word.contains(|c: char| c.is_ascii_digit());
        let hidden = word.contains("://") || token;
        if hidden { MASK } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

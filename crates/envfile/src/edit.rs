//! Edits of an env file that touch nothing but what they name: an entry is kept byte for byte,
//! gets a new value or text in place, or new lines are put beside it.

use crate::parse::{BYTE_ORDER_MARK, Entry, EntryKind, EnvFile};

/// One step of the edited file, in order. Printing all steps gives the new file.
#[derive(Clone)]
pub(crate) enum Step {
    /// An entry as it was.
    Keep { line: usize, bytes: Vec<u8> },
    /// An entry with other text in the same place.
    Change {
        line: usize,
        old: Vec<u8>,
        new: Vec<u8>,
    },
    /// New whole lines.
    Insert(Vec<u8>),
    /// A line ending that the line before lacked.
    End(&'static str),
}

/// Collects edits by entry index and then prints them.
pub(crate) struct Edit<'a> {
    file: &'a EnvFile<'a>,
    ending: &'static str,
    changed: Vec<Option<Vec<u8>>>,
    before: Vec<Vec<String>>,
    after: Vec<Vec<String>>,
    appended: Vec<String>,
}

impl<'a> Edit<'a> {
    pub(crate) fn new(file: &'a EnvFile<'a>) -> Self {
        let count = file.entries().len();
        Self {
            file,
            ending: file.line_ending(),
            changed: vec![None; count],
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            appended: Vec::new(),
        }
    }

    /// Puts a value, quotes included, where the assignment's value was. Export, indentation, the
    /// inline comment and the line ending stay.
    pub(crate) fn set_value(&mut self, index: usize, value: &str) {
        let entry = &self.file.entries()[index];
        let EntryKind::Assignment(assignment) = &entry.kind else {
            return;
        };
        let head = self.file.slice(&(entry.span.start..assignment.value.start));
        let tail = self.file.slice(&(assignment.value.end..entry.span.end));
        let mut text = head.to_vec();
        if head.ends_with(b":") {
            text.push(b' ');
        }
        text.extend_from_slice(value.as_bytes());
        if tail.starts_with(b"#") {
            text.push(b' ');
        }
        text.extend_from_slice(tail);
        self.changed[index] = Some(text);
    }

    /// Puts other text in place of a comment, behind the same indentation.
    pub(crate) fn set_comment(&mut self, index: usize, comment: &str) {
        let entry = &self.file.entries()[index];
        let bytes = self.file.slice(&entry.span);
        let indent = bytes.iter().position(|&b| b == b'#').unwrap_or(0);
        let mut text = bytes[..indent].to_vec();
        text.extend_from_slice(comment.as_bytes());
        text.extend_from_slice(&bytes[bytes.len() - entry.ending..]);
        self.changed[index] = Some(text);
    }

    pub(crate) fn insert_before(&mut self, index: usize, line: String) {
        self.before[index].push(line);
    }

    pub(crate) fn insert_after(&mut self, index: usize, line: String) {
        self.after[index].push(line);
    }

    pub(crate) fn append(&mut self, line: String) {
        self.appended.push(line);
    }

    /// The edited file as steps. Whole lines are never glued to a last line without an ending, and
    /// a byte order mark stays the start of the file.
    pub(crate) fn finish(self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (index, entry) in self.file.entries().iter().enumerate() {
            let ending = self.ending_of(entry);
            let mut bytes = self.file.slice(&entry.span).to_vec();
            let mut changed = self.changed[index].clone().filter(|new| *new != bytes);
            if !self.before[index].is_empty() && bytes.starts_with(BYTE_ORDER_MARK) {
                steps.push(Step::Keep {
                    line: entry.line,
                    bytes: bytes.drain(..BYTE_ORDER_MARK.len()).collect(),
                });
                changed = changed.map(|new| new[BYTE_ORDER_MARK.len()..].to_vec());
            }
            push_lines(&mut steps, &self.before[index], ending);
            let lacks_ending = entry.ending == 0 && bytes != BYTE_ORDER_MARK;
            steps.push(match changed {
                Some(new) => Step::Change {
                    line: entry.line,
                    old: bytes,
                    new,
                },
                None => Step::Keep {
                    line: entry.line,
                    bytes,
                },
            });
            if lacks_ending && (!self.after[index].is_empty() || self.appends_to(index)) {
                steps.push(Step::End(self.ending));
            }
            push_lines(&mut steps, &self.after[index], ending);
        }
        if self.needs_gap() {
            steps.push(Step::Insert(self.ending.as_bytes().to_vec()));
        }
        push_lines(&mut steps, &self.appended, self.ending);
        steps
    }

    fn ending_of(&self, entry: &Entry) -> &'static str {
        match self
            .file
            .slice(&(entry.span.end - entry.ending..entry.span.end))
        {
            b"\r\n" => "\r\n",
            b"\r" => "\r",
            b"\n" => "\n",
            _ => self.ending,
        }
    }

    fn appends_to(&self, index: usize) -> bool {
        !self.appended.is_empty() && index + 1 == self.file.entries().len()
    }

    fn needs_gap(&self) -> bool {
        let last = self.file.entries().last();
        !self.appended.is_empty() && last.is_some_and(|entry| entry.kind != EntryKind::Blank)
    }
}

fn push_lines(steps: &mut Vec<Step>, lines: &[String], ending: &str) {
    if !lines.is_empty() {
        let bytes = lines.iter().flat_map(|line| [line.as_str(), ending]);
        steps.push(Step::Insert(bytes.collect::<String>().into_bytes()));
    }
}

/// The bytes of the edited file.
pub(crate) fn print(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in steps {
        match step {
            Step::Keep { bytes: kept, .. } => bytes.extend_from_slice(kept),
            Step::Change { new, .. } | Step::Insert(new) => bytes.extend_from_slice(new),
            Step::End(ending) => bytes.extend_from_slice(ending.as_bytes()),
        }
    }
    bytes
}

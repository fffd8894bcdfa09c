//! The text of a run: which statements are run, and where each stands in the text as an editor counts.

use std::ops::Range;

use pgclient::{Position, Script, ScriptError, ServerError, Statement};

use crate::Error;
use crate::base::off_thread::off_thread;
use crate::view::{ErrorCode, SqlExtent, SqlMessageView, SqlPart};

/// The statements of a run.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) script: Script,
    /// The statements that are run, by their numbers in the script.
    pub(super) chosen: Range<usize>,
    /// UTF-16 units of the text before the script.
    start: u32,
}

impl Plan {
    /// Chooses the statements off the async threads, as it takes as long as the text is long.
    pub(super) async fn of(text: String, part: SqlPart) -> Result<Self, Error> {
        let chosen = off_thread(move || Self::new(&text, part)).await;
        chosen.unwrap_or_else(|_| Err(Error::internal("The text could not be read")))
    }

    fn new(text: &str, part: SqlPart) -> Result<Self, Error> {
        match part {
            SqlPart::All => Self::all(text, 0),
            SqlPart::Between { start, end } => {
                let (from, to) = (byte_at(text, start), byte_at(text, end));
                Self::all(text.get(from..to).unwrap_or_default(), start)
            }
            SqlPart::At { caret } => Self::at(text, byte_at(text, caret)),
        }
    }

    /// The statements that are run.
    pub(super) fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        let parts = self.script.parts().skip(self.chosen.start);
        parts.take(self.chosen.len())
    }

    /// The text of the statements that are run.
    pub(super) fn text(&self) -> &str {
        let mut chosen = self.statements().map(|part| part.range);
        let first = chosen.next().unwrap_or_default();
        let end = chosen.last().unwrap_or(first.clone()).end;
        self.script.slice(first.start..end)
    }

    fn all(text: &str, start: u32) -> Result<Self, Error> {
        let script = script_of(text).map_err(|error| refusal(&error))?;
        let chosen = 0..script.parts().len();
        Ok(Self {
            script,
            chosen,
            start,
        })
    }

    /// Chooses the last statement that begins before the caret, or the first. An error behind it is no error of it.
    fn at(text: &str, caret: usize) -> Result<Self, Error> {
        let (script, refused) = match script_of(text) {
            Ok(script) => (script, None),
            Err(error) => match error
                .position()
                .and_then(|at| before(text, at))
                .map(script_of)
            {
                Some(Ok(script)) => (script, Some(error)),
                _ => return Err(refusal(&error)),
            },
        };
        let earlier = script.parts().take_while(|part| part.range.start <= caret);
        let number = earlier.count().saturating_sub(1);
        let count = script.parts().len();
        let end = script.parts().nth(number).map_or(0, |part| part.range.end);
        // The last statement before an error goes on behind it, unless a semicolon ended it.
        let is_ended = text[end..].trim_start().starts_with(';') && caret <= end + 1;
        if let Some(error) = refused.filter(|_| number + 1 == count && !is_ended) {
            return Err(refusal(&error));
        }
        Ok(Self {
            script,
            chosen: number..number + 1,
            start: 0,
        })
    }
}

fn script_of(text: &str) -> Result<Script, ScriptError> {
    Script::parse_for_session(text.as_bytes().to_vec())
}

fn refusal(error: &ScriptError) -> Error {
    match error {
        ScriptError::Empty => Error::invalid("There is no statement to run")
            .hint("Write one, or put the caret into one."),
        error => Error::new(ErrorCode::Invalid, error.to_string()).hint(error.hint()),
    }
}

/// The text before a place.
fn before(text: &str, at: Position) -> Option<&str> {
    let lines = text.split_inclusive('\n').take(at.line - 1);
    let line = lines.map(str::len).sum::<usize>();
    let within = text.get(line..)?.chars().take(at.column - 1);
    text.get(..line + within.map(char::len_utf8).sum::<usize>())
}

/// The byte of a place in UTF-16 units; the end for a place behind it.
fn byte_at(text: &str, place: u32) -> usize {
    let mut left = place as usize;
    for (byte, c) in text.char_indices() {
        if left == 0 {
            return byte;
        }
        left = left.saturating_sub(c.len_utf16());
    }
    text.len()
}

/// Turns bytes of the script into places of the text, each behind the one before.
#[derive(Debug)]
pub(super) struct Places<'a> {
    plan: &'a Plan,
    byte: usize,
    unit: u32,
}

impl<'a> Places<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            byte: 0,
            unit: plan.start,
        }
    }

    pub(super) fn extent(&mut self, range: &Range<usize>) -> SqlExtent {
        SqlExtent {
            start: self.advance(range.start),
            end: self.advance(range.end),
        }
    }

    fn advance(&mut self, byte: usize) -> u32 {
        let skipped = self.plan.script.slice(self.byte..byte);
        self.unit += units(skipped);
        self.byte = byte;
        self.unit
    }
}

/// An error or a remark of a server about a statement, with its place in the text.
pub(super) fn message(error: &ServerError, extent: SqlExtent, sql: &str) -> SqlMessageView {
    SqlMessageView {
        severity: error.severity.clone(),
        sqlstate: error.sqlstate.clone(),
        message: error.message.clone(),
        detail: error.detail.clone(),
        hint: error.hint.clone(),
        context: error.context.clone(),
        at: error.position.map(|at| place_in(extent, sql, at)),
    }
}

/// The place of a character of a statement, which a server counts from 1.
fn place_in(extent: SqlExtent, sql: &str, character: u32) -> u32 {
    let before = sql.chars().take(character.saturating_sub(1) as usize);
    extent.start
        + before
            .map(|c| if c.len_utf16() == 2 { 2 } else { 1 })
            .sum::<u32>()
}

fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str, part: SqlPart) -> Vec<(String, SqlExtent)> {
        let plan = Plan::new(text, part).unwrap();
        let mut places = Places::new(&plan);
        let parts = plan.statements();
        let chosen = parts.map(|part| (part.sql.to_owned(), places.extent(&part.range)));
        chosen.collect()
    }

    fn at(text: &str) -> String {
        let caret = text.find('|').unwrap();
        let caret = units(&text[..caret]);
        let chosen = chosen(&text.replacen('|', "", 1), SqlPart::At { caret });
        assert_eq!(chosen.len(), 1);
        chosen[0].0.clone()
    }

    #[test]
    fn statement_at_the_caret_is_the_last_one_that_begins_before_it() {
        assert_eq!(at("|SELECT 1; SELECT 2"), "SELECT 1");
        assert_eq!(at("SELECT 1|; SELECT 2"), "SELECT 1");
        assert_eq!(at("SELECT 1;| SELECT 2"), "SELECT 1");
        assert_eq!(at("SELECT 1; |SELECT 2"), "SELECT 2");
        assert_eq!(at("SELECT '😀;😀'; SEL|ECT 2;\n\n"), "SELECT 2");
        assert_eq!(at("-- first\n|\nSELECT 1"), "SELECT 1");
        assert_eq!(at("SELECT 1;\nSELECT 2;\n|\n"), "SELECT 2");
    }

    #[test]
    fn unfinished_statement_behind_the_caret_is_no_error() {
        assert_eq!(at("SELECT |1;\nSELECT 'open;"), "SELECT 1");
        let text = "SELECT 1;\nSELECT 'open;";
        let refused = Plan::new(text, SqlPart::At { caret: 15 }).unwrap_err();
        assert!(
            refused.message().contains("line 2, column 8"),
            "{refused:?}"
        );
    }

    #[test]
    fn places_are_counted_as_an_editor_does() {
        let text = "SELECT '😀'; SELECT ä";
        let all = chosen(text, SqlPart::All);
        let extents: Vec<_> = all.iter().map(|(_, it)| (it.start, it.end)).collect();
        assert_eq!(extents, [(0, 11), (13, 21)]);
        let selected = chosen(text, SqlPart::Between { start: 13, end: 99 });
        assert_eq!(selected[0].1, SqlExtent { start: 13, end: 21 });
        assert_eq!(place_in(all[0].1, "SELECT '😀' x", 12), 12);
    }

    #[test]
    fn text_without_a_statement_is_refused() {
        for text in ["", " ;; ", "-- nothing\n/* at all */"] {
            for part in [SqlPart::All, SqlPart::At { caret: 3 }] {
                let refused = Plan::new(text, part).unwrap_err();
                assert_eq!(refused.message(), "There is no statement to run");
            }
        }
    }
}

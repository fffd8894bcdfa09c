//! Output to standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};

use app::text::is_disruptive;
use app::view::ErrorCode;
use serde_json::Value;

use crate::failure::{Done, Failure};
use crate::table;

/// Returns a text as it is, where no terminal shows it.
pub fn text(text: &str) -> String {
    match io::stdout().is_terminal() {
        true => table::printable_lines(text),
        false => text.to_owned(),
    }
}

/// Writes a text, and below it a sentence.
pub fn with_sentence(text: &str, sentence: &str) -> Done {
    let mut text = text.to_owned();
    if !sentence.is_empty() {
        text.push_str(&table::printable(sentence));
        text.push('\n');
    }
    out(&text)
}

pub fn json(answer: &Value) -> Done {
    out(&json_text(answer))
}

/// Returns a value as JSON with a line break at its end. A program reads the same as without the escapes.
pub fn json_text(value: &Value) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut text = escaped(&pretty, |c| (c == '\n').then_some('\n'));
    text.push('\n');
    text
}

/// Returns JSON in one line.
pub fn json_line(json: &str) -> String {
    escaped(json, |c| matches!(c, '\n' | '\r' | '\t').then_some(' '))
}

/// Returns JSON in which each character that a terminal would take for an order is written as its number, as in tables.
/// Such characters only stand within strings, except for white space, which is replaced first.
fn escaped(json: &str, white_space: impl Fn(char) -> Option<char>) -> String {
    let mut text = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        match white_space(c) {
            Some(kept) => text.push(kept),
            None if is_disruptive(c) => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            None => text.push(c),
        }
    }
    text
}

/// Writes a text. A reader that stops reading is no failure.
pub fn out(text: &str) -> Done {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(
            ErrorCode::File,
            format!("The answer can't be written: {error}"),
            "Check the free disk space of where it goes.",
        )),
        _ => Ok(()),
    }
}

/// A remark that is no part of the answer.
pub fn note(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{}", table::printable(text));
}

/// Lines that are no part of the answer, which are safe to print already.
pub fn note_lines(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_holds_no_order_for_a_terminal_and_stays_the_same_for_a_program() {
        for c in [
            '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{61c}', '\u{2028}', '\n', 'ü',
        ] {
            let value = json!({ format!("key{c}"): [format!("a{c}b\\u0041")] });
            let text = json_text(&value);
            let is_safe = text.chars().all(|it| it == '\n' || !is_disruptive(it));
            assert!(is_safe, "{text:?}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
        assert_eq!(json_text(&json!(["\u{9b}ü"])), "[\n  \"\\u009bü\"\n]\n");
    }
}

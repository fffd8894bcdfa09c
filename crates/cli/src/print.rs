//! What is written to standard output.

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};

use app::view::ErrorCode;
use serde_json::Value;

use crate::failure::{Done, Failure};
use crate::table::{self, Column};

/// How an answer is shown to people. Programs get it as it is.
#[derive(Clone, Copy, Debug)]
pub enum Show {
    /// Rows, which are at this path of the answer.
    Rows(&'static str, &'static [Column]),
    /// One thing, which is at this path of the answer.
    One(&'static str, &'static [Column]),
    /// A text that is at this path of the answer, as it is where no terminal shows it.
    Text(&'static str),
    /// Nothing but a sentence.
    Said,
}

/// Writes an answer, and below it what is to be said of it to people.
pub fn answer(answer: &Value, show: Show, said: &str, is_json: bool) -> Done {
    if is_json {
        return json(answer);
    }
    let mut text = match show {
        Show::Rows(path, columns) => {
            let empty = Vec::new();
            let all = table::at(answer, path).as_array().unwrap_or(&empty);
            if all.is_empty() {
                "There are none.\n".to_owned()
            } else {
                table::rows(columns, all)
            }
        }
        Show::One(path, columns) => table::record(columns, table::at(answer, path)),
        Show::Text(path) => {
            let text = table::at(answer, path).as_str().unwrap_or_default();
            match io::stdout().is_terminal() {
                true => table::printable_lines(text),
                false => text.to_owned(),
            }
        }
        Show::Said => String::new(),
    };
    if !said.is_empty() {
        text.push_str(&table::printable(said));
        text.push('\n');
    }
    out(&text)
}

pub fn json(answer: &Value) -> Done {
    let mut text = serde_json::to_string_pretty(answer).unwrap_or_default();
    text.push('\n');
    out(&text)
}

/// Writes all of it. Whoever reads it may stop reading: that is no failure.
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

//! Saving a temporary database, which goes on in the core.

use std::path::Path;

use serde_json::Value;

use super::stoppable::Stoppable;
use crate::failure::Done;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, bytes, text, time};
use crate::task;

const SAVED: &[Column] = &[
    text("Saved to", "to"),
    bytes("Size", "bytes"),
    time("Finished", "endedAt"),
];
/// The command that saves it to a file.
pub const TO_FILE: &str = "temporary_save";
/// The command that copies it into a project.
pub const INTO_PROJECT: &str = "temporary_copy";

fn stoppable(command: &str) -> Stoppable {
    Stoppable {
        at: "saved",
        unfinished: match command {
            TO_FILE => "The database was not saved",
            _ => "The database was not copied",
        },
        left: |saved| saved["hint"].as_str().unwrap_or_default().to_owned(),
    }
}

/// As what it is saved to this file, in the core's words.
pub fn format(file: &Path, is_sql: bool) -> &'static str {
    let ending = file.extension();
    match is_sql || ending.is_some_and(|it| it.eq_ignore_ascii_case("sql")) {
        true => "sql",
        false => "archive",
    }
}

/// Saves it, and waits for the end.
pub async fn save(session: &Session, id: &str, command: &'static str, args: Value) -> Done {
    let asked = session.asked_to_stop();
    let job = session.call(command, args).await?;
    let job = job["id"].as_str().unwrap_or_default();
    let saving = stoppable(command);
    let row = saving.until_done(session, id, job, asked).await?;
    task::print(session, row["saved"].clone(), Show::One("", SAVED), "").await?;
    let notes = row["saved"]["notes"].as_array();
    for note in notes.into_iter().flatten().filter_map(Value::as_str) {
        print::note(note);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table;

    #[test]
    fn the_ending_of_the_file_chooses_the_format_in_whatever_letters() {
        for (file, is_sql, expected) in [
            ("shop.sql", false, "sql"),
            ("SHOP.SQL", false, "sql"),
            ("shop.dump", true, "sql"),
            ("shop.dump", false, "archive"),
            ("sql", false, "archive"),
        ] {
            assert_eq!(format(Path::new(file), is_sql), expected, "{file}");
        }
    }

    #[test]
    fn what_was_saved_is_shown_with_its_size() {
        let saved = json!({ "to": "/shop.sql", "bytes": 853.0 });
        let shown = table::record(SAVED, &saved);
        assert!(shown.ends_with("853 B\n"), "{shown}");
    }
}

//! Saving a temporary database, which goes on in the core.

use std::path::Path;

use app::operation::Operation;
use app::view::{JobView, SaveFormat, SaveStateView, SaveStatus, TemporaryView};

use super::stoppable::{State, Stoppable, Unfinished};
use crate::columns::{Column, bytes, column, plain, time};
use crate::failure::Done;
use crate::print;
use crate::request::print_one;
use crate::session::Session;

const SAVED: &[Column<SaveStateView>] = &[
    column("Saved to", |it| plain(&it.to)),
    column("Size", |it| bytes(&it.bytes)),
    column("Finished", |it| time(&it.ended_at)),
];

/// Returns the format of this file.
pub fn format(file: &Path, is_sql: bool) -> SaveFormat {
    let ending = file.extension();
    match is_sql || ending.is_some_and(|it| it.eq_ignore_ascii_case("sql")) {
        true => SaveFormat::Sql,
        false => SaveFormat::Archive,
    }
}

/// Saves the database with this id by an operation, and waits for the end. `unfinished` is the message of a failure.
pub async fn save(
    session: &Session,
    id: &str,
    operation: impl Operation<Reply = JobView>,
    unfinished: &'static str,
) -> Done {
    let asked = session.asked_to_stop();
    let job = session.run(operation).await?;
    let saving = Stoppable { state, unfinished };
    let database = saving.until_done(session, id, &job.id, asked).await?;
    let Some(saved) = database.saved else {
        return Ok(());
    };
    print_one(session, &saved, SAVED, "").await?;
    for note in &saved.notes {
        print::note(note);
    }
    Ok(())
}

fn state(database: &TemporaryView) -> State {
    let saved = database.saved.as_ref();
    match saved.map(|saved| saved.status) {
        Some(SaveStatus::Running) => State::Running,
        Some(SaveStatus::Done) => State::Done,
        status => State::Unfinished(Unfinished {
            is_stopped: status == Some(SaveStatus::Cancelled),
            code: saved.and_then(|saved| saved.code),
            error: saved.and_then(|saved| saved.error.clone()),
            left: saved
                .and_then(|saved| saved.hint.clone())
                .unwrap_or_default(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::record;

    #[test]
    fn the_ending_of_the_file_chooses_the_format_in_whatever_letters() {
        for (file, is_sql, expected) in [
            ("shop.sql", false, SaveFormat::Sql),
            ("SHOP.SQL", false, SaveFormat::Sql),
            ("shop.dump", true, SaveFormat::Sql),
            ("shop.dump", false, SaveFormat::Archive),
            ("sql", false, SaveFormat::Archive),
        ] {
            assert_eq!(format(Path::new(file), is_sql), expected, "{file}");
        }
    }

    #[test]
    fn what_was_saved_is_shown_with_its_size() {
        let saved = SaveStateView {
            into: None,
            new_project: None,
            to: "/shop.sql".to_owned(),
            status: SaveStatus::Done,
            bytes: 853.0,
            code: None,
            error: None,
            hint: None,
            notes: Vec::new(),
            ended_at: None,
        };
        let shown = record(SAVED, &saved);
        assert!(shown.ends_with("853 B\n"), "{shown}");
    }
}

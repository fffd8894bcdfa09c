//! The log as a file.

use std::borrow::Cow;

use chrono::SecondsFormat;

use crate::Error;
use crate::base::chosen_file;
use crate::base::off_thread::off_thread;
use crate::core::Core;
use crate::core::operation::operation;
use crate::store::table;
use crate::view::words::{ActivityColumn, Worded as _};
use crate::view::{ActivityFilter, ActivityView};

/// Writes the entries that fit the filter into a file, newest first: as CSV when its name ends so, else as JSON. Returns
/// how many there are.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the file cannot be written; what was there before stays then.
#[operation(Guarded, Change, activity_export)]
pub async fn export(app: &Core, filter: ActivityFilter, path: &str) -> Result<u32, Error> {
    let path = chosen_file::of(path)?;
    let entries = app
        .store
        .read(move |store| table::activity::page(store, &filter, None, u32::MAX))
        .await?;
    let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
    let written = off_thread(move || {
        let ending = path.extension().unwrap_or_default();
        let text = if ending.eq_ignore_ascii_case("csv") {
            csv(&entries)
        } else {
            json(&entries)?
        };
        chosen_file::write(&path, &text)
    });
    let written = written.await;
    written.unwrap_or_else(|_| Err(Error::internal("Couldn't export your actions")))?;
    Ok(count)
}

fn json(entries: &[ActivityView]) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(entries);
    let text = text.map_err(|_| Error::internal("Couldn't export your actions"))?;
    Ok(text + "\n")
}

/// With lines as RFC 4180 wants them.
fn csv(entries: &[ActivityView]) -> String {
    let mut text = String::new();
    let columns = ActivityColumn::ALL;
    line(&mut text, columns.iter().map(|column| column.word()));
    for entry in entries {
        line(&mut text, columns.iter().map(|column| cell(*column, entry)));
    }
    text
}

fn cell(column: ActivityColumn, entry: &ActivityView) -> Cow<'_, str> {
    let of = |text: &Option<String>| Cow::Owned(text.clone().unwrap_or_default());
    match column {
        ActivityColumn::Time => entry.at.to_rfc3339_opts(SecondsFormat::Millis, true).into(),
        ActivityColumn::Action => (&entry.action).into(),
        ActivityColumn::Subject => (&entry.subject).into(),
        ActivityColumn::Place => (&entry.place).into(),
        ActivityColumn::Outcome => entry.outcome.word().into(),
        ActivityColumn::Detail => of(&entry.detail),
        ActivityColumn::RequestId => of(&entry.request_id),
        ActivityColumn::ProjectId => of(&entry.project_id),
        ActivityColumn::OperationIds => entry.operation_ids.join(" ").into(),
        ActivityColumn::AccountId => of(&entry.account_id),
        ActivityColumn::TemporaryId => of(&entry.temporary_id),
        ActivityColumn::Curl => of(&entry.curl),
    }
}

fn line(text: &mut String, cells: impl IntoIterator<Item = impl AsRef<str>>) {
    for (number, cell) in cells.into_iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        put(text, cell.as_ref());
    }
    text.push_str("\r\n");
}

fn put(text: &mut String, cell: &str) {
    // A spreadsheet would take these for the beginning of a formula; behind an apostrophe it takes them as they are.
    let is_formula =
        cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let apostrophe = if is_formula { "'" } else { "" };
    if is_formula || cell.contains([',', '"', '\r', '\n', ';', '\'']) {
        text.push('"');
        text.push_str(apostrophe);
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula_and_never_two_cells() {
        let mut text = String::new();
        line(
            &mut text,
            [
                "plain",
                "a,b",
                "say \"x\"",
                "=1+1",
                "-2",
                "@x",
                "two\nlines",
                "",
                "it's",
            ],
        );
        let expected = "plain,\"a,b\",\"say \"\"x\"\"\",\"'=1+1\",\"'-2\",\"'@x\",\"two\nlines\",,\"it's\"\r\n";
        assert_eq!(text, expected);
    }
}

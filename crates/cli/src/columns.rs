//! Columns of tables: a title, and the text of a cell.

use app::view::ComputeSizeView;
use serde::Serialize;
use serde_json::Value;

use crate::table::{self, NOTHING, aligned, plain_of, printable};

/// A column of a table, or a line of one thing that is shown alone.
pub struct Column<T: 'static> {
    title: &'static str,
    cell: fn(&T) -> String,
    /// True for a column that tables leave out.
    is_detail: bool,
}

pub const fn column<T>(title: &'static str, cell: fn(&T) -> String) -> Column<T> {
    Column {
        title,
        cell,
        is_detail: false,
    }
}

/// Returns a line that is shown of one thing alone, and of no list.
pub const fn detail<T>(title: &'static str, cell: fn(&T) -> String) -> Column<T> {
    Column {
        title,
        cell,
        is_detail: true,
    }
}

impl<T> Column<T> {
    fn text(&self, of: &T) -> String {
        printable(&(self.cell)(of))
    }
}

/// Returns rows below their titles, with two blanks between the columns and none at the end of a line.
pub fn rows<T>(columns: &[Column<T>], rows: &[T]) -> String {
    if rows.is_empty() {
        return "There are none.\n".to_owned();
    }
    let columns = || columns.iter().filter(|column| !column.is_detail);
    let titles = columns().map(|column| column.title.to_uppercase());
    let mut lines = vec![titles.collect::<Vec<_>>()];
    lines.extend(
        rows.iter()
            .map(|row| columns().map(|it| it.text(row)).collect()),
    );
    aligned(&lines)
}

/// Returns the text of one thing: each field on a line of its own, without the empty fields.
pub fn record<T>(columns: &[Column<T>], of: &T) -> String {
    let lines = columns.iter().filter_map(|column| {
        let cell = column.text(of);
        (cell != NOTHING).then(|| vec![format!("{}:", column.title), cell])
    });
    aligned(&lines.collect::<Vec<_>>())
}

/// Returns the text of a value as JSON has it: `-` for nothing, `yes` and `no`, a list with commas.
pub fn plain(value: &impl Serialize) -> String {
    plain_of(&json(value))
}

/// Returns a time to the second, in UTC.
pub fn time(value: &impl Serialize) -> String {
    let value = json(value);
    value
        .as_str()
        .map_or_else(|| plain_of(&value), table::time_of)
}

/// Returns a number of bytes in the unit that fits it.
pub fn bytes(value: &impl Serialize) -> String {
    let value = json(value);
    value
        .as_f64()
        .map_or_else(|| plain_of(&value), table::bytes_of)
}

/// Returns the core's word for a code, from its table of this name; the code itself where the table has no word for it.
pub fn word(table: &str, code: &impl Serialize) -> String {
    known_word(table, code).unwrap_or_else(|| plain(code))
}

/// Returns the core's word for a code, if the table of this name has a word for it.
pub fn known_word(table: &str, code: &impl Serialize) -> Option<String> {
    table::word_in(table, &plain(code), None)
}

/// Returns one of several words that the core has for a code.
pub fn part(table: &str, name: &str, code: &impl Serialize) -> String {
    let code = plain(code);
    table::word_in(table, &code, Some(name)).unwrap_or(code)
}

/// Returns the smallest and the largest size of a compute.
pub fn size(value: &ComputeSizeView) -> String {
    match (value.min_cu, value.max_cu) {
        (Some(min), Some(max)) if min.to_bits() == max.to_bits() => format!("{min}"),
        (Some(min), Some(max)) => format!("{min}-{max}"),
        (Some(one), None) | (None, Some(one)) => format!("{one}"),
        (None, None) => NOTHING.to_owned(),
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row {
        id: &'static str,
        name: &'static str,
        state: Option<&'static str>,
        at: Option<&'static str>,
    }

    const COLUMNS: &[Column<Row>] = &[
        column("ID", |it| plain(&it.id)),
        column("Name", |it| plain(&it.name)),
        column("State", |it| word("branchStates", &it.state)),
        column("Created", |it| time(&it.at)),
    ];

    fn row(id: &'static str, name: &'static str) -> Row {
        let (state, at) = (None, None);
        Row {
            id,
            name,
            state,
            at,
        }
    }

    #[test]
    fn columns_stand_below_each_other_whatever_the_letters() {
        let all = [
            Row {
                state: Some("ready"),
                at: Some("2026-11-25T19:06:00.5Z"),
                ..row("br-1", "main")
            },
            Row {
                state: Some("new-state"),
                ..row("br-22", "日本")
            },
        ];
        assert_eq!(
            rows(COLUMNS, &all),
            "ID     NAME  STATE      CREATED\n\
             br-1   main  Ready      2026-11-25 19:06:00Z\n\
             br-22  日本  new-state  -\n"
        );
    }

    #[test]
    fn record_leaves_out_what_a_thing_has_not() {
        assert_eq!(record(COLUMNS, &row("br-1", "")), "ID:  br-1\n");
    }

    #[test]
    fn name_cannot_give_orders_to_the_terminal() {
        let shown = rows(&COLUMNS[..2], &[row("\u{1b}[2Ja\nb\u{202e}c", "x")]);
        assert_eq!(shown.lines().count(), 2);
        assert!(shown.contains(r"\u{1b}[2Ja\u{a}b\u{202e}c"), "{shown}");
    }

    #[test]
    fn size_is_a_number_or_a_range() {
        let of = |min, max| ComputeSizeView {
            min_cu: Some(min),
            max_cu: Some(max),
            suspend_timeout_seconds: None,
        };
        assert_eq!(size(&of(0.25, 2.0)), "0.25-2");
        assert_eq!(size(&of(2.0, 2.0)), "2");
    }
}

//! Answers of the core for people: rows in columns, or one thing with its fields below each other.

use std::sync::OnceLock;

use app::view::words::{Table, Words, tables};
use serde_json::{Number, Value};
use unicode_width::UnicodeWidthStr as _;

/// A column of a table, or a line of what is shown alone.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    title: &'static str,
    /// Where it is in the answer, with points between the names.
    path: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Time,
    Bytes,
    /// A size in bytes that is absent until it was measured.
    Measured,
    /// A code, with the word that the core's table of this name has for it: the first one, or the one of a name.
    Word(&'static str, Option<&'static str>),
    /// A state of something that may be deleted: the platform keeps the state that it had before.
    State(&'static str),
    /// The smallest and the largest size of a compute.
    Size,
}

pub const fn text(title: &'static str, path: &'static str) -> Column {
    Column::new(title, path, Kind::Text)
}

pub const fn time(title: &'static str, path: &'static str) -> Column {
    Column::new(title, path, Kind::Time)
}

pub const fn bytes(title: &'static str, path: &'static str) -> Column {
    Column::new(title, path, Kind::Bytes)
}

/// A size that is absent until it was measured. The path has the thing that is measured before its last point.
pub const fn measured(title: &'static str, path: &'static str) -> Column {
    Column::new(title, path, Kind::Measured)
}

pub const fn word(title: &'static str, path: &'static str, table: &'static str) -> Column {
    Column::new(title, path, Kind::Word(table, None))
}

/// The state of something that may be deleted.
pub const fn state(title: &'static str, path: &'static str, table: &'static str) -> Column {
    Column::new(title, path, Kind::State(table))
}

/// One of several words that the core has for a code.
pub const fn part(
    title: &'static str,
    path: &'static str,
    table: &'static str,
    name: &'static str,
) -> Column {
    Column::new(title, path, Kind::Word(table, Some(name)))
}

pub const fn size(title: &'static str, path: &'static str) -> Column {
    Column::new(title, path, Kind::Size)
}

impl Column {
    const fn new(title: &'static str, path: &'static str, kind: Kind) -> Self {
        Self { title, path, kind }
    }

    fn of(&self, row: &Value) -> String {
        let value = at(row, self.path);
        let text = match self.kind {
            Kind::Text => plain(value),
            Kind::Time => value.as_str().map_or_else(|| plain(value), time_of),
            Kind::Bytes => value.as_f64().map_or_else(|| plain(value), bytes_of),
            Kind::Measured => measured_of(row, self.path),
            Kind::Word(table, name) => {
                let code = plain(value);
                word_in(table, &code, name).unwrap_or(code)
            }
            Kind::State(_) if !row["deletedAt"].is_null() => "Deleted".to_owned(),
            Kind::State(table) => {
                let code = plain(value);
                word_in(table, &code, None).unwrap_or(code)
            }
            Kind::Size => size_of(value),
        };
        printable(&text)
    }
}

fn measured_of(row: &Value, path: &str) -> String {
    let thing = path.rsplit_once('.').map_or("", |(thing, _)| thing);
    match at(row, path).as_f64() {
        Some(bytes) => bytes_of(bytes),
        None if at(row, thing).is_null() => NOTHING.to_owned(),
        None => "being measured".to_owned(),
    }
}

/// The value at a path such as `branch.name`; null where there is none.
pub fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    let parts = path.split('.').filter(|part| !part.is_empty());
    parts.fold(value, |value, part| value.get(part).unwrap_or(&Value::Null))
}

/// Rows below their titles, with two blanks between the columns and none at the end of a line.
pub fn rows(columns: &[Column], rows: &[Value]) -> String {
    let titles = columns.iter().map(|column| column.title.to_uppercase());
    let mut lines = vec![titles.collect::<Vec<_>>()];
    lines.extend(rows.iter().map(|row| {
        let cells = columns.iter().map(|column| column.of(row));
        cells.collect()
    }));
    aligned(&lines)
}

/// One thing: each field on a line of its own, without those that it has not.
pub fn record(columns: &[Column], of: &Value) -> String {
    let lines = columns.iter().filter_map(|column| {
        let cell = column.of(of);
        (cell != NOTHING).then(|| vec![format!("{}:", column.title), cell])
    });
    aligned(&lines.collect::<Vec<_>>())
}

fn aligned(lines: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        for (at, cell) in line.iter().enumerate() {
            if widths.len() <= at {
                widths.push(0);
            }
            widths[at] = widths[at].max(cell.width());
        }
    }
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (at, cell) in line.iter().enumerate() {
            text.push_str(cell);
            let blanks = widths[at] - cell.width() + 2;
            text.extend(std::iter::repeat_n(' ', blanks));
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

const NOTHING: &str = "-";

fn plain(value: &Value) -> String {
    match value {
        Value::Null => NOTHING.to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) if text.is_empty() => NOTHING.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => NOTHING.to_owned(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Number(number) => number_of(number),
        other => other.to_string(),
    }
}

/// A whole number without decimals, whatever the core counts it with.
fn number_of(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 => format!("{:.0}", float + 0.0),
        _ => number.to_string(),
    }
}

/// What a terminal would take for an order, or would show in another place than where it stands, is written as its number.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if app::text::is_disruptive(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// The same of several lines, which stay lines.
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

/// `2026-11-25T19:06:00.123Z` to the second, as the platform writes it: UTC.
pub fn time_of(text: &str) -> String {
    let is_time = text.len() >= 19 && text.is_ascii() && text.as_bytes()[10] == b'T';
    if is_time && text.ends_with('Z') {
        format!("{} {}Z", &text[..10], &text[11..19])
    } else {
        text.to_owned()
    }
}

/// A size in the unit that fits it.
pub fn bytes_of(bytes: f64) -> String {
    let mut size = bytes;
    let mut units = ["B", "KB", "MB", "GB", "TB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for larger in units {
        if size < 1000.0 {
            break;
        }
        size /= 1000.0;
        unit = larger;
    }
    let digits = usize::from(size < 10.0 && unit != "B");
    format!("{size:.digits$} {unit}")
}

fn size_of(value: &Value) -> String {
    match (value["minCu"].as_f64(), value["maxCu"].as_f64()) {
        (Some(min), Some(max)) if min.to_bits() == max.to_bits() => format!("{min}"),
        (Some(min), Some(max)) => format!("{min}-{max}"),
        (Some(one), None) | (None, Some(one)) => format!("{one}"),
        (None, None) => NOTHING.to_owned(),
    }
}

/// The word of a code, as the window shows it.
pub fn word_of(table: &str, code: &str) -> Option<String> {
    word_in(table, code, None)
}

fn word_in(table: &str, code: &str, name: Option<&str>) -> Option<String> {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    let tables = TABLES.get_or_init(tables);
    let table = tables.iter().find(|known| known.name == table)?;
    let (_, words) = table.rows.iter().find(|(known, _)| known == code)?;
    match words {
        Words::One(word) => Some(word.clone()),
        Words::Each(named) => {
            let mut named = named.iter();
            let found = named.find(|(known, _)| name.is_none_or(|name| *known == name));
            found.map(|(_, word)| word.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const COLUMNS: &[Column] = &[
        text("ID", "id"),
        text("Name", "name"),
        word("State", "state", "branchStates"),
        time("Created", "createdAt"),
    ];

    #[test]
    fn columns_stand_below_each_other_whatever_the_letters() {
        let all = [
            json!({ "id": "br-1", "name": "main", "state": "ready", "createdAt": "2026-11-25T19:06:00.5Z" }),
            json!({ "id": "br-22", "name": "日本", "state": "new-state" }),
        ];
        assert_eq!(
            rows(COLUMNS, &all),
            "ID     NAME  STATE      CREATED\n\
             br-1   main  Ready      2026-11-25 19:06:00Z\n\
             br-22  日本  new-state  -\n"
        );
    }

    #[test]
    fn numbers_have_no_decimals_that_say_nothing() {
        for (number, shown) in [
            (json!(123.0), "123"),
            (json!(-0.0), "0"),
            (json!(0.25), "0.25"),
            (json!(-3), "-3"),
            (json!(1e15), "1000000000000000"),
        ] {
            assert_eq!(plain(&number), shown);
        }
    }

    #[test]
    fn deleted_branch_is_shown_as_deleted_whatever_its_state() {
        const STATE: &[Column] = &[state("State", "state", "branchStates")];
        let one =
            |deleted: Value| record(STATE, &json!({ "state": "ready", "deletedAt": deleted }));
        assert_eq!(one(Value::Null), "State:  Ready\n");
        assert_eq!(one(json!("2026-11-25T19:06:00Z")), "State:  Deleted\n");
    }

    #[test]
    fn what_a_thing_has_not_is_left_out() {
        let one = json!({ "id": "br-1", "name": "" });
        assert_eq!(record(COLUMNS, &one), "ID:  br-1\n");
    }

    #[test]
    fn a_size_before_its_measurement_says_that_it_is_being_measured() {
        const DISK: &[Column] = &[measured("Disk", "running.disk.usedBytes")];
        let disk = |used: Value| json!({ "running": { "disk": { "usedBytes": used } } });
        assert_eq!(record(DISK, &disk(Value::Null)), "Disk:  being measured\n");
        assert_eq!(record(DISK, &disk(json!(27_000_000.0))), "Disk:  27 MB\n");
        assert_eq!(record(DISK, &json!({ "running": null })), "");
    }

    #[test]
    fn a_name_cannot_give_orders_to_the_terminal() {
        let one = json!({ "id": "\u{1b}[2Ja\nb\u{202e}c", "name": "x" });
        let shown = rows(&COLUMNS[..2], &[one]);
        assert_eq!(shown.lines().count(), 2);
        assert!(shown.contains(r"\u{1b}[2Ja\u{a}b\u{202e}c"), "{shown}");
    }

    #[test]
    fn sizes_and_bytes_are_short() {
        assert_eq!(size_of(&json!({ "minCu": 0.25, "maxCu": 2 })), "0.25-2");
        assert_eq!(size_of(&json!({ "minCu": 2, "maxCu": 2.0 })), "2");
        assert_eq!(bytes_of(999.0), "999 B");
        assert_eq!(bytes_of(1_500_000.0), "1.5 MB");
    }
}

//! Texts of cells, and their alignment.

use std::sync::OnceLock;

use app::view::words::{Table, Words, tables};
use serde_json::{Number, Value};
use unicode_width::UnicodeWidthStr as _;

pub fn aligned(lines: &[Vec<String>]) -> String {
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

pub const NOTHING: &str = "-";

pub fn plain_of(value: &Value) -> String {
    match value {
        Value::Null => NOTHING.to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) if text.is_empty() => NOTHING.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => NOTHING.to_owned(),
        Value::Array(items) => items.iter().map(plain_of).collect::<Vec<_>>().join(", "),
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

/// Writes the number of each character that a terminal would take for an order or show in another place.
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

/// Does the same for several lines, which stay lines.
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

/// Returns the word of a code, as the window shows it: the word of this name, or else the first.
pub fn word_in(table: &str, code: &str, name: Option<&str>) -> Option<String> {
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

    #[test]
    fn numbers_have_no_decimals_that_say_nothing() {
        for (number, shown) in [
            (json!(123.0), "123"),
            (json!(-0.0), "0"),
            (json!(0.25), "0.25"),
            (json!(-3), "-3"),
            (json!(1e15), "1000000000000000"),
        ] {
            assert_eq!(plain_of(&number), shown);
        }
    }

    #[test]
    fn bytes_are_short() {
        assert_eq!(bytes_of(999.0), "999 B");
        assert_eq!(bytes_of(1_500_000.0), "1.5 MB");
    }
}

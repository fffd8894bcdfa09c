//! What README says of each system, against the record of what was checked there.

use std::path::Path;

use super::{File, Violation};
use crate::systems::{RECORD, Record};

const README: &str = "README.md";
/// The heading of the table's column.
const COLUMN: &str = "How far it is known";
/// By README's name of a system, its name in the record.
const SYSTEMS: [(&str, &str); 2] = [("macOS", "macos"), ("Windows", "windows")];

pub fn check(files: &[File]) -> Vec<Violation> {
    let text_of = |path: &str| {
        let file = files.iter().find(|file| file.path == Path::new(path));
        file.map(|file| file.text.as_str())
    };
    let Some(readme) = text_of(README) else {
        return Vec::new();
    };
    let record = match Record::parse(text_of(RECORD).unwrap_or("{}")) {
        Ok(record) => record,
        Err(error) => {
            let path = Path::new(RECORD);
            return vec![Violation::new(path, 0, error.to_string())];
        }
    };
    let mut found = Vec::new();
    let mut say = |line, what| found.push(Violation::new(Path::new(README), line, what));
    for (shown, name) in SYSTEMS {
        let known = record.known(name);
        let Some((line, cell)) = cell_of(readme, shown) else {
            say(0, format!("no row of {shown} with a column `{COLUMN}`"));
            continue;
        };
        if !cell.starts_with(known.word()) {
            let word = known.word();
            say(line, format!("{shown} is `{word}` by {RECORD}"));
        }
    }
    found
}

/// A system's cell of the column, and its line from 1.
fn cell_of<'a>(readme: &'a str, system: &str) -> Option<(usize, &'a str)> {
    let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim);
    let mut column = None;
    for (at, line) in readme.lines().enumerate() {
        if !line.starts_with('|') {
            column = None;
        } else if let Some(found) = cells(line).position(|cell| cell == COLUMN) {
            column = Some(found);
        } else if let Some(column) = column
            && cells(line).next() == Some(system)
        {
            return cells(line).nth(column).map(|cell| (at + 1, cell));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(readme: &str, record: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File {
            path: path.into(),
            text: text.into(),
        };
        let found = check(&[file(README, readme), file(RECORD, record)]);
        found.iter().map(ToString::to_string).collect()
    }

    fn table(macos: &str, windows: &str) -> String {
        format!(
            "| | Installer | {COLUMN} |\n|---|---|---|\n| macOS | dmg | {macos} |\n| Windows | exe | {windows} |\n"
        )
    }

    #[test]
    fn system_is_called_compiled_only_while_its_last_recorded_check_passed() {
        let passed = r#"{ "commit": "abc", "passed": true }"#;
        let failed = r#"{ "commit": "abc", "passed": false }"#;
        let record = |macos: &str, wine: &str| {
            format!(
                r#"{{ "macos": {{ "types": {macos} }}, "windows": {{ "types": {passed}, "wine": {wine} }} }}"#
            )
        };
        let said = table("compiled: no run", "smoke-tested under Wine: edits files");
        assert_eq!(of(&said, &record(passed, passed)), Vec::<String>::new());
        let found = of(&said, &record(failed, failed));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("macOS is `configured`"), "{found:?}");
        assert!(found[1].contains("Windows is `compiled`"), "{found:?}");
        assert_eq!(of(&said, "{}").len(), 2);
        assert_eq!(of("No table", "{}").len(), 2);
        assert_eq!(of(&said, "nonsense").len(), 1);
    }
}

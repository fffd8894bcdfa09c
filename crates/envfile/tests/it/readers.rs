//! The table of what other programs read, which `tests/readers/read.mjs` wrote, against what this crate says of them.

use std::collections::BTreeMap;

use envfile::{EnvFile, ExposeSecret, Reading};
use serde::Deserialize;

const CASES: &str = include_str!("../readers/cases.json");
const READINGS: &str = include_str!("../readers/readings.json");
const DOCUMENT: &str = include_str!("../../../../docs/env-files.md");
const VARIABLE: &str = "DATABASE_URL";

/// Readers of several files. The others read `.env` alone, where an empty value is none.
const READERS_OF_ALL: [&str; 2] = ["next", "vite"];

#[derive(Deserialize)]
struct Case {
    name: String,
    files: BTreeMap<String, String>,
    /// The value is one that every program reads.
    passed: bool,
    /// Why the readings alone don't say so.
    because: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    readings: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    values: BTreeMap<String, Option<String>>,
}

fn rows() -> Vec<(Case, Row)> {
    let cases: Vec<Case> = serde_json::from_str(CASES).unwrap();
    let table: Table = serde_json::from_str(READINGS).unwrap();
    let names = |rows: &[Row]| rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let expected: Vec<_> = cases.iter().map(|case| case.name.clone()).collect();
    assert_eq!(names(&table.readings), expected, "run read.mjs again");
    cases.into_iter().zip(table.readings).collect()
}

fn reading(case: &Case) -> Reading {
    let mut names: Vec<&String> = case.files.keys().collect();
    names.sort_by_key(|name| {
        envfile::DEVELOPMENT_FILES
            .iter()
            .position(|it| *it == name.as_str())
    });
    let files: Vec<_> = names
        .into_iter()
        .map(|name| (name.as_str(), EnvFile::parse(case.files[name].as_bytes())))
        .collect();
    Reading::of(&files, VARIABLE, None)
}

#[test]
fn value_is_agreed_exactly_where_every_program_reads_the_same() {
    let mut wrong = Vec::new();
    for (case, row) in rows() {
        let mut read: Vec<&str> = row
            .values
            .iter()
            .filter(|(reader, value)| {
                READERS_OF_ALL.contains(&reader.as_str()) || value.as_deref() != Some("")
            })
            .filter_map(|(_, value)| value.as_deref())
            .collect();
        read.sort_unstable();
        read.dedup();
        let agreed = match read[..] {
            [one] if !one.is_empty() => Some(one),
            _ => None,
        };
        let verdict = match reading(&case) {
            Reading::Value(value) => Some(value.expose_secret().to_owned()),
            Reading::Nothing | Reading::Disputed(_) => None,
        };
        let is_as_said = verdict.is_some() == case.passed;
        let is_explained = verdict.as_deref() == agreed || case.because.is_some();
        if !is_as_said || !is_explained {
            wrong.push(format!(
                "{}: {verdict:?}, programs read {read:?}",
                case.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn disputed_value_names_file_line_and_reason() {
    let of = |name: &str| {
        let (case, _) = rows()
            .into_iter()
            .find(|(case, _)| case.name == name)
            .unwrap();
        match reading(&case) {
            Reading::Disputed(dispute) => dispute.to_string(),
            other => panic!("{name}: {other:?}"),
        }
    };
    assert_eq!(
        of("${NAME} in double quotes"),
        ".env, line 3: some programs replace a `$` or a command in it"
    );
    assert_eq!(
        of("another one in .env.local"),
        ".env.local, line 1: it differs from the value of another file"
    );
}

#[test]
fn value_that_the_caller_wrote_is_agreed_in_any_form_unless_another_file_differs() {
    let own = "DATABASE_URL='postgresql://me:pa$go@db.example/shop'\n";
    let written = Some("postgresql://me:pa$go@db.example/shop".into());
    let read = |other: &'static str, written| {
        let files = [
            (".env", EnvFile::parse(own.as_bytes())),
            (".env.local", EnvFile::parse(other.as_bytes())),
        ];
        matches!(Reading::of(&files, VARIABLE, written), Reading::Value(_))
    };
    assert!(!read("", None));
    assert!(read("", written.as_ref()));
    assert!(read(own, written.as_ref()));
    assert!(!read(
        "DATABASE_URL=postgresql://me@db.example/mine\n",
        written.as_ref()
    ));
    assert!(!read("DATABASE_URL=\n", written.as_ref()));
}

#[test]
fn documentation_has_each_case_of_the_table() {
    for (case, _) in rows() {
        let row = format!("\n| {} | ", case.name.replace('|', "\\|"));
        assert!(DOCUMENT.contains(&row), "run read.mjs again: {row}");
    }
}

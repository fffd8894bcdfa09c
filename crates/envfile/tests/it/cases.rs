//! The table of cases that the plugin for Vite, which has these rules a second time, is tested with too.

use envfile::{Block, Error, Line, Plan, SecretString};
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    lines: Vec<CaseLine>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CaseLine {
    Variable {
        variable: String,
        value: String,
    },
    Comment {
        comment: String,
        starts: Vec<String>,
    },
}

#[derive(Deserialize)]
struct Case {
    name: String,
    before: String,
    /// Others than those of the table.
    lines: Option<Vec<CaseLine>>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Outcome {
    After(String),
    /// Variables that have another value, each with its line.
    Taken(Vec<(String, usize)>),
    /// The variable whose value has no form that all readers agree about.
    Unwritable(String),
    Utf16(bool),
}

#[test]
fn each_case_of_the_table_is_as_the_table_says() {
    let table: Table = serde_json::from_str(include_str!("../cases.json")).unwrap();
    assert!(table.cases.len() > 50);
    for case in &table.cases {
        let lines = case.lines.as_ref().unwrap_or(&table.lines);
        let block = Block::new(lines.iter().map(line)).unwrap();
        let before: Vec<u8> = case
            .before
            .chars()
            .map(|c| u8::try_from(c).unwrap())
            .collect();
        let outcome = match Plan::new(Some(&before), &block, &[]) {
            Ok(plan) if plan.is_writable() => Outcome::After(
                plan.new_bytes()
                    .iter()
                    .map(|&byte| char::from(byte))
                    .collect(),
            ),
            Ok(plan) => Outcome::Taken(
                plan.conflicts()
                    .map(|found| (found.variable.clone(), found.line))
                    .collect(),
            ),
            Err(Error::Unwritable { variable }) => Outcome::Unwritable(variable),
            Err(Error::Utf16) => Outcome::Utf16(true),
            Err(error) => panic!("{}: {error}", case.name),
        };
        assert_eq!(outcome, case.outcome, "{}", case.name);
    }
}

fn line(line: &CaseLine) -> Line {
    match line {
        CaseLine::Variable { variable, value } => {
            Line::variable(variable, SecretString::from(value.as_str()))
        }
        CaseLine::Comment { comment, starts } => {
            let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
            Line::comment(SecretString::from(comment.as_str()), &starts)
        }
    }
}

//! The words of the core as TypeScript.

use app::view::words::{Table, Words, tables};
use host::command::connect::DatabaseApp;
use host::sandbox::view::{FaultKind, FaultTarget, SandboxStatus, ServerState};

use crate::guard::Destruction;

const HEAD: &str =
    "// Written by `cargo xtask codegen` from crates/app/src/view/words. Do not edit.\n";

/// One constant per table, a line per code.
pub fn typescript() -> String {
    let mut tables = tables();
    tables.extend([
        Table::of::<SandboxStatus>("sandboxStates"),
        Table::of::<ServerState>("serverStates"),
        Table::explained::<FaultKind>("faultKinds", "detail"),
        Table::explained::<FaultTarget>("faultTargets", "detail"),
        Table::of::<DatabaseApp>("databaseApps"),
        Table::explained::<Destruction>("destructions", "means"),
    ]);
    let tables = tables.iter().map(constant);
    HEAD.to_owned() + &tables.collect::<String>()
}

fn constant(Table { name, rows }: &Table) -> String {
    let lines = rows.iter().map(|(code, words)| match words {
        Words::One(word) => format!("  {code}: {},\n", quoted(word)),
        Words::Each(words) => {
            let words = words
                .iter()
                .map(|(name, word)| format!("{name}: {}", quoted(word)));
            let words: Vec<_> = words.collect();
            format!("  {code}: {{ {} }},\n", words.join(", "))
        }
    });
    let lines: String = lines.collect();
    format!("\nexport const {name} = {{\n{lines}}} as const;\n")
}

/// With the apostrophe that the window writes.
fn quoted(word: &str) -> String {
    format!("{:?}", word.replace('\'', "’"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_a_constant_with_the_apostrophe_of_the_window() {
        let table = Table {
            name: "states",
            rows: vec![
                ("off".to_owned(), Words::One("Isn't running".to_owned())),
                (
                    "on".to_owned(),
                    Words::Each(vec![("one", "branch".to_owned())]),
                ),
            ],
        };
        assert_eq!(
            constant(&table),
            "\nexport const states = {\n  off: \"Isn’t running\",\n  on: { one: \"branch\" },\n} as const;\n"
        );
    }

    #[test]
    fn every_state_of_the_sandbox_has_a_word() {
        let text = typescript();
        for line in [
            "export const sandboxStates = {",
            "  asleep: \"Suspended\",",
            "  awake: \"Active\",",
            "  tablePlus: \"TablePlus\",",
            "  deleteBranch: { order: \"Delete branch\" },",
        ] {
            assert!(text.contains(line), "{line}");
        }
    }
}

//! Phrases that the product once used and no native speaker of the field would. What a thing is called instead stands in
//! the sentences themselves.

use super::spelling::read_by_people;
use super::{File, Violation};

const PHRASES: [&str; 36] = [
    "the former key",
    "not told",
    "put away",
    "put aside",
    "goes by itself",
    "let it go then",
    "take its end away",
    "look again",
    "read again",
    "way back",
    "on the shelf",
    "is not at hand",
    "take the protection off",
    "a moment of the past",
    "a place in the log",
    "the platform's choice",
    "the platform’s choice",
    "keep what it holds now",
    "what to know",
    "what it opens",
    "the recommended 10,000",
    "nothing that changes anything leaves",
    "it is nowhere any more",
    "works started",
    "take all back",
    "was made and is in the table",
    "gives the connection string out no more",
    "ran to its end",
    "bound to its certificate",
    "is no root branch then",
    "ensure…",
    "active once applied",
    "auth of its own",
    "has to reach a user",
    "someone has started to claim",
    "at 72 hours after",
];

/// Looks through the README, the lines of the interface that are no comment, and the texts of the crates.
pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files {
        for (at, line) in lines_of(file).iter().enumerate() {
            let line = line.to_lowercase();
            for phrase in PHRASES.iter().filter(|phrase| line.contains(**phrase)) {
                let what = format!("nobody says “{phrase}”");
                found.push(Violation::new(&file.path, at + 1, what));
            }
        }
    }
    found
}

/// What people read of each line of a file.
fn lines_of(file: &File) -> Vec<String> {
    let parts = file.parts();
    let is_test = parts.iter().any(|part| part.contains("test"));
    match parts[..] {
        ["README.md"] => without_comments(&file.text),
        _ if is_test => Vec::new(),
        ["ui", "src", ..] => without_comments(&file.text),
        ["crates", of, "src", ..] if file.extension() == "rs" => {
            read_by_people(&file.text, of == "cli")
        }
        ["src-tauri", "src", ..] if file.extension() == "rs" => read_by_people(&file.text, false),
        _ => Vec::new(),
    }
}

fn without_comments(text: &str) -> Vec<String> {
    let is_comment = |line: &str| ["//", "/*", "* "].iter().any(|mark| line.starts_with(mark));
    let lines = text.lines().map(str::trim_start);
    let shown = lines.map(|line| if is_comment(line) { "" } else { line });
    shown.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&[File::made_up(path, text)]).len()
    }

    #[test]
    fn a_phrase_is_found_where_people_read_it() {
        let text = "  <p>Look again in an hour</p>\n";
        assert_eq!(count("ui/src/features/a/B.tsx", text), 1);
        assert_eq!(count("README.md", "The database is on the shelf."), 1);
        let hint = "let hint = \"The former key stays valid\";\n";
        assert_eq!(count("crates/app/src/a.rs", hint), 1);
        assert_eq!(count("src-tauri/src/a.rs", hint), 1);
        assert_eq!(count("crates/cli/src/a.rs", "/// Look again later.\n"), 1);
    }

    #[test]
    fn a_comment_or_a_test_may_quote_one() {
        assert_eq!(count("ui/src/a.ts", "    // What to know of it.\n"), 0);
        assert_eq!(count("ui/src/a.test.tsx", "sees(\"look again\")"), 0);
        assert_eq!(count("docs/decisions/0001.md", "put away"), 0);
        assert_eq!(count("crates/app/src/a.rs", "/// The former key.\n"), 0);
        assert_eq!(count("crates/app/tests/it/a.rs", "sees(\"look again\")"), 0);
    }
}

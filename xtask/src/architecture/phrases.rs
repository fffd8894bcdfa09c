//! Phrases that the window once used and no native speaker of the field would. What a thing is called instead stands in
//! the sentences themselves.

use super::{File, Violation};

const PHRASES: [&str; 35] = [
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

/// Looks through the lines of the interface that are no comment, and the README.
pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| is_read_by_people(file)) {
        for (at, line) in file.text.lines().enumerate() {
            let line = line.trim_start().to_lowercase();
            if ["//", "/*", "* "].iter().any(|mark| line.starts_with(mark)) {
                continue;
            }
            for phrase in PHRASES.iter().filter(|phrase| line.contains(**phrase)) {
                let what = format!("nobody says “{phrase}”");
                found.push(Violation::new(&file.path, at + 1, what));
            }
        }
    }
    found
}

fn is_read_by_people(file: &File) -> bool {
    let parts = file.parts();
    let is_test = parts.iter().any(|part| part.contains("test"));
    parts[..] == ["README.md"] || (parts.starts_with(&["ui", "src"]) && !is_test)
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
    }

    #[test]
    fn a_comment_or_a_test_may_quote_one() {
        assert_eq!(count("ui/src/a.ts", "    // What to know of it.\n"), 0);
        assert_eq!(count("ui/src/a.test.tsx", "sees(\"look again\")"), 0);
        assert_eq!(count("docs/decisions/0001.md", "put away"), 0);
    }
}

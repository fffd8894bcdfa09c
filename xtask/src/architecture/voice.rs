//! Comments and names that a reader of the field would stumble over. Each file has a number of them in `xtask/voice.json`,
//! and `check` fails for every other number, so that none rises (decision 0104).

use std::collections::BTreeMap;
use std::path::Path;

use super::source::{first_word, is_word};
use super::{File, Violation};
use crate::error::{Context, Result};

/// The recorded numbers by path. A file that isn't listed has none.
pub const RECORD: &str = "xtask/voice.json";

type Record = BTreeMap<String, usize>;

/// Words that no comment opens with. This list and the next ones are separated by `|`.
const OPENINGS: &str = concat!(
    "What|Who|Whom|Whose|Whoever|Whatever|One|Ones|Of|As|To|By|That|Those|Which|Why|Its|Nobody|Nothing|Somebody|",
    "Something|None|Another|Without|With|From|Before|After|Beside|Besides|Where|So|Such|Theirs|Ours|Neither|Than|",
    "Then|There|Said|Told|Not",
);

/// Openings that are ordinary English although they begin with one of these words.
const ORDINARY: &str = concat!(
    "Where possible|As of|By default|To avoid|To keep|To prevent|To ensure|To make|To allow|One of the|Not all|",
    "Not yet|There is|There are|Then the|So that the|Without this|With `|After the|After a|After an|Before the|",
    "Before a|Before an|From the|Why the|Why a",
);

/// Phrases that stand nowhere in the first line of a comment.
const PHRASES: &str = concat!(
    "what is told|what is said|whoever|whom|somebody|of one that|one that is|none that|is none|stand over|",
    "stands over|stand in the way|stands in the way|stand above|stands above|stand below|stands below|put away|",
    "let go|heir|says so|not told|goes by itself|look again|taken back|so long to|what it opens |what it takes |",
    "what it has |what it does ",
);

/// Names of functions, variables, constants and modules that say nothing where they are used.
const NAMES: &str = concat!(
    "told|said|stand|standing|heir|hindered|outdate|marks|looked|wish|lived|roused|taken|asked|gone|kept|begun|",
    "other_than",
);

/// The words in front of a name.
const KEYWORDS: [&str; 5] = ["fn", "let", "const", "mod", "function"];

/// Compares each file with its recorded number.
pub fn check(files: &[File]) -> Vec<Violation> {
    let record = match recorded(files) {
        Ok(record) => record,
        Err(error) => return vec![Violation::new(RECORD, 0, error.to_string())],
    };
    let read: BTreeMap<String, Vec<Violation>> = counted(files)
        .map(|file| (path_of(file), flagged(file)))
        .collect();
    let worse = read.iter().filter_map(|(path, flagged)| {
        let allowed = record.get(path).copied().unwrap_or(0);
        (flagged.len() > allowed).then(|| too_many(path, flagged, allowed))
    });
    let better = record.iter().filter_map(|(path, recorded)| {
        let what = match read.get(path).map(Vec::len) {
            None => format!("`{path}` is gone: {MOVED}, else {LOWER}"),
            Some(number) if number < *recorded => {
                format!("`{path}` has {number}, and {recorded} are recorded: {LOWER}")
            }
            Some(_) => return None,
        };
        Some(Violation::new(RECORD, 0, what))
    });
    worse.chain(better).collect()
}

const LOWER: &str = "run `cargo xtask check --only voice --record`";
const MOVED: &str = "if the file was moved, write the new path in its line of xtask/voice.json";

fn too_many(path: &str, flagged: &[Violation], allowed: usize) -> Violation {
    let mut what = format!(
        "comments and names to rewrite: {}, allowed in {RECORD}: {allowed}; open a comment with the noun it documents \
         or with a verb, and name a thing by the field's standard word",
        flagged.len()
    );
    if allowed == 0 {
        what = format!("{what}; {MOVED}");
    }
    for place in flagged {
        what = format!("{what}\n  {place}");
    }
    Violation::new(path, 0, what)
}

/// Returns the text of the record with the numbers that have fallen. None rises, and no file is added.
pub fn lowered(files: &[File]) -> Result<String> {
    let mut record = recorded(files)?;
    let numbers: Record = counted(files)
        .map(|file| (path_of(file), flagged(file).len()))
        .collect();
    record.retain(|path, recorded| {
        *recorded = numbers.get(path).map_or(0, |number| *number.min(recorded));
        *recorded > 0
    });
    let mut text = serde_json::to_string_pretty(&record).context("cannot write the record")?;
    text.push('\n');
    Ok(text)
}

/// The share of flagged comments and the number of flagged names in all files.
pub fn summary(files: &[File]) -> String {
    let (mut all, mut bad, mut odd) = (0, 0, 0);
    for file in counted(files) {
        all += comments(&file.text).count();
        bad += flagged_comments(file).count();
        odd += flagged_names(file).count();
    }
    format!("{bad} of {all} comments, {odd} names")
}

fn recorded(files: &[File]) -> Result<Record> {
    let file = files.iter().find(|file| file.path == Path::new(RECORD));
    let text = file.map_or("{}", |file| &file.text);
    serde_json::from_str(text).context("the record is damaged")
}

fn counted(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| {
        let is_source = matches!(file.extension(), "rs" | "ts" | "tsx");
        is_source && !path_of(file).contains("generated")
    })
}

fn path_of(file: &File) -> String {
    file.parts().join("/")
}

fn flagged(file: &File) -> Vec<Violation> {
    let mut found: Vec<Violation> = flagged_comments(file).chain(flagged_names(file)).collect();
    found.sort();
    found
}

fn flagged_comments(file: &File) -> impl Iterator<Item = Violation> {
    comments(&file.text).filter_map(|(line, text)| {
        let fault = opening(text).map(|word| format!("opens with “{word}”"));
        let fault = fault.or_else(|| Some(format!("says “{}”", phrase(text)?)))?;
        Some(Violation::new(&file.path, line, format!("{fault}: {text}")))
    })
}

fn flagged_names(file: &File) -> impl Iterator<Item = Violation> {
    let lines = file.text.lines().zip(1..);
    let names = lines.flat_map(|(line, number)| names(line).map(move |name| (number, name)));
    let odd = names.filter(|(_, name)| NAMES.split('|').any(|it| it == *name));
    odd.map(|(line, name)| Violation::new(&file.path, line, format!("is named `{name}`")))
}

/// The first line of each comment, with its number.
fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_inside = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let comment = comment(line);
        let is_first = !is_inside;
        is_inside = comment.is_some();
        comment
            .filter(|text| is_first && !text.is_empty())
            .map(|text| (number, text))
    })
}

/// The text of a comment that has a line of its own.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = if let Some(text) = line.strip_prefix("//") {
        let text = text.strip_prefix('/').unwrap_or(text);
        text.strip_prefix('!').unwrap_or(text)
    } else if let Some(text) = line.strip_prefix("/**") {
        text
    } else {
        line.strip_prefix('*')
            .filter(|text| text.starts_with(char::is_whitespace))?
    };
    let text = text.trim();
    Some(text.strip_suffix("*/").map_or(text, str::trim_end))
}

/// The first word of a comment, if no comment opens with it.
fn opening(text: &str) -> Option<&str> {
    let (word, rest) = first_word(text);
    let is_ordinary = |known: &str| {
        let rest = text.strip_prefix(known);
        rest.is_some_and(|rest| is_between_words(known, rest))
    };
    // A link to an item is the subject of its sentence.
    let is_flagged = OPENINGS.split('|').any(|it| it == word)
        && !rest.starts_with(" [`")
        && !ORDINARY.split('|').any(is_ordinary);
    is_flagged.then_some(word)
}

fn phrase(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let stands_in = |phrase: &str| {
        text.match_indices(phrase).any(|(start, _)| {
            let end = start + phrase.len();
            is_between_words(&text[..start], &text[start..])
                && is_between_words(&text[..end], &text[end..])
        })
    };
    PHRASES.split('|').find(|phrase| stands_in(phrase))
}

/// The names that a line declares.
fn names(line: &str) -> impl Iterator<Item = &str> {
    KEYWORDS.into_iter().flat_map(move |keyword| {
        line.match_indices(keyword).filter_map(move |(start, _)| {
            let (before, after) = (&line[..start], &line[start + keyword.len()..]);
            let is_keyword = !before.ends_with(is_word) && after.starts_with(char::is_whitespace);
            let (word, rest) = first_word(after.trim_start());
            let name = if word == "mut" {
                first_word(rest.trim_start()).0
            } else {
                word
            };
            is_keyword.then_some(name)
        })
    })
}

/// True where one of two neighbouring texts has a word's letter at their border and the other hasn't.
fn is_between_words(before: &str, after: &str) -> bool {
    before.ends_with(is_word) != after.starts_with(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/app/src/a.rs";

    fn found(text: &str, record: &str) -> Vec<String> {
        let files = [File::made_up(PATH, text), File::made_up(RECORD, record)];
        check(&files).iter().map(ToString::to_string).collect()
    }

    fn count(text: &str) -> usize {
        flagged(&File::made_up(PATH, text)).len()
    }

    fn record(number: usize) -> String {
        format!("{{\n  \"{PATH}\": {number}\n}}\n")
    }

    const TWO: &str = "/// What was seen.\nfn a() {}\n\n// Whose turn it is.\nfn b() {}\n";

    #[test]
    fn file_fails_when_it_has_more_than_its_number() {
        assert_eq!(found(TWO, &record(2)), Vec::<String>::new());
        let [violation] = &found(TWO, &record(1))[..] else {
            panic!("one file is at fault");
        };
        let lines: Vec<&str> = violation.lines().collect();
        assert!(lines[0].starts_with(
            "crates/app/src/a.rs: comments and names to rewrite: 2, allowed in xtask/voice.json: 1; "
        ));
        assert_eq!(
            lines[1..],
            [
                "  crates/app/src/a.rs:1: opens with “What”: What was seen.",
                "  crates/app/src/a.rs:4: opens with “Whose”: Whose turn it is.",
            ]
        );
        assert!(!violation.contains("was moved"), "{violation}");
    }

    #[test]
    fn file_that_is_not_listed_may_have_none() {
        assert_eq!(found("/// Returns it.\n", "{}"), Vec::<String>::new());
        let found = found(TWO, "{}");
        assert!(
            found[0].contains("allowed in xtask/voice.json: 0; ")
                && found[0].contains("if the file was moved"),
            "{found:?}"
        );
    }

    #[test]
    fn record_fails_when_a_file_is_better_or_gone() {
        let better = found("/// What was seen.\n", &record(2));
        assert_eq!(better.len(), 1, "{better:?}");
        assert!(better[0].starts_with(
            "xtask/voice.json: `crates/app/src/a.rs` has 1, and 2 are recorded: run "
        ));
        let removed = found("", "{\"crates/app/src/b.rs\": 2}");
        assert_eq!(removed.len(), 1, "{removed:?}");
        assert!(
            removed[0].contains("`crates/app/src/b.rs` is gone: if the file was moved"),
            "{removed:?}"
        );
        assert!(found("", "nonsense")[0].contains("the record is damaged"));
    }

    #[test]
    fn recording_lowers_numbers_and_raises_none() {
        let files = [
            File::made_up("a.rs", TWO),
            File::made_up("b.ts", TWO),
            File::made_up("c.tsx", "// A fine comment\n"),
            File::made_up("new.rs", TWO),
            File::made_up(
                RECORD,
                "{\"gone.rs\": 3, \"c.tsx\": 1, \"b.ts\": 1, \"a.rs\": 5}",
            ),
        ];
        assert_eq!(
            lowered(&files).unwrap(),
            "{\n  \"a.rs\": 2,\n  \"b.ts\": 1\n}\n"
        );
    }

    #[test]
    fn comment_is_flagged_by_its_first_word() {
        for text in [
            "/// Of no account.",
            "//! To be typed.",
            "  // One that is cut",
            "/** Its name. */",
            "/// What's new",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
        for text in [
            "/// Returns it.",
            "/// Ofcourse.",
            "// By default it waits.",
            "// After a restart it waits.",
            "/// Which [`Mode`] it is in.",
            "// With `a` it waits.",
            "let what = 1; // What it is",
            "let what = \"// What it is\";",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
        assert_eq!(count("// After another\n"), 1);
        assert_eq!(count("// It waits until the\n// one that is asked\n"), 0);
        assert_eq!(count("/**\n * What it is.\n */\n"), 0);
    }

    #[test]
    fn comment_is_flagged_by_a_phrase_anywhere_in_its_first_line() {
        assert_eq!(count("/// The window is Put Away.\n"), 1);
        assert_eq!(count("/// Compares what it has to it.\n"), 1);
        assert_eq!(count("/// The heirloom, put awayward.\n"), 0);
    }

    #[test]
    fn name_is_flagged_where_it_is_declared() {
        for name in ["told", "other_than"] {
            for line in [
                format!("let {name} = 1;"),
                format!("let mut {name} = 1;"),
                format!("pub(crate) const fn {name}() {{}}"),
                format!("function {name}() {{}}"),
            ] {
                assert_eq!(count(&line), 1, "{line}");
            }
            for line in [
                format!("{name}();"),
                format!("let {name}_time = 1;"),
                format!("outlet {name}"),
                format!("let a = {name};"),
            ] {
                assert_eq!(count(&line), 0, "{line}");
            }
        }
    }

    #[test]
    fn summary_counts_all_files_that_are_not_generated() {
        let odd_name = format!("let {} = 1;\n// Fine.\n", "told");
        let files = [
            File::made_up("a.rs", TWO),
            File::made_up("b.tsx", &odd_name),
            File::made_up("ui/src/ipc/generated.ts", TWO),
            File::made_up("README.md", TWO),
        ];
        assert_eq!(summary(&files), "2 of 3 comments, 1 names");
    }
}

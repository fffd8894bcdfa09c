//! People read American English: in documents, in the help of the command line and in the texts of the crates. A rule of
//! `ui/src/rules.test.ts` holds the window's own texts.

use super::source::lines_of;
use super::{File, Violation};

/// Beginnings of words in British spelling.
const BRITISH: [&str; 26] = [
    "analyse",
    "artefact",
    "authoris",
    "behaviour",
    "cancelled",
    "cancelling",
    "catalogue",
    "centre",
    "colour",
    "favour",
    "grey",
    "honour",
    "initialis",
    "labell",
    "licence",
    "minimis",
    "modell",
    "neighbour",
    "normalis",
    "optimis",
    "organis",
    "recognis",
    "serialis",
    "summaris",
    "synchronis",
    "unrecognis",
];

pub fn check(files: &[File]) -> Vec<Violation> {
    files.iter().flat_map(in_file).collect()
}

fn in_file(file: &File) -> Vec<Violation> {
    let parts = file.parts();
    let texts: Vec<String> = match (file.extension(), parts.as_slice()) {
        ("md", ["crates", .., "README.md"] | ["docs", ..] | [_]) => without_code(&file.text),
        // The columns of the store keep their names.
        ("rs", ["crates", "app", "src", "store", ..] | ["crates", "testkit", ..]) => {
            return Vec::new();
        }
        ("rs", ["crates", of, "src", .., name]) if !name.ends_with("tests.rs") => {
            read_by_people(&file.text, *of == "cli")
        }
        _ => return Vec::new(),
    };
    let lines = texts.iter().enumerate();
    let found = lines.filter_map(|(at, text)| Some((at, british(text)?)));
    let violations = found.map(|(at, word)| {
        Violation::new(&file.path, at + 1, format!("“{word}” is British spelling"))
    });
    violations.collect()
}

/// The texts of each line of a Rust file that have several words. With `help`, doc comments too.
pub(super) fn read_by_people(source: &str, help: bool) -> Vec<String> {
    let product = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = product.lines().zip(lines_of(product));
    let texts = lines.map(
        |(line, parts)| match line.trim_start().strip_prefix("///") {
            Some(doc) if help => doc.split('`').step_by(2).collect(),
            _ => {
                let texts = parts
                    .texts
                    .split('"')
                    .filter(|text| text.trim().contains(' '));
                texts.collect::<Vec<_>>().join(" ")
            }
        },
    );
    texts.collect()
}

/// The lines of a document without what stands in it as code.
fn without_code(text: &str) -> Vec<String> {
    let mut is_code = false;
    let lines = text.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        match is_code || is_fence {
            true => String::new(),
            false => line.split('`').step_by(2).collect(),
        }
    });
    lines.collect()
}

fn british(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let found = words.find(|word| BRITISH.iter().any(|british| word.starts_with(british)));
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&[File::made_up(path, text)]).len()
    }

    #[test]
    fn british_word_is_found_where_people_read_it() {
        assert_eq!(count("README.md", "Its colour.\n```\ncolour\n```\n"), 1);
        assert_eq!(count("docs/a.md", "It is `cancelled`.\nA grey dot.\n"), 1);
        let text = "/// Colour in the window\nfail(\"It was \\\n     cancelled here\");\n";
        assert_eq!(count("crates/cli/src/a.rs", text), 2);
        assert_eq!(count("crates/app/src/a.rs", text), 1);
    }

    #[test]
    fn name_in_code_keeps_its_spelling() {
        let text =
            "// Its colour.\nlet colour = row[\"colour\"];\n#[cfg(test)]\nfail(\"a grey dot\");";
        assert_eq!(count("crates/app/src/a.rs", text), 0);
        assert_eq!(count("ui/src/a.rs", "fail(\"a grey dot\")"), 0);
    }
}

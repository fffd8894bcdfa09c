//! Packages that are named in a few modules of their crate alone.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::mem;
use std::str::Chars;

use super::{File, Violation};

/// The modules of the sandbox that know HTTP.
pub const SANDBOX_HTTP: [&str; 6] = ["access", "guard", "http", "reply", "route", "write_limit"];

/// A package, the crate that knows it, and the modules that alone may name it there.
const NAMED_IN: [(&str, &str, &[&str]); 2] = [
    ("reqwest", "crates/api/src", &["transport"]),
    ("axum", "crates/sandbox/src", &SANDBOX_HTTP),
];

pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "rs") {
        for (package, source, modules) in NAMED_IN {
            let Ok(inside) = file.path.strip_prefix(source) else {
                continue;
            };
            let module = inside.iter().next().and_then(|it| it.to_str());
            let module = module.unwrap_or_default().trim_end_matches(".rs");
            if modules.contains(&module) {
                continue;
            }
            for (at, line) in code_lines(&file.text).enumerate() {
                if paths(&line).any(|path| path == package) {
                    let what = format!("only {} may name {package}", modules.join(", "));
                    found.push(Violation::new(&file.path, at + 1, what));
                }
            }
        }
    }
    found
}

/// The first words of paths in a line of code: `a` of `a::b`, `#[a::b]` and of `use a;`.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let used = line
        .trim_start()
        .trim_start_matches("pub ")
        .strip_prefix("use ")
        .map(|rest| rest.trim_start_matches("::"))
        .and_then(|rest| rest.split(|c: char| !is_word(c)).next());
    let qualified = line.match_indices("::").filter_map(|(at, _)| {
        let before = &line[..at];
        let start = before.rfind(|c: char| !is_word(c)).map_or(0, |i| {
            i + before[i..].chars().next().map_or(1, char::len_utf8)
        });
        // In `crate::api::x` the word `api` is a module of our own.
        (!before[..start].ends_with("::")).then(|| &before[start..])
    });
    let words: BTreeSet<&str> = used
        .into_iter()
        .chain(qualified)
        .filter(|word| !word.is_empty())
        .collect();
    words.into_iter()
}

pub fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Splits a text behind the word that it begins with.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_word(c)).unwrap_or(text.len()))
}

/// The lines of a Rust file with comments and the insides of strings blanked out.
pub(super) fn code_lines(text: &str) -> impl Iterator<Item = String> {
    lines_of(text).into_iter().map(|line| line.code)
}

/// A line of a Rust file.
#[derive(Default)]
pub struct Line {
    /// The line without comments and the insides of strings.
    pub code: String,
    /// The insides of strings, with a quotation mark behind each.
    pub texts: String,
}

pub fn lines_of(text: &str) -> Vec<Line> {
    let (mut lines, mut line) = (Vec::new(), Line::default());
    let mut state = State::Code;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' {
            if state == State::Line {
                state = State::Code;
            }
            lines.push(mem::take(&mut line));
            continue;
        }
        match (state, c, chars.peek()) {
            (State::Code, '/', Some('/')) => state = State::Line,
            (State::Code, '/', Some('*')) => {
                chars.next();
                state = State::Block(1);
            }
            (State::Block(depth), '*', Some('/')) => {
                chars.next();
                state = if depth == 1 {
                    State::Code
                } else {
                    State::Block(depth - 1)
                };
            }
            (State::Block(depth), '/', Some('*')) => {
                chars.next();
                state = State::Block(depth + 1);
            }
            (State::Code, 'r', Some('"' | '#')) if begins_string(&line.code) => {
                let mut hashes = 0;
                while chars.peek() == Some(&'#') {
                    chars.next();
                    hashes += 1;
                }
                if chars.peek() == Some(&'"') {
                    chars.next();
                    state = State::Raw(hashes);
                    line.code.push('"');
                }
            }
            (State::Raw(hashes), '"', _) => {
                let mut rest = chars.clone();
                if (0..hashes).all(|_| rest.next() == Some('#')) {
                    chars = rest;
                    state = State::Code;
                    line.code.push('"');
                }
            }
            (State::Code, '"', _) => {
                state = State::Text;
                line.code.push('"');
            }
            (State::Text, '\\', Some(next)) if *next != '\n' => {
                chars.next();
            }
            (State::Text, '"', _) => {
                state = State::Code;
                line.code.push('"');
                line.texts.push('"');
            }
            (State::Code, c, _) => {
                if c == '\'' {
                    skip_character(&mut chars);
                }
                line.code.push(c);
            }
            (State::Text | State::Raw(_), c, _) => line.texts.push(c),
            _ => {}
        }
    }
    lines.push(line);
    lines
}

/// True where `r` is the prefix of a raw string or the last letter of one, as in `br`, and not the end of a name.
fn begins_string(code: &str) -> bool {
    let before = code.strip_suffix(['b', 'c']).unwrap_or(code);
    !before.ends_with(is_word)
}

/// Skips the rest of a character such as `'{'`, which would be read as a sign of the code. A lifetime stays.
fn skip_character(chars: &mut Peekable<Chars<'_>>) {
    let mut rest = chars.clone();
    let is_escaped = rest.next() == Some('\\');
    if is_escaped {
        rest.next();
        rest.find(|c| *c == '\'');
        *chars = rest;
    } else if rest.next() == Some('\'') {
        *chars = rest;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    Line,
    Block(usize),
    Text,
    Raw(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[File::made_up(path, text)])
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_package_is_named_in_its_modules_alone() {
        let text = "use std::io;\n\nfn f() { reqwest::get(1); }\n";
        assert_eq!(
            found("crates/api/src/client.rs", text),
            ["crates/api/src/client.rs:3: only transport may name reqwest"]
        );
        assert!(found("crates/api/src/transport.rs", text).is_empty());
        assert!(found("crates/api/src/transport/send.rs", text).is_empty());
        for (name, count) in [
            ("route/claim.rs", 0),
            ("guard.rs", 0),
            ("operation/run.rs", 1),
            ("sweep.rs", 1),
            ("state/model.rs", 1),
        ] {
            let path = format!("crates/sandbox/src/{name}");
            let named = found(&path, "#[axum::debug_handler]");
            assert_eq!(named.len(), count, "{name}: {named:?}");
        }
    }

    #[test]
    fn comments_strings_and_modules_of_our_own_are_no_names() {
        let text = concat!(
            "// use reqwest::get\n/* axum::Router /* deep */ reqwest::x */\n",
            "let a = \"reqwest::x \\\" axum::y\"; let b = r#\"reqwest::z \" \"#; let c = '\"';\n",
            "crate::reqwest::x(); myreqwest::y(); for_reqwest();\n",
        );
        assert_eq!(found("crates/api/src/lib.rs", text), Vec::<String>::new());
        assert_eq!(
            found("crates/api/src/lib.rs", &format!("{text}reqwest::x();")).len(),
            1
        );
    }
}

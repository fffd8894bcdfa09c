//! Walls that show in Rust source: a package named where it must not be, or nowhere at all.

use std::collections::BTreeSet;

use super::crates::{BUILT_ON, ONE_ROOM, is_of};
use super::{File, Violation};
use crate::project::Package;

/// Inside `api`, HTTP has one door.
const HTTP_DOOR: &str = "crates/api/src/transport";

pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "rs") {
        let Some(room) = room_of(file) else { continue };
        for (at, line) in code_lines(&file.text).enumerate() {
            for path in paths(&line) {
                if let Some((family, owner)) =
                    ONE_ROOM.iter().find(|(family, _)| is_of(path, family))
                    && *owner != room
                {
                    found.push(Violation::new(
                        &file.path,
                        at + 1,
                        format!("only `{owner}` names {family}"),
                    ));
                }
                if path == "reqwest" && room == "api" && !is_door(file) {
                    found.push(Violation::new(
                        &file.path,
                        at + 1,
                        "only the transport of `api` names reqwest",
                    ));
                }
                if path == "sandbox" && !matches!(room, "sandbox" | "plinth" | "plinth-tests") {
                    found.push(Violation::new(
                        &file.path,
                        at + 1,
                        format!("`{room}` must not know `sandbox`"),
                    ));
                }
            }
        }
    }
    found
}

/// The packages of the product that no source names, though a room depends on them.
pub fn unused(packages: &[Package], files: &[File]) -> Vec<Violation> {
    BUILT_ON
        .into_iter()
        .filter(|name| {
            let word = name.replace('-', "_");
            !files
                .iter()
                .filter(|file| {
                    file.extension() == "rs"
                        && room_of(file).is_some_and(|room| depends(packages, room, name))
                })
                .any(|file| {
                    code_lines(&file.text).any(|line| paths(&line).any(|path| path == word))
                })
        })
        .map(|name| {
            Violation::new(
                "Cargo.toml",
                0,
                format!("no source names `{name}`, which the product is built on"),
            )
        })
        .collect()
}

fn depends(packages: &[Package], room: &str, name: &str) -> bool {
    packages
        .iter()
        .any(|package| package.name == room && package.dependencies.iter().any(|d| d.name == name))
}

fn room_of(file: &File) -> Option<&str> {
    match file.parts()[..] {
        ["crates", name, ..] => Some(name),
        ["src-tauri", ..] => Some("plinth"),
        ["tests", ..] => Some("plinth-tests"),
        _ => None,
    }
}

fn is_door(file: &File) -> bool {
    file.path
        .to_string_lossy()
        .replace('\\', "/")
        .starts_with(HTTP_DOOR)
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

pub(super) fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The lines of a Rust file with comments and the insides of strings blanked out.
pub(super) fn code_lines(text: &str) -> impl Iterator<Item = String> {
    let mut lines = vec![String::new()];
    let mut state = State::Code;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' {
            if state == State::Line {
                state = State::Code;
            }
            lines.push(String::new());
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
            (State::Code, 'r', Some('"' | '#'))
                if !lines.last().is_some_and(|l| l.ends_with(is_word)) =>
            {
                let mut hashes = 0;
                while chars.peek() == Some(&'#') {
                    chars.next();
                    hashes += 1;
                }
                if chars.peek() == Some(&'"') {
                    chars.next();
                    state = State::Raw(hashes);
                }
            }
            (State::Raw(hashes), '"', _) => {
                let mut rest = chars.clone();
                if (0..hashes).all(|_| rest.next() == Some('#')) {
                    chars = rest;
                    state = State::Code;
                }
            }
            (State::Code, '"', _) => state = State::Text,
            (State::Text, '\\', Some(next)) if *next != '\n' => {
                chars.next();
            }
            (State::Text, '"', _) => state = State::Code,
            // A quote as a character would open a string that never closes.
            (State::Code, '\'', Some('"')) => {
                chars.next();
            }
            (State::Code, '\'', Some('\\')) => {
                chars.next();
                chars.next();
            }
            (State::Code, c, _) => {
                if let Some(line) = lines.last_mut() {
                    line.push(c);
                }
            }
            _ => {}
        }
    }
    lines.into_iter()
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
    use crate::project::Dependency;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[File::made_up(path, text)])
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_package_named_in_the_wrong_room_is_found() {
        assert_eq!(
            found(
                "crates/app/src/lib.rs",
                "use std::io;\n\nfn f() { reqwest::get(1); }\n"
            ),
            ["crates/app/src/lib.rs:3: only `api` names reqwest"]
        );
        assert_eq!(
            found("src-tauri/src/main.rs", "use keyring_core::Entry;"),
            ["src-tauri/src/main.rs:1: only `vault` names keyring"]
        );
        assert_eq!(
            found("crates/vault/src/lib.rs", "#[axum::debug_handler]"),
            ["crates/vault/src/lib.rs:1: only `sandbox` names axum"]
        );
        assert_eq!(
            found("tests/lib.rs", "pub use tauri;"),
            ["tests/lib.rs:1: only `plinth` names tauri"]
        );
        assert_eq!(
            found("crates/app/src/a.rs", "let s = sandbox::start();"),
            ["crates/app/src/a.rs:1: `app` must not know `sandbox`"]
        );
    }

    #[test]
    fn http_has_one_door_in_api() {
        let text = "use reqwest::Client;";
        assert_eq!(
            found("crates/api/src/client.rs", text),
            ["crates/api/src/client.rs:1: only the transport of `api` names reqwest"]
        );
        assert!(found("crates/api/src/transport.rs", text).is_empty());
        assert!(found("crates/api/src/transport/send.rs", text).is_empty());
    }

    #[test]
    fn comments_strings_and_modules_of_our_own_are_no_names() {
        let text = concat!(
            "// use reqwest::get\n/* axum::Router /* deep */ keyring::x */\n",
            "let a = \"tauri::x \\\" axum::y\"; let b = r#\"reqwest::z \" \"#; let c = '\"';\n",
            "crate::reqwest::x(); mytauri::y(); for_axum();\n",
        );
        assert_eq!(found("crates/app/src/lib.rs", text), Vec::<String>::new());
        assert_eq!(
            found("crates/app/src/lib.rs", &format!("{text}tauri::x();")).len(),
            1
        );
    }

    #[test]
    fn a_package_that_is_only_listed_is_found() {
        let packages: Vec<Package> = vec![Package {
            name: "api".into(),
            manifest_path: "crates/api/Cargo.toml".into(),
            dependencies: BUILT_ON
                .iter()
                .map(|name| Dependency {
                    name: (*name).into(),
                    kind: None,
                })
                .collect(),
        }];
        let named: String = BUILT_ON
            .iter()
            .filter(|n| **n != "chrono")
            .map(|n| format!("{}::x();\n", n.replace('-', "_")))
            .collect();
        let files = [
            File::made_up("crates/api/src/lib.rs", &named),
            File::made_up("crates/vault/src/lib.rs", "chrono::x();"),
        ];
        let found: Vec<String> = unused(&packages, &files)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            found,
            ["Cargo.toml: no source names `chrono`, which the product is built on"]
        );
    }
}

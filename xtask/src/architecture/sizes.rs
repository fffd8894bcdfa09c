//! No file longer than a reader holds in mind, tests and generated files excepted, and none that is empty.

use super::{File, Violation};

const MOST_LINES: usize = 400;

pub fn check(files: &[File]) -> Vec<Violation> {
    files
        .iter()
        .filter(|file| matches!(file.extension(), "rs" | "ts" | "tsx" | "css"))
        .filter_map(|file| Some(Violation::new(&file.path, 0, fault(file)?)))
        .collect()
}

fn fault(file: &File) -> Option<String> {
    if file.text.trim().is_empty() {
        // A merge leaves one where the other side deleted the file; no module has it, so no compiler reads it.
        return Some("empty; delete it".to_owned());
    }
    let lines = lines_without_tests(file);
    (lines > MOST_LINES && !is_excepted(file))
        .then(|| format!("{lines} lines; the limit is {MOST_LINES}"))
}

fn is_excepted(file: &File) -> bool {
    let parts = file.parts();
    let name = parts.last().copied().unwrap_or_default();
    parts[..parts.len() - 1]
        .iter()
        .any(|part| matches!(*part, "tests" | "test"))
        || name.contains(".test.")
        || matches!(name, "tests.rs" | "generated.ts")
        || parts.ends_with(&["ipc", "words.ts"])
        || name.ends_with("_tests.rs")
}

/// A Rust file counts up to its own tests at the end.
fn lines_without_tests(file: &File) -> usize {
    let lines: Vec<&str> = file.text.lines().collect();
    let tests = lines.windows(2).position(|pair| {
        pair[0].starts_with("#[cfg(") && pair[0].contains("test") && pair[1].starts_with("mod ")
    });
    tests
        .filter(|_| file.extension() == "rs")
        .unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&[File::made_up(path, text)]).len()
    }

    #[test]
    fn a_long_file_is_found_with_its_length() {
        let text = "x\n".repeat(401);
        let found = check(&[File::made_up("ui/src/kit/Table.tsx", &text)]);
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["ui/src/kit/Table.tsx: 401 lines; the limit is 400"]
        );
        assert_eq!(count("ui/src/kit/Table.tsx", &"x\n".repeat(400)), 0);
    }

    #[test]
    fn an_empty_file_is_found_also_among_tests() {
        assert_eq!(count("crates/api/src/left.rs", ""), 1);
        assert_eq!(count("crates/api/tests/it/left.rs", "\n"), 1);
        assert_eq!(count("docs/left.md", ""), 0);
    }

    #[test]
    fn tests_and_generated_files_may_be_long() {
        let text = "x\n".repeat(900);
        for path in [
            "tests/flows/main.rs",
            "crates/api/tests/it/main.rs",
            "ui/src/a.test.tsx",
            "ui/src/ipc/generated.ts",
            "ui/src/ipc/words.ts",
            "a/tests.rs",
            "README.md",
        ] {
            assert_eq!(count(path, &text), 0, "{path}");
        }
        let with_tests = format!(
            "{}#[cfg(test)]\nmod tests {{\n{text}}}\n",
            "x\n".repeat(300)
        );
        assert_eq!(count("crates/api/src/lib.rs", &with_tests), 0);
        assert_eq!(count("ui/src/a.ts", &with_tests), 1);
    }
}

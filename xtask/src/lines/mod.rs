//! Lines of code and of tests by crate. Blank lines, comments and generated files don't count.

mod rust;
mod typescript;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use crate::architecture::File;

use rust::RustFile;

/// The endings of the files that are counted.
pub const EXTENSIONS: [&str; 3] = ["rs", "ts", "tsx"];

const GENERATED: [&str; 2] = ["ui/src/ipc/generated.ts", "ui/src/ipc/words.ts"];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lines {
    pub code: usize,
    pub tests: usize,
}

impl AddAssign for Lines {
    fn add_assign(&mut self, other: Self) {
        self.code += other.code;
        self.tests += other.tests;
    }
}

/// Counts the files of each row of the table: a crate, or a folder of the root.
pub fn count(files: &[File]) -> BTreeMap<String, Lines> {
    let read = |file: &File| match file.extension() {
        "rs" => rust::read(&file.text),
        _ => RustFile {
            code: typescript::code_lines(&file.text),
            ..RustFile::default()
        },
    };
    let counted: Vec<(String, &File, RustFile)> = files
        .iter()
        .filter_map(|file| Some((row(file)?, file, read(file))))
        .collect();
    let only_tests: BTreeSet<PathBuf> = counted
        .iter()
        .flat_map(|(_, file, read)| {
            let folder = module_folder(&file.path);
            read.test_modules.iter().map(move |name| folder.join(name))
        })
        .collect();
    let mut rows: BTreeMap<String, Lines> = BTreeMap::new();
    for (row, file, RustFile { code, tests, .. }) in counted {
        let module = file.path.with_extension("");
        let is_test = is_test(file) || module.ancestors().any(|it| only_tests.contains(it));
        let (code, tests) = match is_test {
            true => (0, code + tests),
            false => (code, tests),
        };
        *rows.entry(row).or_default() += Lines { code, tests };
    }
    rows
}

/// Returns the row that a file counts for, or `None` for a file that isn't counted.
fn row(file: &File) -> Option<String> {
    let is_generated = GENERATED.iter().any(|it| file.path == Path::new(it));
    if is_generated || !EXTENSIONS.contains(&file.extension()) {
        return None;
    }
    match file.parts()[..] {
        ["crates", name, _, ..] => Some(format!("crates/{name}")),
        ["plugins", "vite", ..] => Some("plugins/vite".to_owned()),
        [top @ ("src-tauri" | "tests" | "ui" | "xtask"), ..] => Some(top.to_owned()),
        _ => None,
    }
}

/// True for a file of tests by its place or name. `crates/testkit` is only a dependency of tests.
fn is_test(file: &File) -> bool {
    let parts = file.parts();
    let (name, folders) = parts.split_last().unwrap_or((&"", &[]));
    folders.iter().any(|it| matches!(*it, "tests" | "test"))
        || folders.starts_with(&["crates", "testkit"])
        || name.contains(".test.")
        || *name == "tests.rs"
        || name.ends_with("_tests.rs")
}

/// The folder with the files of the modules that a Rust file declares.
fn module_folder(path: &Path) -> PathBuf {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("mod.rs" | "lib.rs" | "main.rs") => path.parent().unwrap_or(path).to_path_buf(),
        _ => path.with_extension(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(files: &[(&str, &str)]) -> Vec<(String, usize, usize)> {
        let files: Vec<File> = files
            .iter()
            .map(|(path, text)| File::made_up(path, text))
            .collect();
        let rows = count(&files).into_iter();
        rows.map(|(row, Lines { code, tests })| (row, code, tests))
            .collect()
    }

    #[test]
    fn file_counts_for_its_crate_or_folder() {
        let one = "let a = 1;\n";
        let found = lines(&[
            ("crates/app/src/a/b.rs", one),
            ("crates/app/src/lib.rs", one),
            ("crates/app/tests/it/main.rs", one),
            ("plugins/vite/src/index.ts", one),
            ("plugins/vite/tests/service.ts", one),
            ("ui/src/App.tsx", one),
            ("ui/src/App.test.tsx", one),
            ("ui/src/test/backend.ts", one),
            ("ui/src/ipc/generated.ts", one),
            ("ui/src/ipc/words.ts", one),
            ("ui/src/kit.css", one),
            ("tests/flows/main.rs", one),
            ("crates/testkit/src/lib.rs", one),
            ("docs/examples/a.rs", one),
        ]);
        let expected = [
            ("crates/app", 2, 1),
            ("crates/testkit", 0, 1),
            ("plugins/vite", 1, 1),
            ("tests", 0, 1),
            ("ui", 1, 2),
        ];
        let expected = expected.map(|(row, code, tests)| (row.to_owned(), code, tests));
        assert_eq!(found, expected);
    }

    #[test]
    fn file_counts_as_a_test_when_only_tests_reach_it() {
        let parent = "#[cfg(test)]\nmod outage;\n#[cfg(all(test, unix))]\npub(crate) mod power;\nmod product;\n";
        let one = "fn a() {}\n";
        let found = lines(&[
            ("xtask/src/disk.rs", parent),
            ("xtask/src/disk/outage.rs", one),
            ("xtask/src/disk/power/mod.rs", one),
            ("xtask/src/disk/power/deep/cut.rs", one),
            ("xtask/src/disk/product.rs", one),
            ("xtask/src/outage.rs", one),
            ("xtask/src/disk_tests.rs", one),
            ("xtask/src/disk/tests.rs", one),
        ]);
        assert_eq!(found, [("xtask".to_owned(), 3, 9)]);
    }
}

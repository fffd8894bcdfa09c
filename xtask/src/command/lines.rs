//! The table of lines of code and of tests, and its difference to another revision.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::architecture::{self, File};
use crate::args::Args;
use crate::error::{Error, Result};
use crate::lines::{self, EXTENSIONS, Lines};
use crate::program::Program;
use crate::project::Project;

type Rows = BTreeMap<String, Lines>;

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let before = args
        .value("--at")
        .map(|revision| files_at(&project, revision));
    let before = before.transpose()?.map(|files| lines::count(&files));
    let now = lines::count(&architecture::read(&project)?);
    print!("{}", table(before.as_ref(), &now));
    Ok(true)
}

/// Reads the files that are counted out of a revision.
fn files_at(project: &Project, revision: &str) -> Result<Vec<File>> {
    let git = || Program::new("git").dir(&project.root);
    let commit = git()
        .args(["rev-parse", "--verify", "--quiet", "--end-of-options"])
        .arg(format!("{revision}^{{commit}}"))
        .quiet()
        .map_err(|_| Error::usage(format!("there is no revision `{revision}`")))?;
    // Prints `COMMIT:PATH\0TEXT` for each line of the files: git has no shorter way to print a whole tree as text.
    let grep = git()
        .args(["-c", "submodule.recurse=false", "grep", "--text", "--null"])
        .args([
            "--no-color",
            "--no-line-number",
            "--no-column",
            "--full-name",
        ])
        .args(["-e", "", commit.trim(), "--"])
        .args(EXTENSIONS.map(|extension| format!("*.{extension}")))
        .quiet()?;
    Ok(read_files(&grep, &format!("{}:", commit.trim())))
}

fn read_files(grep: &str, prefix: &str) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let lines = grep.lines().filter_map(|line| line.strip_prefix(prefix));
    for (path, text) in lines.filter_map(|line| line.split_once('\0')) {
        if files
            .last()
            .is_none_or(|file| file.path.to_str() != Some(path))
        {
            let (path, text) = (path.into(), String::new());
            files.push(File { path, text });
        }
        if let Some(file) = files.last_mut() {
            file.text.push_str(text);
            file.text.push('\n');
        }
    }
    files
}

/// The rows by name, with a total; with `before`, each number next to what it was.
fn table(before: Option<&Rows>, now: &Rows) -> String {
    let width = if before.is_some() { 25 } else { 8 };
    let mut out = format!("{:<17}{:>width$}   {:>width$}\n", "", "code", "tests");
    let mut add_row = |name: &str, before: Option<Lines>, now: Lines| {
        let code = cell(before.map(|it| it.code), now.code);
        let tests = cell(before.map(|it| it.tests), now.tests);
        let _ = writeln!(out, "{name:<17}{code:>width$}   {tests:>width$}");
    };
    let names: BTreeSet<&String> = before
        .into_iter()
        .flat_map(Rows::keys)
        .chain(now.keys())
        .collect();
    for name in names {
        let lines_of = |rows: &Rows| rows.get(name).copied().unwrap_or_default();
        add_row(name, before.map(lines_of), lines_of(now));
    }
    add_row("total", before.map(total), total(now));
    out
}

fn cell(before: Option<usize>, now: usize) -> String {
    let Some(before) = before else {
        return now.to_string();
    };
    let difference = now.cast_signed() - before.cast_signed();
    format!("{before} → {now:>6} {difference:>+8}")
}

fn total(rows: &Rows) -> Lines {
    let mut total = Lines::default();
    for lines in rows.values() {
        total += *lines;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: Lines = Lines {
        code: 90,
        tests: 30,
    };

    fn rows(rows: &[(&str, Lines)]) -> Rows {
        let rows = rows.iter();
        rows.map(|(name, lines)| ((*name).to_owned(), *lines))
            .collect()
    }

    #[test]
    fn table_ends_with_the_total() {
        let text = table(None, &rows(&[("app", APP), ("ui", APP)]));
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows,
            [
                vec!["code", "tests"],
                vec!["app", "90", "30"],
                vec!["ui", "90", "30"],
                vec!["total", "180", "60"],
            ]
        );
    }

    #[test]
    fn table_shows_the_difference_to_a_revision() {
        let before = rows(&[
            (
                "app",
                Lines {
                    code: 100,
                    tests: 30,
                },
            ),
            ("gone", APP),
        ]);
        let text = table(Some(&before), &rows(&[("app", APP), ("new", APP)]));
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[1..],
            [
                vec!["app", "100", "→", "90", "-10", "30", "→", "30", "+0"],
                vec!["gone", "90", "→", "0", "-90", "30", "→", "0", "-30"],
                vec!["new", "0", "→", "90", "+90", "0", "→", "30", "+30"],
                vec!["total", "190", "→", "180", "-10", "60", "→", "60", "+0"],
            ]
        );
    }

    #[test]
    fn files_of_a_revision_are_read_from_one_text() {
        let grep = "warning: a line of git's own\nc0:a b.rs\0fn a() {\nc0:a b.rs\0\nc0:a b.rs\0}\nc0:d.ts\0c0:x\n";
        let files = read_files(grep, "c0:");
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|file| (file.path.to_str().unwrap(), file.text.as_str()))
            .collect();
        assert_eq!(files, [("a b.rs", "fn a() {\n\n}\n"), ("d.ts", "c0:x\n")]);
    }

    #[test]
    fn revision_is_read_as_git_has_it() {
        let project = Project::find().unwrap();
        let files = files_at(&project, "HEAD").unwrap();
        let git = Program::new("git").dir(&project.root);
        let main = git
            .args(["show", "HEAD:xtask/src/main.rs"])
            .quiet()
            .unwrap();
        let read = files
            .iter()
            .find(|file| file.path.ends_with("xtask/src/main.rs"));
        assert_eq!(read.map(|file| file.text.as_str()), Some(main.as_str()));
        let error = files_at(&project, "--no-such-revision").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no revision `--no-such-revision`"
        );
    }
}

//! Test programs that passed as they are. A run of the Rust tests alone leaves them out: after one changed line most of
//! its time would go to tests of crates that were not built again. A run of everything never leaves any out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::{Context, Result};
use crate::program::Program;
use crate::project::{Metadata, Project, mark};
use crate::setup;

/// The programs of a run, each with a mark of all that its tests can come upon.
#[derive(Debug)]
pub struct Programs {
    marks: BTreeMap<String, String>,
    passed: BTreeSet<String>,
    record: PathBuf,
}

impl Programs {
    /// `list` is the runner's list of programs, as JSON.
    pub fn read(project: &Project, metadata: &Metadata, list: Program) -> Result<Self> {
        let said = list.quiet()?;
        // What Cargo says comes before the one line of JSON.
        let json = said.lines().find(|line| line.starts_with('{'));
        let list: List = serde_json::from_str(json.unwrap_or_default())
            .context("cannot read the list of tests")?;
        let around = around(project, metadata)?;
        let marks = list.programs.into_values().map(|program| {
            let mark = format!("{around} {}", built(&program.path)?);
            Ok((program.id, mark))
        });
        let marks: Result<_> = marks.collect();
        Ok(Self::new(marks?, project.kept().join("passed-tests")))
    }

    fn new(marks: BTreeMap<String, String>, record: PathBuf) -> Self {
        let before = fs::read_to_string(&record).unwrap_or_default();
        let before: BTreeSet<&str> = before.lines().collect();
        let passed = marks
            .iter()
            .filter(|(id, mark)| before.contains(line(id, mark).as_str()))
            .map(|(id, _)| id.clone())
            .collect();
        Self {
            marks,
            passed,
            record,
        }
    }

    pub fn all_passed(&self) -> bool {
        self.passed.len() == self.marks.len()
    }

    pub fn in_words(&self) -> String {
        if self.passed.is_empty() {
            return format!("{}, none has passed as it is", self.marks.len());
        }
        let names: Vec<&str> = self.passed.iter().map(String::as_str).collect();
        format!("not run again, passed as they are: {}", names.join(", "))
    }

    /// The runner's arguments that choose the others.
    pub fn others(&self) -> Vec<String> {
        let passed: Vec<String> = self
            .passed
            .iter()
            .map(|id| format!("binary_id(={id})"))
            .collect();
        if passed.is_empty() {
            return Vec::new();
        }
        vec!["-E".into(), format!("not ({})", passed.join(" | "))]
    }

    /// Records them all as passed, or only those that had passed before.
    pub fn note(&self, all: bool) -> Result<()> {
        let lines: String = self
            .marks
            .iter()
            .filter(|(id, _)| all || self.passed.contains(*id))
            .map(|(id, mark)| line(id, mark) + "\n")
            .collect();
        fs::write(&self.record, lines).context("cannot record which tests passed")
    }
}

fn line(id: &str, mark: &str) -> String {
    format!("{mark} {id}")
}

/// What tests read or start besides their own program: the sandbox, the command line, PostgreSQL, documents and samples.
fn around(project: &Project, metadata: &Metadata) -> Result<String> {
    let is_read = |path: &PathBuf| {
        !path.starts_with("ui") && path.extension().is_none_or(|extension| extension != "rs")
    };
    let files = project.files()?.into_iter().filter(is_read);
    let mut files: Vec<PathBuf> = files.map(|path| project.root.join(path)).collect();
    files.push(setup::postgres::stamp(project));
    let files = mark(files.iter().map(PathBuf::as_path));
    let sandbox = built(&metadata.program("plinth-sandbox"))?;
    let shell = built(&metadata.program("plinth"))?;
    Ok(format!("{files} {sandbox} {shell}"))
}

/// Differs from build to build: Cargo does not touch what it need not build.
fn built(program: &Path) -> Result<String> {
    let shown = || format!("cannot read {}", program.display());
    let file = fs::metadata(program).context(shown())?;
    let at = file.modified().context(shown())?;
    Ok(format!("{} {} {at:?}", program.display(), file.len()))
}

#[derive(Debug, Deserialize)]
struct List {
    #[serde(rename = "rust-binaries")]
    programs: BTreeMap<String, TestProgram>,
}

#[derive(Debug, Deserialize)]
struct TestProgram {
    #[serde(rename = "binary-id")]
    id: String,
    #[serde(rename = "binary-path")]
    path: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(record: &Path, marks: &[(&str, &str)]) -> Programs {
        let owned = |(id, mark): &(&str, &str)| (id.to_string(), mark.to_string());
        Programs::new(marks.iter().map(owned).collect(), record.into())
    }

    #[test]
    fn a_program_is_left_out_only_as_it_passed() {
        let dir = tempfile::tempdir().unwrap();
        let record = dir.path().join("passed");
        let first = programs(&record, &[("api", "1"), ("app::it", "2")]);
        assert!(!first.all_passed());
        assert!(first.others().is_empty(), "none has passed yet");
        first.note(true).unwrap();

        let second = programs(&record, &[("api", "1"), ("app::it", "3")]);
        assert!(!second.all_passed());
        assert_eq!(second.others(), ["-E", "not (binary_id(=api))"]);
        // The other one failed: it is run again, and the first is not.
        second.note(false).unwrap();
        let third = programs(&record, &[("api", "1"), ("app::it", "3")]);
        assert_eq!(third.passed, ["api".to_string()].into());
        third.note(true).unwrap();

        let fourth = programs(&record, &[("api", "1"), ("app::it", "3")]);
        assert!(fourth.all_passed());
        assert!(fourth.in_words().ends_with(": api, app::it"));
    }
}

//! The systems that aren't run here, and the record of what was checked for them.

use std::collections::BTreeMap;
use std::env;
use std::fs;

use serde::{Deserialize, Serialize};

use crate::error::{Context, Result};
use crate::project::Project;

/// The record's place in the project.
pub const RECORD: &str = "docs/systems.json";

/// A system whose code is checked on another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    Windows,
    Macos,
}

impl System {
    pub const ALL: [Self; 2] = [Self::Windows, Self::Macos];

    pub fn name(self) -> &'static str {
        match self {
            Self::Windows => "windows",
            Self::Macos => "macos",
        }
    }

    pub fn triple(self) -> &'static str {
        match self {
            Self::Windows => "x86_64-pc-windows-gnu",
            Self::Macos => "aarch64-apple-darwin",
        }
    }

    pub fn is_this_one(self) -> bool {
        env::consts::OS == self.name()
    }
}

/// How far a system's code is known to work, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    UnderWine,
    Compiled,
    Configured,
}

impl Known {
    /// The words with which README's cell begins.
    pub fn word(self) -> &'static str {
        match self {
            Self::UnderWine => "smoke-tested under Wine",
            Self::Compiled => "compiled",
            Self::Configured => "configured",
        }
    }
}

/// The last recorded results, by system and check.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Record(BTreeMap<String, BTreeMap<String, Checked>>);

/// One result.
#[derive(Debug, Deserialize, Serialize)]
struct Checked {
    /// The commit that was checked.
    commit: String,
    passed: bool,
}

/// The check of types and lints.
pub const TYPES: &str = "types";
/// The smoke test under Wine.
pub const WINE: &str = "wine";

impl Record {
    /// Returns an empty record where there is no file.
    pub fn read(project: &Project) -> Result<Self> {
        let file = project.root.join(RECORD);
        if !file.is_file() {
            return Ok(Self::default());
        }
        Self::parse(&fs::read_to_string(file).context(format_args!("cannot read {RECORD}"))?)
    }

    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context(format_args!("{RECORD} is damaged"))
    }

    /// Notes how a check of the current commit ended.
    pub fn note(project: &Project, system: System, check: &str, passed: bool) -> Result<()> {
        let mut record = Self::read(project)?;
        let git = crate::program::Program::new("git").dir(&project.root);
        let commit = git.args(["rev-parse", "--short=12", "HEAD"]).quiet()?;
        let commit = commit.trim().to_owned();
        let of_system = record.0.entry(system.name().into()).or_default();
        of_system.insert(check.into(), Checked { commit, passed });
        let mut text = serde_json::to_string_pretty(&record).context("cannot write the record")?;
        text.push('\n');
        fs::write(project.root.join(RECORD), text).context(format_args!("cannot write {RECORD}"))
    }

    pub fn known(&self, system: &str) -> Known {
        let passed = |check| {
            let checked = self.0.get(system).and_then(|all| all.get(check));
            checked.is_some_and(|it| it.passed)
        };
        match (passed(TYPES), passed(WINE)) {
            (true, true) => Known::UnderWine,
            (true, false) => Known::Compiled,
            (false, _) => Known::Configured,
        }
    }
}

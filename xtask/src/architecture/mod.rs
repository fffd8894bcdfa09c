//! The rules of the architecture: who may know whom. `cargo xtask check` and the tests below use
//! the same functions, and each is tried on a small made-up tree that breaks it.

pub mod crates;
pub mod cycles;
pub mod docs;
pub mod interface;
pub mod locks;
pub mod sizes;
pub mod source;
pub mod words;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::error::{Context, Result};
use crate::project::{Metadata, Project};

/// One place where a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    pub file: PathBuf,
    /// Counted from one; zero where the whole file is meant.
    pub line: usize,
    pub what: String,
}

impl Violation {
    pub fn new(file: impl Into<PathBuf>, line: usize, what: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.to_string_lossy().replace('\\', "/");
        match self.line {
            0 => write!(f, "{file}: {}", self.what),
            line => write!(f, "{file}:{line}: {}", self.what),
        }
    }
}

/// A text file of the project, with its path from the root.
#[derive(Debug, Clone)]
pub struct File {
    pub path: PathBuf,
    pub text: String,
}

impl File {
    #[cfg(test)]
    pub fn made_up(path: &str, text: &str) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
        }
    }

    pub fn extension(&self) -> &str {
        self.path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default()
    }

    /// The folders and the name, as words.
    pub fn parts(&self) -> Vec<&str> {
        self.path.iter().filter_map(|part| part.to_str()).collect()
    }
}

/// Reads all files that are text; others are left out.
pub fn read(project: &Project) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in project.files()? {
        let bytes = std::fs::read(project.root.join(&path))
            .context(format_args!("cannot read {}", path.display()))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { path, text });
        }
    }
    Ok(files)
}

/// Every rule of the Rust and of the TypeScript side.
pub fn check(root: &Path, metadata: &Metadata, files: &[File]) -> Vec<Violation> {
    let mut found = crates::check(root, &metadata.packages);
    found.extend(source::check(files));
    found.extend(cycles::check(files));
    found.extend(source::unused(&metadata.packages, files));
    found.extend(interface::check(files));
    found.extend(locks::check(files));
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn must_be_empty(found: &[Violation]) {
        let all: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(all.is_empty(), "{}", all.join("\n"));
    }

    #[test]
    fn the_walls_of_this_project_stand() {
        let project = Project::find().unwrap();
        let files = read(&project).unwrap();
        assert!(files.len() > 20, "only {} files were read", files.len());
        must_be_empty(&check(&project.root, &project.metadata().unwrap(), &files));
    }

    #[test]
    fn no_file_of_this_project_is_too_long() {
        must_be_empty(&sizes::check(&read(&Project::find().unwrap()).unwrap()));
    }

    #[test]
    fn the_text_of_this_project_names_no_machine() {
        let project = Project::find().unwrap();
        must_be_empty(&words::check(&read(&project).unwrap()));
    }

    #[test]
    fn the_documents_of_this_project_hold_together() {
        let project = Project::find().unwrap();
        must_be_empty(&docs::check(&project.root, &read(&project).unwrap()));
    }
}

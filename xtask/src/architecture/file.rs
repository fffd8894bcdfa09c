//! The files that are looked at, and what is wrong with them.

use std::fmt;
use std::path::PathBuf;

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

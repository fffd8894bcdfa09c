//! Where things are, and what Cargo says the workspace is made of.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::{Context, Error, Result};
use crate::program::Program;

/// One feature set for every build, so that Tauri is compiled once.
pub const FEATURES: [&str; 2] = ["--features", "plinth-desktop/custom-protocol"];
/// xtask is left out of nested builds: a running program cannot be replaced on Windows.
pub const WORKSPACE: [&str; 3] = ["--workspace", "--exclude", "xtask"];

#[derive(Debug, Clone)]
pub struct Project {
    pub root: PathBuf,
}

impl Project {
    pub fn find() -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().ok_or_else(|| {
            Error::new("the project's folder was not found")
                .hint("start this as `cargo xtask` inside it")
        })?;
        Ok(Self {
            root: root.to_path_buf(),
        })
    }

    pub fn ui(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub fn vite_plugin(&self) -> PathBuf {
        self.root.join("plugins/vite")
    }

    /// What set-up and runs leave behind; never committed.
    pub fn kept(&self) -> PathBuf {
        self.root.join(".plinth")
    }

    pub fn postgres(&self) -> PathBuf {
        self.kept().join("postgres")
    }

    /// A file for a step's whole output.
    pub fn log(&self, name: &str) -> Result<PathBuf> {
        let logs = self.kept().join("logs");
        fs::create_dir_all(&logs).context(format_args!("cannot create {}", logs.display()))?;
        Ok(logs.join(format!("{name}.log")))
    }

    pub fn cargo(&self) -> Program {
        Program::cargo().dir(&self.root)
    }

    pub fn npm(&self, name: &str) -> Program {
        Program::npm(name).dir(&self.ui())
    }

    pub fn metadata(&self) -> Result<Metadata> {
        let text = self
            .cargo()
            .args(["metadata", "--format-version", "1", "--no-deps", "--quiet"])
            .quiet()?;
        // Warnings may come before the one line of JSON.
        let json = text
            .lines()
            .find(|line| line.starts_with('{'))
            .unwrap_or(&text);
        serde_json::from_str(json).context("cannot read what `cargo metadata` says")
    }

    /// Tracked and new files that are not ignored, as paths from the root.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let list = Program::new("git")
            .dir(&self.root)
            .args([
                "-c",
                "core.quotePath=off",
                "ls-files",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .quiet()
            .map_err(|e| e.hint("the checks read the list of files from git"))?;
        let mut files: Vec<PathBuf> = list
            .lines()
            .map(PathBuf::from)
            .filter(|path| self.root.join(path).is_file())
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }
}

#[derive(Debug, Deserialize)]
pub struct Metadata {
    pub packages: Vec<Package>,
    pub target_directory: PathBuf,
}

impl Metadata {
    /// The built program of that name in the development profile.
    pub fn program(&self, name: &str) -> PathBuf {
        self.target_directory
            .join("debug")
            .join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// The names of the integration tests of all packages, each once.
    pub fn integration_tests(&self) -> BTreeSet<&str> {
        self.packages
            .iter()
            .flat_map(|package| &package.targets)
            .filter(|target| target.kind.iter().any(|kind| kind == "test"))
            .map(|target| target.name.as_str())
            .collect()
    }
}

#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
pub struct Target {
    pub name: String,
    pub kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Dependency {
    pub name: String,
    /// Nothing for an ordinary one.
    pub kind: Option<String>,
}

impl Dependency {
    pub fn is_of_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// A mark of the content of files, to see whether a step must be done again.
pub fn mark<'a>(files: impl IntoIterator<Item = &'a Path>) -> String {
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        fs::read(file).ok().hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// All files below a folder, sorted; nothing where there is no folder.
pub fn below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_changes_with_the_content_only() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        fs::write(&file, "1").unwrap();
        let first = mark([file.as_path()]);
        fs::write(&file, "1").unwrap();
        assert_eq!(mark([file.as_path()]), first);
        fs::write(&file, "2").unwrap();
        assert_ne!(mark([file.as_path()]), first);
        fs::remove_file(&file).unwrap();
        assert_ne!(mark([file.as_path()]), first);
    }

    #[test]
    fn the_workspace_is_read_from_cargo() {
        let metadata = Project::find().unwrap().metadata().unwrap();
        let names: Vec<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
        for name in [
            "api",
            "app",
            "envfile",
            "pgclient",
            "sandbox",
            "vault",
            "plinth",
            "plinth-desktop",
            "plinth-tests",
            "xtask",
        ] {
            assert!(names.contains(&name), "{name} is missing in {names:?}");
        }
    }
}

//! The rules of the architecture that no other tool holds; cargo-deny (`deny.toml`) and Biome (`ui/biome.json`) hold who
//! may know whom. `cargo xtask check` and the tests below use the same functions, and each is tried on a small
//! made-up tree that breaks it.

pub mod crates;
pub mod cycles;
pub mod docs;
mod file;
pub mod kit;
pub mod locks;
pub mod phrases;
pub mod platform_text;
pub mod sizes;
pub mod source;
pub mod spelling;
pub mod systems;
pub mod voice;
pub mod words;
pub mod workflows;

use std::path::Path;

use crate::error::{Context, Result};
use crate::project::{Metadata, Project};

pub use file::{File, Violation};

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
    let rules = files
        .iter()
        .find(|file| file.path == Path::new("deny.toml"));
    let rules = rules.map_or("", |file| file.text.as_str());
    let mut found = crates::check(root, &metadata.packages, rules);
    found.extend(source::check(files));
    found.extend(cycles::check(files));
    found.extend(kit::check(files));
    found.extend(locks::check(files));
    found.extend(workflows::check(files));
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
    fn this_project_keeps_the_rules() {
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
        let files = read(&project).unwrap();
        must_be_empty(&words::check(&files));
        must_be_empty(&phrases::check(&files));
        must_be_empty(&platform_text::check(&files));
        must_be_empty(&spelling::check(&files));
    }

    #[test]
    fn comments_and_names_of_this_project_are_as_recorded() {
        must_be_empty(&voice::check(&read(&Project::find().unwrap()).unwrap()));
    }

    #[test]
    fn the_documents_of_this_project_hold_together() {
        let project = Project::find().unwrap();
        must_be_empty(&docs::check(&project.root, &read(&project).unwrap()));
    }
}

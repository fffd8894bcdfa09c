//! Node and the packages of a folder that has a lock file.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::mark;
use crate::steps::Outcome;

const LEAST: (u32, u32) = (20, 19);
const LEAST_OF_22: u32 = 12;
const STAMP: &str = ".lock-mark";

pub fn version() -> Result<Outcome> {
    let get = format!(
        "install Node {}.{} or newer (22.{LEAST_OF_22} or newer of the 22 line), for example from nodejs.org",
        LEAST.0, LEAST.1
    );
    let said = Program::new("node")
        .arg("--version")
        .quiet()
        .map_err(|e| e.hint(get.clone()))?;
    let said = said.trim();
    if is_enough(said) {
        Ok(Outcome::There(said.to_owned()))
    } else {
        Err(Error::new(format!("Node {said} is too old for the interface's build")).hint(get))
    }
}

/// Vite takes 20.19 and newer of its line, and 22.12 and newer.
fn is_enough(said: &str) -> bool {
    let mut numbers = said
        .trim_start_matches('v')
        .split('.')
        .map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(20)), Some(Ok(minor))) => minor >= LEAST.1,
        (Some(Ok(22)), Some(Ok(minor))) => minor >= LEAST_OF_22,
        (Some(Ok(major)), Some(Ok(_))) => major > 22,
        _ => false,
    }
}

/// `npm ci`, unless the packages in place are those of the lock file.
pub fn packages(dir: &Path) -> Result<Outcome> {
    let files = [dir.join("package.json"), dir.join("package-lock.json")];
    let wanted = mark(files.iter().map(std::path::PathBuf::as_path));
    let stamp = dir.join("node_modules").join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(Outcome::There(String::new()));
    }
    Program::npm("npm")
        .dir(dir)
        .args(["ci", "--no-audit", "--no-fund", "--loglevel", "error"])
        .within(Duration::from_secs(10 * 60))
        .quiet()?;
    fs::write(&stamp, wanted).context("cannot note which packages are in place")?;
    Ok(Outcome::Done("installed from the lock file".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_compared_by_number() {
        for (said, enough) in [
            ("v20.19.0", true),
            ("v20.9.0", false),
            ("v18.20.4", false),
            ("v21.7.3", false),
            ("v22.11.0", false),
            ("v22.12.0", true),
            ("v24.0.1", true),
            ("node", false),
        ] {
            assert_eq!(is_enough(said), enough, "{said}");
        }
    }

    #[test]
    fn readme_names_the_oldest_versions() {
        let readme = include_str!("../../../README.md");
        let says = format!(
            "**Node** {}.{} or newer, or 22.{LEAST_OF_22} or newer",
            LEAST.0, LEAST.1
        );
        assert!(readme.contains(&says), "README does not say: {says}");
    }
}

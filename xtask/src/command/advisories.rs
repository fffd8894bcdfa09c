//! What is known of the dependencies' holes. It asks hosts of its own and changes while nothing here
//! does, so no check depends on it: a workflow runs it every week.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::{node, tools};
use crate::steps::{Outcome, Steps};
use crate::walls::locks;

const DEADLINE: Duration = Duration::from_secs(5 * 60);

pub fn run(_: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    steps.step("Node", node::version)?;
    if steps.attempt("cargo-deny", || tools::deny(&project)) {
        steps.attempt("advisories of crates", || crates(&project));
    }
    steps.attempt("advisories of npm packages", || {
        let audit = project.npm("npm").args(["audit", "--no-fund"]);
        audit.within(DEADLINE).quiet().map(|_| none_known())
    });
    steps.attempt("hashes of npm packages", || hashes(&project));
    print!("{}", steps.table());
    Ok(steps.all_well())
}

fn crates(project: &Project) -> Result<Outcome> {
    Program::new(tools::deny_path(project))
        .dir(&project.root)
        .args([
            "--all-features",
            "check",
            "--hide-inclusion-graph",
            "advisories",
        ])
        .within(DEADLINE)
        .quiet()
        .map(|_| none_known())
}

fn none_known() -> Outcome {
    Outcome::Done("none known".into())
}

/// Some packages of other platforms have no hash in the lock, because no registry at hand had them
/// when it was made. Where one has them now, they are told, to be written into it.
fn hashes(project: &Project) -> Result<Outcome> {
    let lock = fs::read_to_string(project.ui().join("package-lock.json"))
        .context("cannot read the lock of npm")?;
    let lock: Value = serde_json::from_str(&lock).context("cannot understand the lock of npm")?;
    let without = locks::without_hash(&lock);
    let known: Vec<String> = without
        .iter()
        .filter_map(|(name, version)| {
            let package = format!("{name}@{version}");
            let asked = project
                .npm("npm")
                .args(["view", &package, "dist.integrity"])
                .within(DEADLINE)
                .quiet();
            let hash = asked
                .ok()?
                .lines()
                .find(|line| line.starts_with("sha512-"))?
                .to_owned();
            Some(format!("{package}: \"integrity\": \"{hash}\""))
        })
        .collect();
    if known.is_empty() {
        return Ok(Outcome::Done(format!("{} unknown here", without.len())));
    }
    Err(Error::new("the registry has hashes that the lock lacks").hint(format!(
        "write them into ui/package-lock.json, and take the names off the list in xtask/src/walls/locks.rs:\n{}",
        known.join("\n")
    )))
}

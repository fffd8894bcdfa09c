//! The licences of what is linked into a program.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::error::{Context, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::tools;
use crate::steps::Outcome;

/// The licences of all crates that are linked into what that manifest is of.
pub fn crate_notices(project: &Project, manifest: &str, to: &Path) -> Result<Outcome> {
    let sources = project.root.join("xtask/notices");
    Program::new(tools::about_path(project))
        .dir(&project.root)
        .args(["generate", "--frozen", "--fail", "--manifest-path"])
        .arg(project.root.join(manifest))
        .arg("--config")
        .arg(sources.join("about.toml"))
        .arg("--output-file")
        .arg(to)
        .arg(sources.join("crates.hbs"))
        .within(Duration::from_secs(5 * 60))
        .quiet()?;
    let text = fs::read_to_string(to).context("cannot read the notices")?;
    let count = text.lines().filter(|line| line.starts_with("- ")).count();
    Ok(Outcome::Done(format!("{count} crates")))
}

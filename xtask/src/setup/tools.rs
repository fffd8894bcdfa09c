//! Programs of the Rust world that the checks use, pinned and kept inside the project.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::Result;
use crate::program::Program;
use crate::project::Project;
use crate::steps::Outcome;

const DENY: &str = "0.20.2";

pub fn deny_path(project: &Project) -> PathBuf {
    project
        .kept()
        .join("tools/bin")
        .join(format!("cargo-deny{}", env::consts::EXE_SUFFIX))
}

/// Builds cargo-deny without optimization: it runs for a second, its optimized build for minutes.
pub fn deny(project: &Project) -> Result<Outcome> {
    let path = deny_path(project);
    if path.is_file()
        && Program::new(&path)
            .arg("--version")
            .quiet()
            .is_ok_and(|said| said.contains(DENY))
    {
        return Ok(Outcome::There(DENY.into()));
    }
    project
        .cargo()
        .args([
            "install",
            "--locked",
            "--debug",
            "--force",
            "--quiet",
            "--version",
            DENY,
            "--root",
        ])
        .arg(project.kept().join("tools"))
        .arg("cargo-deny")
        .env("CARGO_TARGET_DIR", project.kept().join("tools/build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("CARGO_INCREMENTAL", "0")
        .within(Duration::from_secs(20 * 60))
        .quiet()?;
    // A quarter of a gigabyte that nobody needs again.
    let _ = std::fs::remove_dir_all(project.kept().join("tools/build"));
    Ok(Outcome::Done(format!("{DENY} built")))
}

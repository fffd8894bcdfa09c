//! Cargo for a system other than this one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::build;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::std_source;
use crate::steps::Outcome;
use crate::systems::System;

/// The origin of a system's standard library.
#[derive(Debug)]
pub enum Library {
    /// The toolchain of rustup has it.
    Installed,
    /// A copy of the toolchain compiles it from its sources.
    FromSource(PathBuf),
}

/// Finds the standard library of a system, or its sources.
pub fn library(project: &Project, system: System) -> Result<(Library, Outcome)> {
    let installed = Program::new("rustc")
        .dir(&project.root)
        .args(["--print", "target-libdir", "--target", system.triple()])
        .quiet()?;
    if Path::new(installed.trim()).is_dir() {
        return Ok((Library::Installed, Outcome::There("rustup has it".into())));
    }
    let outcome = std_source::place(project).map_err(|error| {
        Error::new(format!(
            "the code for {} was not checked: {error}",
            system.name()
        ))
        .hint(format!("rustup target add {}", system.triple()))
    })?;
    let toolchain = std_source::toolchain(project)?;
    Ok((Library::FromSource(toolchain), outcome))
}

/// Cargo's `subcommand` for that system.
pub fn cargo(
    project: &Project,
    system: System,
    library: &Library,
    subcommand: &str,
) -> Result<Program> {
    let program = match library {
        Library::Installed => project.cargo().arg(subcommand),
        Library::FromSource(toolchain) => Program::new(toolchain.join("bin/cargo"))
            .dir(&project.root)
            .arg(subcommand)
            .arg("-Zbuild-std=std,panic_abort,proc_macro,test")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC", toolchain.join("bin/rustc"))
            // rustup's leads to its own compiler, and with that to its own library.
            .env("LD_LIBRARY_PATH", toolchain.join("lib")),
    };
    Ok(build::shown(program)
        .args(["--locked", "--target", system.triple()])
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .within(Duration::from_secs(60 * 60)))
}

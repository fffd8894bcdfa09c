//! The command line built for Windows, and run under Wine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::build;
use super::other_system::{self, Library};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project, WORKSPACE};
use crate::setup::packages::{MINGW, WINE};
use crate::setup::{postgres, system, tools};
use crate::steps::{Outcome, Steps};
use crate::systems::{Record, System, WINE as WINE_TEST};

/// The tests that run under Wine.
const TESTS: &str = "wine";
const LINKER: &str = "x86_64-w64-mingw32-gcc";

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    steps.step("PostgreSQL 17", || postgres::place(&project))?;
    steps.step("cargo-nextest", || tools::nextest(&project))?;
    steps.step("sandbox", || build::sandbox(&project))?;
    let passed = match built(&project, &mut steps) {
        Some(built) => steps.attempt("smoke test under Wine", || {
            let program = Program::new(tools::nextest_path(&project))
                .dir(&project.root)
                .args(["nextest", "run", "--test", TESTS])
                // As everything else is built, or all dependencies are compiled a second time.
                .args(WORKSPACE)
                .args(FEATURES);
            let program = build::with_places(build::shown(program), &project, &project.metadata()?);
            built.on(program).must()?;
            Ok(Outcome::Done(String::from("passed")))
        }),
        None => false,
    };
    if args.has("--record") {
        Record::note(&project, System::Windows, WINE_TEST, passed)?;
    }
    print!("{}", steps.table());
    Ok(passed)
}

/// The programs and the prefix that the tests need.
#[derive(Debug)]
pub struct Built {
    programs: PathBuf,
    prefix: PathBuf,
}

impl Built {
    /// Tells the tests where they are.
    pub fn on(&self, program: Program) -> Program {
        in_prefix(program, &self.prefix).env("PLINTH_WINDOWS_PROGRAMS", &self.programs)
    }
}

/// Builds `plinth.exe` and the tests of the env-file editor, and makes Wine's prefix.
pub fn built(project: &Project, steps: &mut Steps) -> Option<Built> {
    if !system::has_apt() {
        steps.skip("programs for Wine", "MinGW and Wine are taken from Debian");
        return None;
    }
    let mut built = None;
    steps.attempt("programs for Wine", || {
        system::package(&MINGW)?;
        system::package(&WINE)?;
        let (library, _) = other_system::library(project, System::Windows)?;
        let folder = folder(project)?;
        let programs = folder.join("programs");
        fs::create_dir_all(&programs).context("cannot create the folder of the programs")?;
        let cli = ["--bin", "plinth"];
        let tests = ["--package", "envfile", "--test", "it"];
        place(
            project,
            &library,
            &[&WORKSPACE[..], &FEATURES, &cli].concat(),
            &programs.join("plinth.exe"),
        )?;
        place(
            project,
            &library,
            &tests,
            &programs.join("envfile-tests.exe"),
        )?;
        Program::new(LINKER)
            .args(["-shared", "-o"])
            .arg(programs.join("bcryptprimitives.dll"))
            .arg(project.root.join("tests/wine/bcryptprimitives.c"))
            .arg("-ladvapi32")
            .quiet()?;
        let prefix = folder.join("prefix");
        start(&prefix)?;
        built = Some(Built { programs, prefix });
        Ok(Outcome::Done(String::from("built")))
    });
    built
}

/// Not the folder of the check of types, which builds libraries of C without their content.
fn folder(project: &Project) -> Result<PathBuf> {
    Ok(project.metadata()?.target_directory.join("wine"))
}

/// Builds one program and copies it to a place that has no hash in its name.
fn place(project: &Project, library: &Library, what: &[&str], to: &Path) -> Result<()> {
    let build = || {
        let cargo = other_system::cargo(project, System::Windows, library, "build")?;
        Ok(cargo
            .args(what)
            .arg("--target-dir")
            .arg(folder(project)?.join("build"))
            .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", LINKER))
    };
    build()?.must()?;
    // Once more, as its messages in JSON are nothing to look at: everything is built.
    let said = build()?.args(["--message-format", "json"]).quiet()?;
    let built = said.lines().filter_map(program_of).next_back();
    let built = built.ok_or_else(|| Error::new("Cargo built no program"))?;
    fs::copy(&built, to).context(format_args!("cannot copy {}", built.display()))?;
    Ok(())
}

/// The program that a line of Cargo's messages tells of.
fn program_of(line: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(line).ok()?;
    Some(message["executable"].as_str()?.into())
}

/// Makes the prefix.
fn start(prefix: &Path) -> Result<()> {
    fs::create_dir_all(prefix).context("cannot create Wine's prefix")?;
    in_prefix(Program::new("wine"), prefix)
        .args(["wineboot", "--init"])
        .within(Duration::from_secs(5 * 60))
        .quiet()?;
    Ok(())
}

/// Has Wine run in this prefix, without its remarks and its offers to install .NET and a browser.
fn in_prefix(program: Program, prefix: &Path) -> Program {
    program
        .env("WINEPREFIX", prefix)
        .env("WINEDEBUG", "-all")
        .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
}

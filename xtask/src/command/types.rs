//! Types and lints of the code for systems other than this one: nothing of them is linked or run.

use std::env;
use std::fs;
use std::path::Path;

use super::build::{self, Lints};
use super::other_system::{self, Library};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project};
use crate::setup;
use crate::steps::{Outcome, Steps};
use crate::systems::{Record, System, TYPES};

/// The systems that `--target` names.
pub fn named(args: &Args) -> Result<Vec<System>> {
    args.values("--target")
        .map(|name| {
            let mut all = System::ALL.into_iter();
            all.find(|system| system.name() == name).ok_or_else(|| {
                Error::usage(format!("there is no target `{name}`")).hint("windows or macos")
            })
        })
        .collect()
}

/// Sets up what [`check`] needs, checks, and notes the results where `--record` asks for it.
pub fn run(project: &Project, systems: &[System], args: &Args, steps: &mut Steps) -> Result<()> {
    setup::interface(project, steps)?;
    if !steps.attempt("interface", || build::interface(project)) {
        return Ok(());
    }
    for system in systems {
        let passed = check(project, *system, steps);
        if args.has("--record") {
            Record::note(project, *system, TYPES, passed)?;
        }
    }
    Ok(())
}

/// Checks all crates, the window and all tests for a system. The interface must be built: the window embeds it.
pub fn check(project: &Project, system: System, steps: &mut Steps) -> bool {
    let mut library = None;
    steps.attempt(&format!("library for {}", system.name()), || {
        let (found, outcome) = other_system::library(project, system)?;
        library = Some(found);
        Ok(outcome)
    });
    let Some(library) = library else { return false };
    steps.attempt(&format!("types for {}", system.name()), || {
        clippy(project, system, &library)?.must()?;
        Ok(Outcome::Done(String::from("no errors, no warnings")))
    })
}

/// Clippy in the compiler's place, for all targets of all packages.
fn clippy(project: &Project, system: System, library: &Library) -> Result<Program> {
    let program = Lints::Denied
        .on(other_system::cargo(project, system, library, "check")?)
        .args(["--workspace", "--all-targets", "--keep-going"])
        // Not the folder of this system's programs, whose build scripts are compiled in another way.
        .arg("--target-dir")
        .arg(project.metadata()?.target_directory.join("other-systems"))
        .args(FEATURES);
    let program = match library {
        Library::Installed => program,
        Library::FromSource(toolchain) => {
            let clippy = toolchain.join("bin/clippy-driver");
            program.env("RUSTC_WORKSPACE_WRAPPER", clippy)
        }
    };
    if system.is_this_one() {
        Ok(program)
    } else {
        with_stand_ins(project, system, program)
    }
}

/// Writes an empty object or library where a compiler, an archiver or a maker of import libraries would put one.
const STAND_IN: &str = r#"#!/bin/sh
# Stands in for a compiler of another system: a check of types links nothing.
while [ $# -gt 0 ]; do
  case $1 in
    -o) : > "$2"; shift ;;
    -o?*) : > "${1#-o}" ;;
    -l) printf '!<arch>\n' > "$2"; shift ;;
    --output=*) : > "${1#--output=}" ;;
    *.a | *.lib) [ -e "$1" ] || printf '!<arch>\n' > "$1" ;;
  esac
  shift
done
"#;
/// The names by which build scripts and the compiler look for the tools of MinGW.
const MINGW: [&str; 4] = ["gcc", "ar", "windres", "dlltool"];

/// The names of the stand-ins for C: other than those of the real tools, which what runs here is built with.
const C: [&str; 2] = ["target-cc", "target-ar"];

/// Puts stand-ins where the C tools of that system are looked for.
fn with_stand_ins(project: &Project, system: System, program: Program) -> Result<Program> {
    let folder = project.kept().join("targets/stand-ins");
    fs::create_dir_all(&folder).context(format_args!("cannot create {}", folder.display()))?;
    let mingw = MINGW.map(|name| format!("x86_64-w64-mingw32-{name}"));
    for name in mingw.iter().map(String::as_str).chain(C) {
        write_program(&folder.join(name), STAND_IN)?;
    }
    let of_target = |tool: &str| format!("{tool}_{}", system.triple().replace('-', "_"));
    let mut path = vec![folder.clone()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).context("PATH cannot be extended")?;
    let program = program
        .env(&of_target("CC"), folder.join(C[0]))
        .env(&of_target("CXX"), folder.join(C[0]))
        .env(&of_target("AR"), folder.join(C[1]))
        .env("PATH", path);
    Ok(match system {
        // Without it, the build scripts ask for Xcode's.
        System::Macos => program.env("SDKROOT", &folder),
        System::Windows => program,
    })
}

#[cfg(unix)]
fn write_program(file: &Path, text: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let write = || {
        fs::write(file, text)?;
        fs::set_permissions(file, fs::Permissions::from_mode(0o755))
    };
    write().context(format_args!("cannot write {}", file.display()))
}

#[cfg(not(unix))]
fn write_program(_: &Path, _: &str) -> Result<()> {
    Err(Error::new("the stand-ins are programs of a Unix shell"))
}

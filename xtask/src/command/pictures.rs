//! The pictures that the desktop tests take of every screen, compared with the reference pictures or in their place.

use super::build::{self, Lints};
use crate::args::Args;
use crate::error::{Context, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project, WORKSPACE, below};
use crate::scratch::Scratch;
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const REFERENCE: &str = "tests/desktop/reference";

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    if !args.has("--built") {
        setup::all(&project, Needs::Test, &mut steps)?;
        steps.step("interface", || build::interface(&project))?;
        steps.step("build of everything", || {
            build::everything(&project, Lints::Unasked)
        })?;
    }
    Ok(steps.attempt("pictures", || walk(&project, args)))
}

/// Walks through all screens, as a test does.
fn walk(project: &Project, args: &Args) -> Result<Outcome> {
    let cargo = build::shown_cargo(project)
        .arg("test")
        .args(WORKSPACE)
        .args(FEATURES)
        .args([
            "--test",
            "desktop",
            "--",
            "--test-threads",
            "2",
            "screens::",
        ]);
    let cargo = cargo.env("PLINTH_COMPARE_PICTURES", "1");
    let with = |program: Program, switch: &str, name: &str| {
        if args.has(switch) {
            program.env(name, "1")
        } else {
            program
        }
    };
    let cargo = with(cargo, "--accept", "PLINTH_ACCEPT_PICTURES");
    let cargo = with(cargo, "--all", "PLINTH_ALL_SIZES");
    let scratch = Scratch::new();
    let cargo = match &scratch {
        Some(Scratch(folder)) => cargo.env("TMPDIR", folder),
        None => cargo,
    };
    build::with_places(cargo, project, &project.metadata()?)
        .must()
        .context("a picture differs, or the screens could not be walked through")?;
    let pictures = below(&project.root.join(REFERENCE)).len();
    Ok(Outcome::Done(format!("{pictures} in {REFERENCE}")))
}

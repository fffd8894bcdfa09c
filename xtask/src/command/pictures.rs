//! The pictures that the desktop tests take of every screen, compared with those of an earlier run on this machine.

use std::fs;

use super::build::{self, Lints};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::project::{FEATURES, Project, WORKSPACE};
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const MADE: &str = "target/desktop-compared";
const ACCEPTED: &str = "target/desktop-accepted";
const DIFFERENCES: &str = "target/desktop-differences";

/// All sizes and themes.
pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    setup::all(&project, Needs::Test, &mut steps)?;
    steps.step("interface", || build::interface(&project))?;
    steps.step("build of everything", || {
        build::everything(&project, Lints::Unasked)
    })?;
    steps.step("pictures", || take(&project))?;
    Ok(steps.attempt("comparison", || {
        if args.has("--accept") {
            compare(&project, &["accept", MADE, ACCEPTED])
        } else {
            compare(&project, &["compare", MADE, ACCEPTED, DIFFERENCES])
        }
    }))
}

fn compare(project: &Project, arguments: &[&str]) -> Result<Outcome> {
    let ended = project
        .npm("node")
        .arg("pictures.mjs")
        .arg(arguments[0])
        .args(
            arguments[1..]
                .iter()
                .map(|folder| project.root.join(folder)),
        )
        .streamed()?;
    let said = ended.text.lines().last().unwrap_or_default().to_owned();
    if ended.ok {
        Ok(Outcome::Done(said))
    } else {
        Err(Error::new(format!("{said}; look at {DIFFERENCES}")))
    }
}

fn take(project: &Project) -> Result<Outcome> {
    for folder in [MADE, DIFFERENCES] {
        let _ = fs::remove_dir_all(project.root.join(folder));
    }
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
        ])
        .env("PLINTH_ALL_SIZES", "1")
        .env("PLINTH_COMPARED", "1");
    build::with_places(cargo, project, &project.metadata()?)
        .must()
        .context("the screens could not be walked through")?;
    Ok(Outcome::Done("taken".to_owned()))
}

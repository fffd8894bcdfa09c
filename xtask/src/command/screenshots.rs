//! Pictures of the real window, taken by the desktop tests on data of their own.

use std::path::Path;
use std::time::SystemTime;
use std::{env, fs};

use super::build::{self, Lints};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::project::{FEATURES, Project, WORKSPACE, below};
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let into = match args.value("--into") {
        Some(dir) => env::current_dir()
            .context("the current folder is gone")?
            .join(dir),
        None => project.root.join("docs/pictures"),
    };
    let mut steps = Steps::default();
    setup::all(&project, Needs::Test, &mut steps)?;
    steps.step("interface", || build::interface(&project))?;
    steps.step("build of everything", || {
        build::everything(&project, Lints::Unasked)
    })?;
    steps.step("pictures", || take(&project, &into))?;
    Ok(true)
}

fn take(project: &Project, into: &Path) -> Result<Outcome> {
    let started = SystemTime::now();
    fs::create_dir_all(into).context(format_args!("cannot create {}", into.display()))?;
    let cargo = build::shown_cargo(project)
        .arg("test")
        .args(WORKSPACE)
        .args(FEATURES)
        .args([
            "--test",
            "desktop",
            "--",
            "--ignored",
            "--test-threads",
            "1",
            "screenshots",
        ])
        .env("PLINTH_SCREENSHOTS", into);
    build::with_places(cargo, project, &project.metadata()?).must()?;
    let is_new = |file: &Path| {
        fs::metadata(file)
            .and_then(|m| m.modified())
            .is_ok_and(|at| at >= started)
    };
    match below(into)
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "png") && is_new(file))
        .count()
    {
        0 => Err(Error::new("no picture was taken")),
        n => Ok(Outcome::Done(format!("{n} in {}", into.display()))),
    }
}

//! The icon sets that the window and the installers need, from one drawing.

use std::fs;
use std::time::Duration;

use crate::args::Args;
use crate::error::{Context, Result};
use crate::project::Project;
use crate::setup;
use crate::steps::{Outcome, Steps};

const SETS: [&str; 6] = [
    "32x32.png",
    "128x128.png",
    "128x128@2x.png",
    "icon.icns",
    "icon.ico",
    "icon.png",
];

pub fn run(_: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    setup::interface(&project, &mut steps)?;
    steps.step("icon sets", || make(&project))?;
    Ok(true)
}

/// Tauri's own tool draws more than the desktop needs; only the sets in use are kept.
fn make(project: &Project) -> Result<Outcome> {
    let drawn = project.kept().join("icons");
    let icons = project.root.join("icons");
    project
        .npm("npx")
        .args(["--no-install", "tauri", "icon"])
        .arg(icons.join("icon.svg"))
        .arg("--output")
        .arg(&drawn)
        .within(Duration::from_secs(120))
        .quiet()?;
    let mut changed = 0;
    for name in SETS {
        let new = fs::read(drawn.join(name)).context(format_args!("no {name} was drawn"))?;
        let file = icons.join(name);
        if fs::read(&file).ok().as_ref() != Some(&new) {
            fs::write(&file, new).context(format_args!("cannot write icons/{name}"))?;
            changed += 1;
        }
    }
    fs::remove_dir_all(&drawn).context("cannot remove what was drawn")?;
    Ok(match changed {
        0 => Outcome::There("unchanged".into()),
        n => Outcome::Done(format!("{n} of {} written", SETS.len())),
    })
}

//! The icon sets that the window and the installers need, from one drawing.

use std::fs;
use std::path::Path;
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
const PICTURE: &str = "icon.png";

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
    let read = |folder: &Path, name: &str| fs::read(folder.join(name)).ok();
    // The tool writes some sets differently each time; the picture they hold tells whether they changed.
    let same = read(&drawn, PICTURE) == read(&icons, PICTURE);
    let mut written = 0;
    for name in SETS {
        if same && icons.join(name).is_file() {
            continue;
        }
        fs::copy(drawn.join(name), icons.join(name))
            .context(format_args!("cannot write icons/{name}"))?;
        written += 1;
    }
    fs::remove_dir_all(&drawn).context("cannot remove what was drawn")?;
    Ok(match written {
        0 => Outcome::There("unchanged".into()),
        n => Outcome::Done(format!("{n} of {} written", SETS.len())),
    })
}

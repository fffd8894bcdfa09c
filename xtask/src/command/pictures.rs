//! The pictures that the desktop tests take of every screen, compared with the reference pictures or in their place.

use std::fs;
use std::path::PathBuf;

use super::build::{self, Lints};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project, WORKSPACE, below};
use crate::scratch::Scratch;
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const REFERENCE: &str = "tests/desktop/reference";

/// What drew the reference pictures, as its `/etc/os-release` says.
const SYSTEM: [&str; 2] = ["ID=debian", "VERSION_ID=\"12\""];
/// The WebKit that drew them. Whoever has another one changes this and renews them.
const WEBKIT: &str = "2.50.";

/// Has the tests that open every screen compare it with its reference picture.
pub const COMPARE: &str = "PLINTH_COMPARE_PICTURES";

/// The value of it that has them list what differs, and fail only where it is more than some dots.
pub const LIST: &str = "list";

/// Removes the list of a run before.
pub fn forget(project: &Project) {
    let _ = fs::remove_file(list(project));
}

/// What the tests listed, in a sentence.
pub fn listed(project: &Project) -> Result<Outcome> {
    let text = fs::read_to_string(list(project)).context("no test compared a picture")?;
    let differing: Vec<&str> = text.lines().collect();
    Ok(Outcome::Done(match differing.as_slice() {
        [] => String::from("all alike"),
        some => format!("{} differ: {}", some.len(), some.join(" · ")),
    }))
}

fn list(project: &Project) -> PathBuf {
    project.root.join("target/desktop-differences/list.txt")
}

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
    Ok(steps.attempt("pictures", || match drawn_otherwise() {
        Some(why) if args.has("--accept") => Err(Error::new(why)),
        Some(why) => Ok(Outcome::Skipped(why)),
        None => walk(&project, args),
    }))
}

/// Why pictures of this machine may differ from the reference pictures where nothing is wrong.
pub fn drawn_otherwise() -> Option<String> {
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let is_same = |wanted: &&str| system.lines().any(|line| line == *wanted);
    if !SYSTEM.iter().all(is_same) {
        return Some("the reference pictures are those of Debian 12".to_owned());
    }
    let asked = Program::new("pkg-config").args(["--modversion", "webkit2gtk-4.1"]);
    let webkit = asked.quiet().unwrap_or_default();
    (!webkit.starts_with(WEBKIT)).then(|| {
        format!(
            "the reference pictures are those of WebKitGTK {WEBKIT}x, not {}",
            webkit.trim()
        )
    })
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
    let cargo = cargo.env(COMPARE, "1");
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

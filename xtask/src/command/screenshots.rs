//! The README's pictures: chosen from those that the desktop tests take of every screen and state.

use std::path::Path;
use std::time::SystemTime;
use std::{env, fs};

use super::{build, test};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::project::{FEATURES, Project, WORKSPACE};
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

/// Where the tests put what they saw, from the project's root.
const SEEN: &str = "target/desktop-screens";
const SIZE: &str = "1180x780";

/// Theme, screen and state, and the name of the picture.
const CHOSEN: &[(&str, &str, &str)] = &[
    ("light", "welcome-first", "welcome"),
    ("light", "temporary-filled", "shelf-light"),
    ("dark", "temporary-filled", "shelf-dark"),
    ("light", "writeEnv-change", "env-file"),
    ("light", "seedTemporary-plan", "seed"),
    ("dark", "palette-searched", "palette"),
    ("light", "sandbox-running", "sandbox"),
];

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
    steps.step("build of everything", || build::everything(&project))?;
    let started = SystemTime::now();
    steps.step("every screen and state", || look(&project))?;
    steps.step("pictures", || {
        choose(&project.root.join(SEEN), &into, started)
    })?;
    Ok(true)
}

fn look(project: &Project) -> Result<Outcome> {
    let cargo = build::shown_cargo(project)
        .arg("test")
        .args(WORKSPACE)
        .args(FEATURES)
        .args(["--test", "desktop", "--", "screens::"]);
    test::with_places(cargo, project, &project.metadata()?).must()?;
    Ok(Outcome::Done("seen".into()))
}

/// Copies the chosen pictures, each of which must be of this run.
fn choose(seen: &Path, into: &Path, since: SystemTime) -> Result<Outcome> {
    fs::create_dir_all(into).context(format_args!("cannot make {}", into.display()))?;
    for (theme, state, name) in CHOSEN {
        let picture = seen.join(theme).join(format!("{state}-{SIZE}.png"));
        let taken = fs::metadata(&picture).and_then(|meta| meta.modified());
        if !taken.is_ok_and(|at| at >= since) {
            return Err(Error::new(format!(
                "no picture of `{state}` was taken in the {theme} theme"
            ))
            .hint("the table of screens in tests/desktop and the one in xtask differ"));
        }
        fs::copy(&picture, into.join(format!("{name}.png")))
            .context(format_args!("cannot copy {}", picture.display()))?;
    }
    Ok(Outcome::Done(format!(
        "{} in {}",
        CHOSEN.len(),
        into.display()
    )))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_pictures_of_this_run_are_chosen() {
        let dir = tempfile::tempdir().unwrap();
        let (seen, into) = (dir.path().join("seen"), dir.path().join("into"));
        for (theme, state, _) in CHOSEN {
            fs::create_dir_all(seen.join(theme)).unwrap();
            fs::write(seen.join(theme).join(format!("{state}-{SIZE}.png")), state).unwrap();
        }
        let hour = Duration::from_secs(3600);
        choose(&seen, &into, SystemTime::now() - hour).unwrap();
        assert_eq!(
            fs::read_to_string(into.join("shelf-dark.png")).unwrap(),
            "temporary-filled"
        );
        choose(&seen, &into, SystemTime::now() + hour).unwrap_err();
    }
}

//! The interface's types, written by the app itself from its list of commands and events.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::build;
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const GENERATED: &str = "ui/src/ipc/generated.ts";

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    steps.step("system packages", || setup::system::packages(Needs::Build))?;
    setup::interface(&project, &mut steps)?;
    steps.step("interface", || build::interface(&project))?;
    steps.step("app", || build::app(&project))?;
    let app = project.metadata()?.program("plinth");
    if args.has("--check") {
        steps.step("generated types", || compare(&project, &app))?;
    } else {
        steps.step("generated types", || write(&project, &app))?;
    }
    Ok(true)
}

fn write(project: &Project, app: &Path) -> Result<Outcome> {
    let file = project.root.join(GENERATED);
    let before = fs::read_to_string(&file).unwrap_or_default();
    let after = export(project, app)?;
    if before == after {
        return Ok(Outcome::There("unchanged".into()));
    }
    fs::write(&file, after).context(format_args!("cannot write {GENERATED}"))?;
    Ok(Outcome::Done(format!("{GENERATED} written")))
}

/// Exports once more and compares with the committed file.
pub fn compare(project: &Project, app: &Path) -> Result<Outcome> {
    let committed = fs::read_to_string(project.root.join(GENERATED))
        .context(format_args!("cannot read {GENERATED}"))?;
    let generated = export(project, app)?;
    match first_difference(&committed, &generated) {
        None => Ok(Outcome::Done("as committed".into())),
        Some((line, was, is)) => Err(Error::new(format!(
            "{GENERATED} is not what the commands say"
        ))
        .hint(format!(
            "line {line}\n- {was}\n+ {is}\nrun `cargo xtask codegen` and commit the file"
        ))),
    }
}

fn export(project: &Project, app: &Path) -> Result<String> {
    let kept = project.kept();
    fs::create_dir_all(&kept).context("cannot create .plinth")?;
    let into = kept.join("generated.ts");
    if into.exists() {
        fs::remove_file(&into).context("cannot remove an old export")?;
    }
    Program::new(app)
        .arg("--export-bindings")
        .arg(&into)
        .within(Duration::from_secs(60))
        .quiet()?;
    let text = fs::read_to_string(&into).context("the app exported nothing")?;
    // Editors and git may turn line ends around; they are no difference.
    Ok(text.replace("\r\n", "\n"))
}

fn first_difference<'a>(was: &'a str, is: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let (mut was, mut is) = (was.lines(), is.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (was.next(), is.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => return Some((line, a.unwrap_or("(the end)"), b.unwrap_or("(the end)"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_its_line() {
        assert_eq!(
            first_difference("a\nb\n", "a\r\nb\n".replace('\r', "").as_str()),
            None
        );
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b", "c")));
        assert_eq!(
            first_difference("a\n", "a\nb\n"),
            Some((2, "(the end)", "b"))
        );
    }
}

//! The interface's types and words, written by the app itself from its list of commands and events and from its tables.

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

const FOLDER: &str = "ui/src/ipc";
/// The app is told the first and writes the others beside it.
const GENERATED: [&str; 2] = ["generated.ts", "words.ts"];

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    steps.step("system packages", || setup::system::packages(Needs::Build))?;
    setup::interface(&project, &mut steps)?;
    steps.step("interface", || build::interface(&project))?;
    steps.step("app", || build::app(&project))?;
    let app = project.metadata()?.program("plinth-desktop");
    if args.has("--check") {
        steps.step("generated types", || compare(&project, &app))?;
    } else {
        steps.step("generated types", || write(&project, &app))?;
    }
    Ok(true)
}

fn write(project: &Project, app: &Path) -> Result<Outcome> {
    let mut written = Vec::new();
    for (name, after) in export(project, app)? {
        let file = project.root.join(FOLDER).join(name);
        if fs::read_to_string(&file).unwrap_or_default() != after {
            fs::write(&file, after).context(format_args!("cannot write {FOLDER}/{name}"))?;
            written.push(name);
        }
    }
    Ok(if written.is_empty() {
        Outcome::There("unchanged".into())
    } else {
        Outcome::Done(format!("{} written", written.join(", ")))
    })
}

/// Exports once more and compares with the committed files.
pub fn compare(project: &Project, app: &Path) -> Result<Outcome> {
    for (name, generated) in export(project, app)? {
        let committed = fs::read_to_string(project.root.join(FOLDER).join(name))
            .context(format_args!("cannot read {FOLDER}/{name}"))?;
        if let Some((line, was, is)) = first_difference(&committed, &generated) {
            return Err(
                Error::new(format!("{FOLDER}/{name} is not what the app writes")).hint(format!(
                    "line {line}\n- {was}\n+ {is}\nrun `cargo xtask codegen` and commit the file"
                )),
            );
        }
    }
    Ok(Outcome::Done("as committed".into()))
}

fn export(project: &Project, app: &Path) -> Result<Vec<(&'static str, String)>> {
    let folder = project.kept().join("generated");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove an old export")?;
    }
    fs::create_dir_all(&folder).context("cannot create .plinth/generated")?;
    Program::new(app)
        .arg("--export-bindings")
        .arg(folder.join(GENERATED[0]))
        .within(Duration::from_secs(60))
        .quiet()?;
    GENERATED
        .into_iter()
        .map(|name| {
            let text = fs::read_to_string(folder.join(name))
                .context(format_args!("the app exported no {name}"))?;
            // Editors and git may turn line ends around; they are no difference.
            Ok((name, text.replace("\r\n", "\n")))
        })
        .collect()
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

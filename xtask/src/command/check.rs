//! Everything that can be said about the sources without running a test.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{build, codegen, types};
use crate::architecture::{self, Violation, voice};
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project};
use crate::setup::{self, Needs, tools};
use crate::steps::{Outcome, Steps};

const PARTS: [&str; 9] = [
    "fmt", "walls", "docs", "voice", "biome", "tsc", "deny", "clippy", "codegen",
];

pub fn run(args: &Args) -> Result<bool> {
    let only = chosen(args, &PARTS)?;
    let systems = types::named(args)?;
    if !systems.is_empty() && !only.is_empty() {
        return Err(Error::usage("`--target` and `--only` exclude each other"));
    }
    let records_voice = args.has("--record") && only.contains(&"voice");
    if systems.is_empty() && args.has("--record") && !records_voice {
        return Err(Error::usage(
            "`--record` goes with `--target` or `--only voice`",
        ));
    }
    let selected = |part: &str| only.is_empty() || only.contains(&part);
    let project = Project::find()?;
    let mut steps = Steps::default();
    if !systems.is_empty() {
        types::run(&project, &systems, args, &mut steps)?;
        print!("{}", steps.table());
        return Ok(steps.all_well());
    }
    let compiled = selected("clippy") || selected("codegen");
    if compiled {
        steps.step("system packages", || setup::system::packages(Needs::Build))?;
    }
    if compiled || selected("biome") || selected("tsc") {
        setup::interface(&project, &mut steps)?;
    }
    if selected("biome") || selected("tsc") {
        setup::vite_plugin(&project, &mut steps)?;
    }
    if records_voice {
        steps.attempt("record of the voice", || record_voice(&project));
    }
    sources(&project, &selected, &mut steps);
    if compiled && steps.attempt("interface", || build::interface(&project)) {
        if selected("clippy") {
            let everything = ["--workspace", FEATURES[0], FEATURES[1]];
            clippy(&project, &mut steps, &everything);
        }
        if selected("codegen") && steps.attempt("app", || build::app(&project)) {
            let app = project.metadata()?.program("plinth-desktop");
            steps.attempt("generated types", || codegen::compare(&project, &app));
        }
    }
    print!("{}", steps.table());
    Ok(steps.all_well())
}

/// The parts named by `--only`, each of which must exist.
pub fn chosen<'a>(args: &'a Args, parts: &[&str]) -> Result<Vec<&'a str>> {
    let only: Vec<&str> = args
        .values("--only")
        .flat_map(|value| value.split(','))
        .collect();
    match only.iter().find(|part| !parts.contains(part)) {
        Some(part) => {
            Err(Error::usage(format!("there is no part `{part}`")).hint(parts.join(", ")))
        }
        None => Ok(only),
    }
}

/// The checks that compile nothing, quickest first.
pub fn sources(project: &Project, selected: &dyn Fn(&str) -> bool, steps: &mut Steps) {
    if selected("fmt") {
        steps.attempt("format of Rust", || {
            let listed = project
                .cargo()
                .args(["fmt", "--all", "--check", "--", "-l"]);
            passed(listed.quiet().map_err(|e| e.hint("cargo fmt --all")))
        });
    }
    if selected("walls") {
        written(project, steps, "architecture rules", |root, files| {
            Ok(architecture::check(root, &project.metadata()?, files))
        });
        written(project, steps, "file sizes", |_, files| {
            Ok(architecture::sizes::check(files))
        });
    }
    if selected("docs") {
        written(project, steps, "documents", |root, files| {
            Ok(architecture::docs::check(root, files))
        });
        written(project, steps, "words", |_, files| {
            let mut found = architecture::words::check(files);
            found.extend(architecture::phrases::check(files));
            found.extend(architecture::platform_text::check(files));
            found.extend(architecture::spelling::check(files));
            found.extend(architecture::systems::check(files));
            Ok(found)
        });
    }
    if selected("voice") {
        steps.attempt("voice", || {
            let files = architecture::read(project)?;
            outcome(&voice::check(&files), voice::summary(&files))
        });
    }
    for (part, name, script) in [
        ("biome", "biome", "lint"),
        ("tsc", "types of TypeScript", "typecheck"),
    ] {
        if selected(part) {
            let plugin = format!("{part} of plugins/vite");
            for (name, dir) in [(name, project.ui()), (&plugin, project.vite_plugin())] {
                steps.attempt(name, || {
                    let npm = Program::npm("npm").dir(&dir);
                    passed(npm.args(["run", "--silent", script]).quiet())
                });
            }
        }
    }
    if selected("deny") && steps.attempt("cargo-deny", || tools::deny(project)) {
        steps.attempt("licences and bans", || {
            let deny = Program::new(tools::deny_path(project)).dir(&project.root);
            passed(
                deny.args([
                    "--all-features",
                    "--log-level",
                    "error",
                    "check",
                    "--hide-inclusion-graph",
                    "licenses",
                    "bans",
                    "sources",
                ])
                .within(Duration::from_secs(5 * 60))
                .quiet(),
            )
        });
    }
}

/// Clippy over every target of these packages, warnings denied; the app's features as everywhere.
pub fn clippy(project: &Project, steps: &mut Steps, packages: &[&str]) {
    steps.attempt("clippy", || {
        build::shown_cargo(project)
            .args(["clippy", "--all-targets"])
            .args(packages)
            .args(["--", "-D", "warnings"])
            .must()?;
        Ok(Outcome::Done(String::from("no warnings")))
    });
}

fn passed(result: Result<String>) -> Result<Outcome> {
    result.map(|_| Outcome::Done(String::from("passed")))
}

fn written(
    project: &Project,
    steps: &mut Steps,
    name: &str,
    look: impl FnOnce(&Path, &[architecture::File]) -> Result<Vec<Violation>>,
) {
    steps.attempt(name, || {
        let files = architecture::read(project)?;
        let found = look(&project.root, &files)?;
        outcome(&found, format!("{} files checked", files.len()))
    });
}

fn outcome(found: &[Violation], done: String) -> Result<Outcome> {
    if found.is_empty() {
        return Ok(Outcome::Done(done));
    }
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(Error::new(format!("{} to fix", found.len())).hint(lines.join("\n")))
}

/// Lowers the numbers of files that got better.
fn record_voice(project: &Project) -> Result<Outcome> {
    let record = voice::lowered(&architecture::read(project)?)?;
    fs::write(project.root.join(voice::RECORD), record)
        .context(format_args!("cannot write {}", voice::RECORD))?;
    Ok(Outcome::Done(voice::RECORD.to_owned()))
}

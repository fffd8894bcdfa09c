//! Measures the product beside its floors and prints one table. Never part of the tests.

mod release;

use std::fs;
use std::time::Duration;

use super::{build, check};
use crate::args::Args;
use crate::bench::client::Clients;
use crate::bench::database::Databases;
use crate::bench::page::{Pages, Projects};
use crate::bench::project::Size;
use crate::bench::record::Record;

use crate::bench::window::{self, Windows};
use crate::bench::{Measurement, Scratch, ServerUser, table};
use crate::error::{Context, Error, Result};
use crate::project::Project;
use crate::session::Session;
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const ROWS: [&str; 32] = [
    "paint",
    "memory",
    "agent",
    "cold",
    "warm",
    "sync",
    "branch",
    "branch-1gb",
    "branch-10gb",
    "clones",
    "past",
    "past-1gb",
    "history",
    "replica",
    "snapshot",
    "compute",
    "database",
    "connections",
    "disk",
    "list",
    "requests",
    "changes",
    "command-line",
    "start",
    "start-many",
    "start-with",
    "feel",
    "feel-many",
    "lists",
    "cost",
    "build",
    "installers",
];
/// Takes ten minutes and more, and changes with what a release is made of alone: measured where it is named.
const BY_NAME: [&str; 2] = ["build", "installers"];
/// 40 GB of disk, and disks in files that root alone mounts.
const THOROUGH: [&str; 2] = ["branch-10gb", "clones"];
const FIGURES: &str = "xtask/bench/figures.json";
/// Those with servers.
const OF_DATABASES: [&str; 16] = [
    "cold",
    "warm",
    "sync",
    "branch",
    "branch-1gb",
    "branch-10gb",
    "clones",
    "past",
    "past-1gb",
    "history",
    "replica",
    "snapshot",
    "compute",
    "database",
    "connections",
    "disk",
];

pub fn run(args: &Args) -> Result<bool> {
    if !cfg!(target_os = "linux") {
        return Err(
            Error::new("the figures are read from Linux's own counts").hint("run this on Linux")
        );
    }
    let only = check::chosen(args, &ROWS)?;
    let is_thorough = args.has("--thorough");
    let selected = |row: &str| {
        let by_itself = !BY_NAME.contains(&row) && (is_thorough || !THOROUGH.contains(&row));
        only.contains(&row) || (only.is_empty() && by_itself)
    };
    let runs = number(args, "--runs", 10)?;
    let settle = Duration::from_secs(number(args, "--settle", 60)?);
    let span = Duration::from_secs(number(args, "--span", 300)?);

    let debug = args.has("--debug");
    if debug && (args.has("--check") || args.has("--record")) {
        return Err(Error::usage(
            "the recorded figures are those of release builds: leave `--debug` out",
        ));
    }

    let project = Project::find()?;
    let mut steps = Steps::default();
    if !args.has("--built") {
        build(&project, debug, &mut steps)?;
    }
    let built = project
        .metadata()?
        .target_directory
        .join(if debug { "debug" } else { "release" });

    if OF_DATABASES.into_iter().any(selected) {
        // As the sandbox's archive has it.
        steps.step("cluster for sandboxes", || {
            build::cluster(&project, &built.join("plinth-sandbox"))
        })?;
    }
    let scratch = Scratch::new()?;
    let mut rows = Vec::new();
    let mut measure = |name: &str, work: &dyn Fn() -> Result<Vec<Measurement>>| {
        if selected(name) {
            steps.attempt(name, || {
                let before = load();
                rows.extend(work()?.into_iter().map(|it| (it, before)));
                Ok(Outcome::Done(String::from("measured")))
            });
        }
    };
    if OF_DATABASES.into_iter().any(selected) {
        let owner = ServerUser::find()?;
        let databases = Databases {
            sandbox: built.join("plinth-sandbox"),
            postgres: owner.within_reach(&project.postgres(), &scratch)?,
            scratch: &scratch,
            owner,
            runs: usize::try_from(runs).context("too many runs")?,
        };
        measure("cold", &|| Ok(vec![databases.cold()?]));
        measure("warm", &|| databases.warm());
        measure("sync", &|| Ok(vec![databases.sync()?]));
        measure("branch", &|| Ok(vec![databases.branch(Size::Mb100)?]));
        measure("branch-1gb", &|| Ok(vec![databases.branch(Size::Gb1)?]));
        measure("branch-10gb", &|| Ok(vec![databases.branch(Size::Gb10)?]));
        measure("clones", &|| databases.clones());
        measure("past", &|| Ok(vec![databases.past(Size::Mb100)?]));
        measure("past-1gb", &|| Ok(vec![databases.past(Size::Gb1)?]));
        measure("history", &|| Ok(vec![databases.history()?]));
        measure("replica", &|| Ok(vec![databases.replica()?]));
        measure("snapshot", &|| Ok(vec![databases.snapshot()?]));
        measure("compute", &|| Ok(vec![databases.compute()?]));
        measure("database", &|| Ok(vec![databases.database()?]));
        measure("connections", &|| databases.connections());
        measure("disk", &|| databases.disk());
    }
    let clients = Clients {
        measure: built.join("measure"),
        runs: usize::try_from(runs).context("too many runs")?,
    };
    measure("list", &|| Ok(vec![clients.list()?]));
    measure("requests", &|| Ok(vec![clients.requests()?]));
    measure("changes", &|| clients.changes());
    measure("command-line", &|| {
        clients.command_line(&built.join("plinth"))
    });
    let floor = scratch.path().join("empty-window");
    if [
        "paint",
        "memory",
        "agent",
        "start",
        "start-many",
        "start-with",
    ]
    .into_iter()
    .any(selected)
    {
        window::build_floor(&project.root.join("xtask/bench/empty_window.c"), &floor)?;
    }
    if ["paint", "memory", "agent"].into_iter().any(selected) {
        let windows = Windows {
            app: built.join("plinth-desktop"),
            floor: floor.clone(),
            session: Session::open(&project.kept().join("session"))?,
            scratch: &scratch,
            runs: usize::try_from(runs).context("too many runs")?,
            log: project.log("bench-windows")?,
            settle,
        };
        measure("paint", &|| Ok(vec![windows.paint()?]));
        measure("memory", &|| Ok(vec![windows.memory()?]));
        measure("agent", &|| Ok(vec![windows.agent(&built.join("plinth"))?]));
    }
    let pages = Pages {
        measure: built.join("measure"),
        app: built.join("plinth-desktop"),
        floor,
        runs,
        span,
    };
    measure("start", &|| pages.start(Projects::TenThousand));
    measure("start-many", &|| pages.start(Projects::HundredThousand));
    measure("start-with", &|| pages.start_with());
    measure("feel", &|| pages.feel());
    measure("feel-many", &|| pages.feel_of_many());
    measure("lists", &|| pages.lists());
    measure("cost", &|| pages.cost());
    measure("build", &|| Ok(vec![release::build(&project, &scratch)?]));
    measure("installers", &|| release::installers(&project));
    print!("{}", table(&rows));
    let rows: Vec<Measurement> = rows.into_iter().map(|(row, _)| row).collect();
    let file = project.root.join(FIGURES);
    if args.has("--check") {
        steps.attempt("figures as recorded", || {
            let (worse, compared) = Record::read(&file)?.compare(&rows);
            match worse.as_slice() {
                [] if compared == 0 => Err(Error::new("no row was recorded before")),
                [] => Ok(Outcome::Done(format!("{compared} rows"))),
                some => Err(Error::new(some.join("\n"))),
            }
        });
    }
    if args.has("--record") {
        steps.attempt("record", || {
            Record::read(&file)?.renew(&rows, &file)?;
            Ok(Outcome::Done(FIGURES.into()))
        });
    }
    Ok(steps.all_well())
}

fn build(project: &Project, debug: bool, steps: &mut Steps) -> Result<()> {
    setup::all(project, Needs::Test, steps)?;
    steps.step("interface", || build::interface(project))?;
    steps.step(if debug { "build" } else { "release build" }, || {
        if debug {
            build::measured(project).must()?;
        } else {
            build::measured(project).arg("--release").must()?;
        }
        Ok(Outcome::Done("built".into()))
    })
}

/// Of the last minute: how many programs wanted a core.
fn load() -> Option<f64> {
    let said = fs::read_to_string("/proc/loadavg").ok()?;
    said.split_whitespace().next()?.parse().ok()
}

fn number(args: &Args, name: &str, otherwise: u64) -> Result<u64> {
    match args.value(name) {
        None => Ok(otherwise),
        Some(text) => match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(Error::usage(format!(
                "`{name}` needs a whole number above zero, and `{text}` is none"
            ))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_row() {
        let help = include_str!("mod.rs");
        for row in ROWS {
            assert!(help.contains(row), "{row}");
        }
    }
}

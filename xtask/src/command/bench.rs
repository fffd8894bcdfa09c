//! Measures the product beside its floors and prints one table. Never part of the tests.

use std::time::Duration;

use super::{build, check};
use crate::args::Args;
use crate::bench::client::Clients;
use crate::bench::database::Databases;
use crate::bench::window::{self, Windows};
use crate::bench::{Owner, Row, Scratch, table};
use crate::error::{Context, Error, Result};
use crate::project::{FEATURES, Project, WORKSPACE};
use crate::session::Session;
use crate::setup::{self, Needs};
use crate::steps::{Outcome, Steps};

const ROWS: [&str; 8] = [
    "paint", "memory", "cold", "warm", "branch", "compute", "list", "requests",
];

pub fn run(args: &Args) -> Result<bool> {
    if !cfg!(target_os = "linux") {
        return Err(
            Error::new("the figures are read from Linux's own counts").hint("run this on Linux")
        );
    }
    let only = check::chosen(args, &ROWS)?;
    let asked = |row: &str| only.is_empty() || only.contains(&row);
    let runs = number(args, "--runs", 10)?;
    let settle = Duration::from_secs(number(args, "--settle", 60)?);

    let project = Project::find()?;
    let mut steps = Steps::default();
    setup::all(&project, Needs::Test, &mut steps)?;
    steps.step("interface", || build::interface(&project))?;
    let debug = args.has("--debug");
    steps.step(if debug { "build" } else { "release build" }, || {
        let profile: &[&str] = if debug { &[] } else { &["--release"] };
        let cargo = build::shown_cargo(&project)
            .arg("build")
            .args(profile)
            .args(WORKSPACE)
            .args(FEATURES);
        cargo
            .args(["--bin", "plinth", "--bin", "sandbox", "--bin", "measure"])
            .must()?;
        Ok(Outcome::Done("built".into()))
    })?;
    let built = project
        .metadata()?
        .target_directory
        .join(if debug { "debug" } else { "release" });

    let scratch = Scratch::new()?;
    let mut rows = Vec::new();
    let mut measure = |name: &str, work: &dyn Fn() -> Result<Row>| {
        if asked(name) {
            steps.attempt(name, || {
                rows.push(work()?);
                Ok(Outcome::Done(String::from("measured")))
            });
        }
    };
    if ["cold", "warm", "branch", "compute"].into_iter().any(asked) {
        let databases = Databases {
            sandbox: built.join("sandbox"),
            postgres: project.postgres(),
            scratch: &scratch,
            owner: Owner::find()?,
            runs: usize::try_from(runs).context("too many runs")?,
        };
        measure("cold", &|| databases.cold());
        measure("warm", &|| databases.warm());
        measure("branch", &|| databases.branch());
        measure("compute", &|| databases.compute());
    }
    let clients = Clients {
        measure: built.join("measure"),
        runs: usize::try_from(runs).context("too many runs")?,
    };
    measure("list", &|| clients.list());
    measure("requests", &|| clients.requests());
    if asked("paint") || asked("memory") {
        let floor = scratch.path().join("empty-window");
        window::build_floor(&project.root.join("xtask/bench/empty_window.c"), &floor)?;
        let windows = Windows {
            app: built.join("plinth"),
            floor,
            session: Session::open(&project.kept().join("session"))?,
            scratch: &scratch,
            runs: usize::try_from(runs).context("too many runs")?,
            log: project.log("bench-windows")?,
            settle,
        };
        measure("paint", &|| windows.paint());
        measure("memory", &|| windows.memory());
    }
    print!("{}", table(&rows));
    Ok(steps.all_well())
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

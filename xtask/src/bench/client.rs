//! What the typed client adds to bare HTTP, and how much the sandbox takes. Measured by a program of the tests,
//! which may know both.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{Goal, Measurement};
use crate::error::{Context, Result};
use crate::program::Program;

/// What the measuring program prints.
#[derive(Debug, Deserialize)]
struct Measured {
    figure: f64,
    floor: Option<f64>,
}

/// In milliseconds; the floor is a program that does nothing.
#[derive(Debug, Deserialize)]
struct OfCommandLine {
    version: f64,
    cached: f64,
    floor: f64,
}

/// In milliseconds, and requests in a minute.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfChanges {
    pushed: f64,
    by_age: f64,
    requests: f64,
}

#[derive(Debug)]
pub struct Clients {
    pub measure: PathBuf,
    pub runs: usize,
}

impl Clients {
    /// 10,000 projects in pages of 400.
    pub fn list(&self) -> Result<Measurement> {
        let measured = self.ask("list")?;
        Ok(Measurement {
            what: "list 10,000 projects through the client",
            unit: "ms",
            figure: measured.figure,
            floor: measured.floor,
            goal: Some(Goal::Times(1.15)),
        })
    }

    /// The command line, each time as a process of its own.
    pub fn command_line(&self, program: &Path) -> Result<Vec<Measurement>> {
        let said = Program::new(&self.measure)
            .args(["command-line", &self.runs.to_string()])
            .env("PLINTH_CLI", program)
            .within(Duration::from_secs(300))
            .quiet()?;
        let line = said.lines().last().unwrap_or_default();
        let measured: OfCommandLine =
            serde_json::from_str(line).context("cannot read the figures of the command line")?;
        let row = |what, figure, goal| Measurement {
            what,
            unit: "ms",
            figure,
            floor: Some(measured.floor),
            goal: Some(Goal::AtMost(goal)),
        };
        Ok(vec![
            row("command line: --version", measured.version, 20.0),
            row("command line: 1,000 kept projects", measured.cached, 60.0),
        ])
    }

    /// A change by a second client, until the view that shows it was read again.
    pub fn changes(&self) -> Result<Vec<Measurement>> {
        let said = Program::new(&self.measure)
            .args(["changes", &self.runs.to_string()])
            .within(Duration::from_secs(600))
            .quiet()?;
        let line = said.lines().last().unwrap_or_default();
        let measured: OfChanges =
            serde_json::from_str(line).context("cannot read the figures of `changes`")?;
        let row = |what, unit, figure, goal| Measurement {
            what,
            unit,
            figure,
            floor: None,
            goal: Some(Goal::AtMost(goal)),
        };
        Ok(vec![
            row(
                "change by another client, sandbox: until read",
                "ms",
                measured.pushed,
                1_000.0,
            ),
            row(
                "change by another client, remote: until read",
                "ms",
                measured.by_age,
                10_000.0,
            ),
            row(
                "one view of a remote platform: requests",
                "/min",
                measured.requests,
                20.0,
            ),
        ])
    }

    /// Requests that the sandbox answers in a second.
    pub fn requests(&self) -> Result<Measurement> {
        let measured = self.ask("requests")?;
        Ok(Measurement {
            what: "sandbox: requests a second",
            unit: "/s",
            figure: measured.figure,
            floor: measured.floor,
            goal: None,
        })
    }

    fn ask(&self, what: &str) -> Result<Measured> {
        let said = Program::new(&self.measure)
            .args([what, &self.runs.to_string()])
            .within(Duration::from_secs(300))
            .quiet()?;
        let line = said.lines().last().unwrap_or_default();
        serde_json::from_str(line).context(format_args!("cannot read the figure of `{what}`"))
    }
}

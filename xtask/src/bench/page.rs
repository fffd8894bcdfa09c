//! The window with projects in it. Measured by a program of the tests, which has a hand on the window and the sandbox
//! beside it, on a screen, bus and keychain of its own.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::{Goal, Row};
use crate::error::{Context, Error, Result};
use crate::program::Program;

/// Beside what is measured: until the window, its account and its projects are there.
const PREPARED_WITHIN: Duration = Duration::from_secs(300);

#[derive(Debug)]
pub struct Pages {
    pub measure: PathBuf,
    pub app: PathBuf,
    /// The empty window.
    pub floor: PathBuf,
    pub runs: u64,
    /// How long the processor is looked at, each time.
    pub span: Duration,
}

impl Pages {
    /// To the kept projects.
    pub fn start(&self) -> Result<Vec<Row>> {
        let floor = self.floor.to_string_lossy();
        let told = self.ask(&["start", &self.runs.to_string(), &floor], PREPARED_WITHIN)?;
        Ok(vec![Row {
            what: "start to 10,000 kept projects",
            unit: "ms",
            figure: figure(&told, "figure")?,
            floor: Some(figure(&told, "floor")?),
            goal: Some(Goal::Times(1.5)),
        }])
    }

    /// Filter, scroll, and a command's round trip.
    pub fn feel(&self) -> Result<Vec<Row>> {
        let told = self.ask(&["feel"], PREPARED_WITHIN)?;
        Ok(vec![
            row(
                "filter 10,000 rows, key to paint (p95)",
                "ms",
                figure(&told, "filter")?,
                30.0,
            ),
            Row {
                floor: Some(figure(&told, "frame")?),
                ..row(
                    "scroll 10,000 rows, frame (p95)",
                    "ms",
                    figure(&told, "scroll")?,
                    18.0,
                )
            },
            row("rows drawn of 10,000", "rows", figure(&told, "rows")?, 60.0),
            row(
                "command round trip (p95)",
                "ms",
                figure(&told, "command")?,
                2.0,
            ),
        ])
    }

    /// What it takes of a core while it stands there.
    pub fn cost(&self) -> Result<Vec<Row>> {
        let seconds = self.span.as_secs();
        let told = self.ask(
            &["cost", &seconds.to_string()],
            PREPARED_WITHIN + 2 * self.span,
        )?;
        Ok(vec![
            row("CPU idle", "%", figure(&told, "idle")?, 0.3),
            row(
                "CPU with 200 operations watched",
                "%",
                figure(&told, "watched")?,
                1.0,
            ),
        ])
    }

    fn ask(&self, arguments: &[&str], within: Duration) -> Result<Value> {
        let said = Program::new(&self.measure)
            .args(arguments)
            .env("PLINTH_APP", &self.app)
            .within(within)
            .quiet()?;
        let line = said.lines().last().unwrap_or_default();
        serde_json::from_str(line).context(format_args!(
            "cannot read the figures of `{}`",
            arguments[0]
        ))
    }
}

fn row(what: &'static str, unit: &'static str, figure: f64, most: f64) -> Row {
    Row {
        what,
        unit,
        figure,
        floor: None,
        goal: Some(Goal::AtMost(most)),
    }
}

fn figure(told: &Value, name: &str) -> Result<f64> {
    told[name]
        .as_f64()
        .ok_or_else(|| Error::new(format!("`{name}` was not measured")))
}

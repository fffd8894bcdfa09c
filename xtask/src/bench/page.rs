//! The window with projects in it. Measured by a program of the tests, which has a hand on the window and the sandbox
//! beside it, on a screen, bus and keychain of its own.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::{Goal, Measurement};
use crate::error::{Context, Error, Result};
use crate::program::Program;

/// Beside what is measured: until the window, its account and its projects are there.
const PREPARED_WITHIN: Duration = Duration::from_secs(300);

/// How many projects the account has.
#[derive(Debug, Clone, Copy)]
pub enum Projects {
    TenThousand,
    HundredThousand,
}

impl Projects {
    fn prepared_within(self) -> Duration {
        match self {
            Self::TenThousand => PREPARED_WITHIN,
            Self::HundredThousand => 3 * PREPARED_WITHIN,
        }
    }
}

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
    pub fn start(&self, of: Projects) -> Result<Vec<Measurement>> {
        let (what, ready, most, count) = match of {
            Projects::TenThousand => (
                "start to 10,000 kept projects",
                "start to 10,000 kept projects that answer",
                1.6,
                "10000",
            ),
            Projects::HundredThousand => (
                "start to 100,000 kept projects",
                "start to 100,000 kept projects that answer",
                2.0,
                "100000",
            ),
        };
        let floor = self.floor.to_string_lossy();
        let runs = self.runs.to_string();
        let reply = self.ask(&["start", &runs, &floor, count], of.prepared_within())?;
        let painted = started(what, &reply, most)?;
        let ready = Measurement {
            what: ready,
            figure: figure(&reply, "ready")?,
            // The last view comes before it, so no goal is lost by what this takes.
            goal: None,
            ..painted
        };
        Ok(vec![painted, ready])
    }

    /// To a hundred kept projects, with what may hold a start up.
    pub fn start_with(&self) -> Result<Vec<Measurement>> {
        let floor = self.floor.to_string_lossy();
        let runs = self.runs.to_string();
        let reply = self.ask(&["start-with", &runs, &floor], PREPARED_WITHIN)?;
        let rows = [
            ("start with ten accounts", "accounts"),
            ("start with a locked keychain", "locked"),
            ("start without an answer from the network", "unanswered"),
        ];
        rows.map(|(what, name)| started(what, &reply[name], 1.4))
            .into_iter()
            .collect()
    }

    /// Filter, scroll, how long it stands still, and a command's round trip.
    pub fn feel(&self) -> Result<Vec<Measurement>> {
        let of = Projects::TenThousand;
        let reply = self.ask(&["feel", "10000"], of.prepared_within())?;
        Ok(vec![
            Measurement {
                what: "filter 10,000 rows, key to paint (p95)",
                unit: "ms",
                figure: figure(&reply, "filter")?,
                // A field with a text beside it.
                floor: Some(figure(&reply, "bareFilter")?),
                goal: Some(Goal::AtMost(20.0)),
            },
            Measurement {
                what: "scroll 10,000 rows, frame (p95)",
                unit: "ms",
                figure: figure(&reply, "scroll")?,
                floor: Some(figure(&reply, "frame")?),
                goal: Some(Goal::Times(1.1)),
            },
            row(
                "rows drawn of 10,000",
                "rows",
                figure(&reply, "rows")?,
                60.0,
            ),
            row(
                "longest freeze while 10,000 rows come",
                "ms",
                figure(&reply, "freeze")?,
                50.0,
            ),
            row(
                "command round trip (p95)",
                "ms",
                figure(&reply, "command")?,
                2.0,
            ),
        ])
    }

    /// The same with many more.
    pub fn feel_of_many(&self) -> Result<Vec<Measurement>> {
        let of = Projects::HundredThousand;
        let reply = self.ask(&["feel", "100000"], of.prepared_within())?;
        Ok(vec![
            Measurement {
                what: "filter 100,000 rows, key to paint (p95)",
                unit: "ms",
                figure: figure(&reply, "filter")?,
                floor: Some(figure(&reply, "bareFilter")?),
                goal: Some(Goal::AtMost(20.0)),
            },
            Measurement {
                what: "scroll 100,000 rows, frame (p95)",
                unit: "ms",
                figure: figure(&reply, "scroll")?,
                floor: Some(figure(&reply, "frame")?),
                goal: Some(Goal::Times(1.1)),
            },
            row(
                "longest freeze while 100,000 rows come",
                "ms",
                figure(&reply, "freeze")?,
                50.0,
            ),
        ])
    }

    /// How long the window stands still while other lists are opened and scrolled.
    pub fn lists(&self) -> Result<Vec<Measurement>> {
        let reply = self.ask(&["lists"], 3 * PREPARED_WITHIN)?;
        let freeze = |what, name| Ok(row(what, "ms", figure(&reply, name)?, 50.0));
        Ok(vec![
            freeze("longest freeze, 1,000 temporary databases", "temporary")?,
            freeze("longest freeze, 5,000 branches", "branches")?,
            freeze("longest freeze, 10,000 API keys", "keys")?,
            freeze("longest freeze, a log of 100,000 actions", "actions")?,
        ])
    }

    /// What it takes of a core while it stands there.
    pub fn cost(&self) -> Result<Vec<Measurement>> {
        let seconds = self.span.as_secs();
        let reply = self.ask(
            &["cost", &seconds.to_string()],
            PREPARED_WITHIN + 2 * self.span,
        )?;
        Ok(vec![
            row("CPU idle", "%", figure(&reply, "idle")?, 0.3),
            row(
                "list of projects that is shown: requests",
                "/min",
                figure(&reply, "shown")?,
                20.0,
            ),
            row(
                "CPU with 200 operations watched",
                "%",
                figure(&reply, "watched")?,
                0.6,
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

fn started(what: &'static str, reply: &Value, most: f64) -> Result<Measurement> {
    Ok(Measurement {
        what,
        unit: "ms",
        figure: figure(reply, "figure")?,
        floor: Some(figure(reply, "floor")?),
        goal: Some(Goal::Times(most)),
    })
}

fn row(what: &'static str, unit: &'static str, figure: f64, most: f64) -> Measurement {
    Measurement {
        what,
        unit,
        figure,
        floor: None,
        goal: Some(Goal::AtMost(most)),
    }
}

fn figure(reply: &Value, name: &str) -> Result<f64> {
    reply[name]
        .as_f64()
        .ok_or_else(|| Error::new(format!("`{name}` was not measured")))
}

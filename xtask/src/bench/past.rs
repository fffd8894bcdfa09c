//! A branch at a point in time against the same by hand, and what it costs to keep one.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::database::{DEADLINE, Databases, Sandbox, milliseconds, psql, remove};
use super::project::{Size, answered, copy, fill, text};
use super::{Goal, Measurement, median};
use crate::error::{Context, Error, Result};
use crate::program::Program;

/// What is replayed: about 10 MB.
const LATER: &str = "CREATE TABLE later AS \
    SELECT g AS id, repeat(md5(g::text), 30) AS text FROM generate_series(1, 9600) g";
const AFTER: &str = "CREATE TABLE after_it AS SELECT g FROM generate_series(1, 1000) g";
const NOW: &str = "SELECT pg_current_wal_lsn()";

impl Databases<'_> {
    /// A branch of a database of that size at an LSN that is 10 MB of WAL after its base.
    pub fn past(&self, size: Size) -> Result<Measurement> {
        let kept = self.folder_of("past", size);
        let sandbox = self.open(&kept)?;
        let (project, url) = sandbox.project()?;
        answered(&url)?;
        fill(&url, size)?;
        sandbox.keeps_history(&project)?;
        psql(&url, LATER, DEADLINE)?;
        let lsn = psql(&url, NOW, DEADLINE)?;
        psql(&url, AFTER, DEADLINE)?;

        let data = self.folder("floor-past")?;
        self.initdb(&data)?;
        let server = self.start(&data)?;
        fill(&server.url, size)?;
        drop(server);
        let base = self.scratch.path().join("floor-past-base");
        copy(&data, &base, size)?;
        let server = self.start(&data)?;
        psql(&server.url, LATER, DEADLINE)?;
        let floor_lsn = psql(&server.url, NOW, DEADLINE)?;
        psql(&server.url, AFTER, DEADLINE)?;
        drop(server);

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let dir = self.scratch.path().join(format!("floor-past-{run}"));
            let started = Instant::now();
            copy(&base, &dir, size)?;
            copy(&data.join("pg_wal/."), &dir.join("pg_wal"), size)?;
            let conf = dir.join("postgresql.auto.conf");
            let settings = format!(
                "recovery_target_lsn = '{floor_lsn}'\nrecovery_target_inclusive = off\n\
                 recovery_target_action = promote\nrestore_command = 'false'\nhot_standby = off\n"
            );
            fs::write(&conf, settings).context("cannot write the server's settings")?;
            fs::write(dir.join("recovery.signal"), "").context("cannot ask for a recovery")?;
            let server = self.start(&dir)?;
            floors.push(milliseconds(started));
            drop(server);
            remove(&dir)?;

            let started = Instant::now();
            let body = format!(r#"{{"branch":{{"name":"run-{run}","parent_lsn":"{lsn}"}}}}"#);
            let path = format!("/api/v2/projects/{project}/branches");
            let made = sandbox.ask("POST", &path, &body)?;
            answered(text(&made, "/connection_uris/0/connection_uri")?)?;
            figures.push(milliseconds(started));
            sandbox.settled(&project)?;
            let branch = text(&made, "/branch/id")?;
            sandbox.ask("DELETE", &format!("{path}/{branch}?hard_delete=true"), "")?;
            sandbox.settled(&project)?;
        }
        drop(sandbox);
        [&kept, &data, &base]
            .into_iter()
            .try_for_each(|it| remove(it))?;
        Ok(Measurement {
            what: match size {
                Size::Mb100 => "branch at a point in time of a 100 MB database: POST to SELECT 1",
                Size::Gb1 => "branch at a point in time of a 1 GB database: POST to SELECT 1",
                Size::Gb10 => "branch at a point in time of a 10 GB database: POST to SELECT 1",
            },
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.3)),
        })
    }

    /// What a transaction of pgbench takes where its history is kept, beside the same where none is.
    pub fn history(&self) -> Result<Measurement> {
        let sandbox = self.open(&self.scratch.path().join("history"))?;
        let (kept, with) = sandbox.project()?;
        let (none, without) = sandbox.project()?;
        let off = r#"{"project":{"history_retention_seconds":0}}"#;
        sandbox.ask("PATCH", &format!("/api/v2/projects/{none}"), off)?;
        sandbox.settled(&none)?;
        // It counts from the next start on.
        let endpoints = sandbox.ask("GET", &format!("/api/v2/projects/{none}/endpoints"), "")?;
        let endpoint = text(&endpoints, "/endpoints/0/id")?;
        let restart = format!("/api/v2/projects/{none}/endpoints/{endpoint}/restart");
        sandbox.ask("POST", &restart, "")?;
        sandbox.settled(&none)?;
        for url in [&with, &without] {
            answered(url)?;
            self.pgbench(url, &["-i", "-q", "-s", "5"])?;
        }
        sandbox.keeps_history(&kept)?;
        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            for (url, into) in [(&without, &mut floors), (&with, &mut figures)] {
                let report = self.pgbench(url, &["-c", "4", "-T", "5", "-n"])?;
                into.push(latency(&report)?);
            }
        }
        Ok(Measurement {
            what: "pgbench with a restore window, latency",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.1)),
        })
    }

    fn pgbench(&self, url: &str, options: &[&str]) -> Result<String> {
        Program::new(self.postgres.join("bin/pgbench"))
            .args(options)
            .arg(url)
            .within(DEADLINE)
            .quiet()
    }
}

impl Sandbox {
    /// Waits until a branch can be made of what the default one was.
    fn keeps_history(&self, project: &str) -> Result<()> {
        let path = format!("/api/v2/projects/{project}/branches");
        let end = Instant::now() + DEADLINE;
        // Nobody asks for an LSN that is not there yet and gets one.
        let body = r#"{"branch":{"parent_lsn":"FFFFFF/0"}}"#;
        loop {
            let refused = match self.ask("POST", &path, body) {
                Err(error) => error.to_string(),
                Ok(made) => return Err(Error::new(format!("a branch ahead of time: {made}"))),
            };
            if refused.contains("to any LSN from") {
                return Ok(());
            }
            if Instant::now() >= end {
                return Err(Error::new(refused));
            }
            thread::sleep(Duration::from_millis(200));
        }
    }
}

/// `latency average = 1.234 ms`
fn latency(report: &str) -> Result<f64> {
    let line = report
        .lines()
        .find_map(|line| line.strip_prefix("latency average = "));
    let figure = line.and_then(|line| line.strip_suffix(" ms"));
    figure
        .and_then(|figure| figure.parse().ok())
        .ok_or_else(|| Error::new(format!("pgbench reported no latency: {report}")))
}

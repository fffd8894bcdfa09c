//! Branches and computes of a project against the same by hand.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::database::{
    DEADLINE, Databases, Sandbox, first_answer, milliseconds, psql, remove, sync_file_system,
};
use super::{Goal, Measurement, median};
use crate::error::{Error, Result};
use crate::program::Program;

/// How much a database has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Mb100,
    Gb1,
    Gb10,
}

impl Size {
    const fn times(self) -> u32 {
        match self {
            Self::Mb100 => 1,
            Self::Gb1 => 10,
            Self::Gb10 => 100,
        }
    }

    /// Of what reads or writes all of it.
    pub(super) fn deadline(self) -> Duration {
        DEADLINE + Duration::from_secs(9) * (self.times() - 1)
    }
}

impl Databases<'_> {
    /// A branch of a database of that size, until it answers.
    pub fn branch(&self, size: Size) -> Result<Measurement> {
        let (figure, floor) = self.branched(size)?;
        Ok(Measurement {
            what: match size {
                Size::Mb100 => "branch of a 100 MB database: POST to SELECT 1",
                Size::Gb1 => "branch of a 1 GB database: POST to SELECT 1",
                Size::Gb10 => "branch of a 10 GB database: POST to SELECT 1",
            },
            unit: "ms",
            figure,
            floor: Some(floor),
            goal: Some(Goal::Times(1.0)),
        })
    }

    /// What a branch takes, and a copy and a start by hand.
    pub(super) fn branched(&self, size: Size) -> Result<(f64, f64)> {
        let data = self.folder_of("branch", size);
        let sandbox = self.open(&data)?;
        let (project, url) = sandbox.project()?;
        first_answer(&url)?;
        fill(&url, size)?;
        let floor_data = self.folder("floor-branch")?;
        self.initdb(&floor_data)?;
        fill(&self.start(&floor_data)?.url, size)?;

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let dir = self.scratch.path().join(format!("floor-branch-{run}"));
            sync_file_system(self.scratch.path())?;
            let started = Instant::now();
            copy(&floor_data, &dir, size)?;
            let server = self.start(&dir)?;
            floors.push(milliseconds(started));
            drop(server);
            remove(&dir)?;

            let started = Instant::now();
            let body = format!(r#"{{"branch":{{"name":"run-{run}"}}}}"#);
            let made = sandbox.ask(
                "POST",
                &format!("/api/v2/projects/{project}/branches"),
                &body,
            )?;
            answered(text(&made, "/connection_uris/0/connection_uri")?)?;
            figures.push(milliseconds(started));
            sandbox.settled(&project)?;
            let branch = text(&made, "/branch/id")?;
            sandbox.ask(
                "DELETE",
                &format!("/api/v2/projects/{project}/branches/{branch}?hard_delete=true"),
                "",
            )?;
            sandbox.settled(&project)?;
        }
        drop(sandbox);
        remove(&data)?;
        remove(&floor_data)?;
        Ok((median(figures)?, median(floors)?))
    }

    pub(super) fn folder_of(&self, name: &str, size: Size) -> PathBuf {
        self.scratch.path().join(format!("{name}-{}", size.times()))
    }

    /// One more database of a project whose compute runs, until it answers.
    pub fn database(&self) -> Result<Measurement> {
        let sandbox = self.open(&self.scratch.path().join("database"))?;
        let (project, url) = sandbox.project()?;
        answered(&url)?;
        let branch = sandbox.branch_of(&project)?;
        let path = format!("/api/v2/projects/{project}/branches/{branch}/databases");
        let databases = sandbox.ask("GET", &path, "")?;
        let [name, owner] =
            ["name", "owner_name"].map(|field| text(&databases, &format!("/databases/0/{field}")));
        let (name, owner) = (format!("/{}?", name?), owner?);

        let mut figures = Vec::new();
        for run in 0..self.runs {
            let body = format!(r#"{{"database":{{"name":"run_{run}","owner_name":"{owner}"}}}}"#);
            let started = Instant::now();
            sandbox.ask("POST", &path, &body)?;
            answered(&url.replacen(&name, &format!("/run_{run}?"), 1))?;
            figures.push(milliseconds(started));
            sandbox.settled(&project)?;
        }
        Ok(Measurement {
            what: "database in a running project: POST to SELECT 1",
            unit: "ms",
            figure: median(figures)?,
            floor: None,
            goal: Some(Goal::AtMost(100.0)),
        })
    }

    /// A suspended compute that is asked to start, until it answers.
    pub fn compute(&self) -> Result<Measurement> {
        let sandbox = self.open(&self.scratch.path().join("compute"))?;
        let (project, url) = sandbox.project()?;
        let endpoints = sandbox.ask("GET", &format!("/api/v2/projects/{project}/endpoints"), "")?;
        let endpoint = text(&endpoints, "/endpoints/0/id")?;
        let path = format!("/api/v2/projects/{project}/endpoints/{endpoint}");
        let data = self.folder("floor-compute")?;
        self.initdb(&data)?;

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            let started = Instant::now();
            let server = self.start(&data)?;
            floors.push(milliseconds(started));
            drop(server);

            sandbox.ask("POST", &format!("{path}/suspend"), "")?;
            sandbox.settled(&project)?;
            let started = Instant::now();
            sandbox.ask("POST", &format!("{path}/start"), "")?;
            answered(&url)?;
            figures.push(milliseconds(started));
            sandbox.settled(&project)?;
        }
        Ok(Measurement {
            what: "compute: start to SELECT 1",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.5)),
        })
    }
}

impl Sandbox {
    /// A new project that is ready, and its connection string.
    pub(super) fn project(&self) -> Result<(String, String)> {
        let made = self.ask(
            "POST",
            "/api/v2/projects",
            r#"{"project":{"name":"bench"}}"#,
        )?;
        let project = text(&made, "/project/id")?.to_owned();
        self.settled(&project)?;
        let url = text(&made, "/connection_uris/0/connection_uri")?;
        Ok((project, url.to_owned()))
    }

    /// The id of the default branch.
    pub(super) fn branch_of(&self, project: &str) -> Result<String> {
        let endpoints = self.ask("GET", &format!("/api/v2/projects/{project}/endpoints"), "")?;
        text(&endpoints, "/endpoints/0/branch_id").map(str::to_owned)
    }

    /// Waits until every operation has finished.
    pub(super) fn settled(&self, project: &str) -> Result<()> {
        let path = format!("/api/v2/projects/{project}/operations?limit=20");
        let end = Instant::now() + DEADLINE;
        loop {
            let operations = self.ask("GET", &path, "")?;
            let operations = operations["operations"].as_array();
            let open = |it: &&Value| it["status"] != "finished";
            let Some(open) = operations.and_then(|all| all.iter().find(open)) else {
                return Ok(());
            };
            if Instant::now() >= end {
                return Err(Error::new(format!("an operation never finished: {open}")));
            }
            // The sandbox lets 40 requests a second through.
            thread::sleep(Duration::from_millis(30));
        }
    }
}

/// Rows that PostgreSQL does not compress.
pub(super) fn fill(url: &str, size: Size) -> Result<()> {
    let rows = 96_000 * size.times();
    let fill = format!(
        "CREATE TABLE filler AS SELECT g AS id, repeat(md5(g::text), 30) AS text \
         FROM generate_series(1, {rows}) g; CHECKPOINT"
    );
    psql(url, &fill, size.deadline()).map(|_| ())
}

pub(super) fn copy(from: &Path, to: &Path, size: Size) -> Result<()> {
    Program::new("cp")
        .args(["-a", "--reflink=auto"])
        .arg(from)
        .arg(to)
        .within(size.deadline())
        .quiet()
        .map(|_| ())
}

/// Tries until the database answers: its port is there before its data is.
pub(super) fn answered(url: &str) -> Result<()> {
    let end = Instant::now() + DEADLINE;
    loop {
        match first_answer(url) {
            Ok(()) => return Ok(()),
            Err(error) if Instant::now() >= end => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

pub(super) fn text<'a>(value: &'a Value, path: &str) -> Result<&'a str> {
    value
        .pointer(path)
        .and_then(Value::as_str)
        .ok_or_else(|| Error::new(format!("the sandbox's answer has no {path}")))
}

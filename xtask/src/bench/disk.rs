//! What an empty project takes of the disk, and what a compute that nobody uses keeps open.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::database::{DEADLINE, Databases, Sandbox};
use super::project::text;
use super::{Goal, Measurement};
use crate::error::{Context, Error, Result};

const PROJECTS: u32 = 5;

impl Databases<'_> {
    /// Projects that are made, suspended and deleted, beside a cluster made by hand.
    pub fn disk(&self) -> Result<Vec<Measurement>> {
        let bare = self.folder("floor-disk")?;
        self.initdb(&bare)?;
        let data = self.scratch.path().join("disk");
        let sandbox = self.open(&data)?;
        // What the first request ever opens stays open.
        let first = sandbox.project()?.0;
        sandbox.ask("DELETE", &format!("/api/v2/projects/{first}"), "")?;
        let none = settled(&sandbox)?;

        let mut made = Vec::new();
        for _ in 0..PROJECTS {
            let (project, _) = sandbox.project()?;
            let endpoints = format!("/api/v2/projects/{project}/endpoints");
            let all = sandbox.ask("GET", &endpoints, "")?;
            let endpoint = text(&all, "/endpoints/0/id")?;
            sandbox.ask("POST", &format!("{endpoints}/{endpoint}/suspend"), "")?;
            sandbox.settled(&project)?;
            let branch = text(&all, "/endpoints/0/branch_id")?;
            made.push((project, data.join("servers/branches").join(branch)));
        }
        let suspended = settled(&sandbox)?;
        let (_, cluster) = made
            .last()
            .ok_or_else(|| Error::new("no project was made"))?;
        let disk = megabytes(cluster)?;
        for (project, _) in &made {
            sandbox.ask("DELETE", &format!("/api/v2/projects/{project}"), "")?;
            sandbox.settled(project)?;
        }
        let deleted = settled(&sandbox)?;
        let each = |handles: u32| (f64::from(handles) - f64::from(none)) / f64::from(PROJECTS);
        let row = |what, unit, figure, floor, most| Measurement {
            what,
            unit,
            figure,
            floor,
            goal: Some(Goal::AtMost(most)),
        };
        Ok(vec![
            row(
                "disk of an empty project",
                "MB",
                disk,
                Some(megabytes(&bare)?),
                28.0,
            ),
            row(
                "handles of a suspended compute",
                "",
                each(suspended),
                None,
                1.0,
            ),
            row("handles of a deleted compute", "", each(deleted), None, 0.0),
        ])
    }
}

/// How many handles are open once that number stays the same for a while.
fn settled(sandbox: &Sandbox) -> Result<u32> {
    let end = Instant::now() + DEADLINE;
    let mut last = sandbox.handles()?;
    let mut since = Instant::now();
    while since.elapsed() < Duration::from_secs(2) {
        if Instant::now() >= end {
            return Err(Error::new("the sandbox goes on opening and closing"));
        }
        thread::sleep(Duration::from_millis(50));
        let now = sandbox.handles()?;
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    Ok(last)
}

/// As `du` counts.
fn megabytes(folder: &Path) -> Result<f64> {
    const KIBIBYTES_OF_A_MEGABYTE: f64 = 976.5625;
    let said = crate::program::Program::new("du")
        .args(["-s", "--block-size=1K"])
        .arg(folder)
        .within(DEADLINE)
        .quiet()?;
    let kibibytes = said.split_whitespace().next().unwrap_or_default();
    let kibibytes: u32 = kibibytes.parse().context("du printed no size")?;
    Ok(f64::from(kibibytes) / KIBIBYTES_OF_A_MEGABYTE)
}

impl Sandbox {
    /// How many files and sockets it has open.
    fn handles(&self) -> Result<u32> {
        let folder = format!("/proc/{}/fd", self.process.0.id());
        let open = fs::read_dir(&folder).context(format_args!("cannot read {folder}"))?;
        u32::try_from(open.count()).context("too many handles")
    }
}

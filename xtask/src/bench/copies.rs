//! Read-only computes and snapshots of a branch of 100 MB against the same by hand, and branches where files share blocks.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use super::database::{DEADLINE, Databases, milliseconds, remove};
use super::project::{Size, answered, copy, fill, text};
use super::{Goal, Measurement, Scratch, median};
use crate::error::{Context, Error, Result};
use crate::program::Program;

const SIZE: Size = Size::Mb100;
/// Of a disk in a file: what is not written takes no room.
const DISK: u64 = 40 * 1024 * 1024 * 1024;
/// How a file system that shares blocks is made.
const SHARING: [(&str, &[&str]); 2] = [
    ("mkfs.btrfs", &["-q"]),
    ("mkfs.xfs", &["-q", "-m", "reflink=1"]),
];

impl Databases<'_> {
    /// A read-only compute of a branch that runs, until it answers; by hand `pg_basebackup` and a hot standby.
    pub fn replica(&self) -> Result<Measurement> {
        let data = self.folder_of("replica", SIZE);
        let sandbox = self.open(&data)?;
        let (project, url) = sandbox.project()?;
        answered(&url)?;
        fill(&url, SIZE)?;
        let path = format!("/api/v2/projects/{project}/endpoints");
        let endpoints = sandbox.ask("GET", &path, "")?;
        let branch = text(&endpoints, "/endpoints/0/branch_id")?;
        let body = format!(r#"{{"endpoint":{{"branch_id":"{branch}","type":"read_only"}}}}"#);
        let port = format!(":{}/", endpoints["endpoints"][0]["port"]);

        let primary = self.folder("floor-replica")?;
        self.initdb(&primary)?;
        let server = self.start(&primary)?;
        fill(&server.url, SIZE)?;

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let started = Instant::now();
            // PostgreSQL wants a folder that is closed to others, and makes it so.
            let dir = self.folder(&format!("floor-replica-{run}"))?.join("data");
            let backup = Program::new(self.postgres.join("bin/pg_basebackup"))
                .args(["--checkpoint", "fast", "--write-recovery-conf", "--no-sync"])
                .args(["--dbname", &server.url, "--pgdata"])
                .arg(&dir);
            let backup = self.owner.run(backup).dir(self.scratch.path());
            backup.within(DEADLINE).quiet()?;
            let standby = self.start(&dir)?;
            floors.push(milliseconds(started));
            drop(standby);
            remove(&dir)?;

            let started = Instant::now();
            let made = sandbox.ask("POST", &path, &body)?;
            let its = format!(":{}/", made["endpoint"]["port"]);
            answered(&url.replacen(&port, &its, 1))?;
            figures.push(milliseconds(started));
            sandbox.settled(&project)?;
            let endpoint = text(&made, "/endpoint/id")?;
            sandbox.ask("DELETE", &format!("{path}/{endpoint}"), "")?;
            sandbox.settled(&project)?;
        }
        drop((sandbox, server));
        remove(&data)?;
        remove(&primary)?;
        Ok(Measurement {
            what: "read-only compute of 100 MB: POST to SELECT 1",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.3)),
        })
    }

    /// A snapshot of a branch that runs, until its operations have ended; by hand a copy of the files of a server that does not.
    pub fn snapshot(&self) -> Result<Measurement> {
        let data = self.folder_of("snapshot", SIZE);
        let sandbox = self.open(&data)?;
        let (project, url) = sandbox.project()?;
        answered(&url)?;
        fill(&url, SIZE)?;
        let branch = sandbox.branch_of(&project)?;
        let project_path = format!("/api/v2/projects/{project}");
        let path = format!("{project_path}/branches/{branch}/snapshot");

        let by_hand = self.folder("floor-snapshot")?;
        self.initdb(&by_hand)?;
        fill(&self.start(&by_hand)?.url, SIZE)?;

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let dir = self.scratch.path().join(format!("floor-snapshot-{run}"));
            let started = Instant::now();
            copy(&by_hand, &dir, SIZE)?;
            floors.push(milliseconds(started));
            remove(&dir)?;

            let started = Instant::now();
            let made = sandbox.ask("POST", &path, "{}")?;
            sandbox.settled(&project)?;
            figures.push(milliseconds(started));
            let snapshot = text(&made, "/snapshot/id")?;
            let its = format!("{project_path}/snapshots/{snapshot}");
            sandbox.ask("DELETE", &its, "")?;
            sandbox.settled(&project)?;
        }
        drop(sandbox);
        remove(&data)?;
        remove(&by_hand)?;
        Ok(Measurement {
            what: "snapshot of 100 MB: POST to its end",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.3)),
        })
    }

    /// A branch on btrfs and on XFS, on disks in files; as root.
    pub fn clones(&self) -> Result<Vec<Measurement>> {
        let mut rows = Vec::new();
        for (make, options) in SHARING {
            let disk = Disk::of(self.scratch, make, options)?;
            let scratch = Scratch::below(&disk.path())?;
            let there = Databases {
                sandbox: self.sandbox.clone(),
                postgres: self.postgres.clone(),
                scratch: &scratch,
                owner: self.owner.clone(),
                runs: self.runs,
            };
            for size in [Size::Mb100, Size::Gb1, Size::Gb10] {
                let (figure, floor) = there.branched(size)?;
                rows.push(Measurement {
                    what: match (make, size) {
                        ("mkfs.btrfs", Size::Mb100) => "branch of 100 MB on btrfs",
                        ("mkfs.btrfs", Size::Gb1) => "branch of 1 GB on btrfs",
                        ("mkfs.btrfs", Size::Gb10) => "branch of 10 GB on btrfs",
                        (_, Size::Mb100) => "branch of 100 MB on XFS",
                        (_, Size::Gb1) => "branch of 1 GB on XFS",
                        (_, Size::Gb10) => "branch of 10 GB on XFS",
                    },
                    unit: "ms",
                    figure,
                    floor: Some(floor),
                    goal: Some(Goal::AtMost(200.0)),
                });
            }
        }
        Ok(rows)
    }
}

/// A file system in a file, mounted as long as it lives.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    fn of(scratch: &Scratch, make: &str, options: &[&str]) -> Result<Self> {
        let disk = Self {
            folder: scratch.path().join(make),
        };
        fs::create_dir_all(disk.path()).context("cannot create a folder to mount a disk at")?;
        let image = disk.folder.join("image");
        let made = fs::File::create(&image).and_then(|file| file.set_len(DISK));
        made.context("cannot create a disk in a file")?;
        Program::new(make).args(options).arg(&image).quiet()?;
        let mount = Program::new("mount")
            .args(["-o", "loop"])
            .arg(&image)
            .arg(disk.path());
        mount.quiet().map_err(|error: Error| {
            error.hint("a disk in a file can be mounted by root alone: run this as root")
        })?;
        Ok(disk)
    }

    fn path(&self) -> PathBuf {
        self.folder.join("disk")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let unmounted = Program::new("umount").arg("-l").arg(self.path()).quiet();
        // What is mounted still is not removed with its folder.
        if unmounted.is_ok() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

//! The sandbox's temporary databases against clusters made by hand.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Goal, Measurement, Scratch, ServerUser, median};
use crate::child_guard::ChildGuard;
use crate::error::{Context, Error, Result};
use crate::program::Program;

pub(super) const DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Databases<'a> {
    pub sandbox: PathBuf,
    pub postgres: PathBuf,
    pub scratch: &'a Scratch,
    pub owner: ServerUser,
    pub runs: usize,
}

impl Databases<'_> {
    /// From nothing to the first answer of a first temporary database.
    pub fn cold(&self) -> Result<Measurement> {
        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let started = Instant::now();
            let dir = self.folder(&format!("floor-cold-{run}"))?;
            self.initdb(&dir)?;
            let server = self.start(&dir)?;
            floors.push(milliseconds(started));
            drop(server);
            remove(&dir)?;

            let data = self.scratch.path().join(format!("cold-{run}"));
            let started = Instant::now();
            let sandbox = self.open(&data)?;
            first_answer(&sandbox.create()?)?;
            figures.push(milliseconds(started));
            drop(sandbox);
            remove(&data)?;
        }
        Ok(Measurement {
            what: "sandbox: cold start to first SELECT 1",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(0.5)),
        })
    }

    /// One more temporary database of a sandbox that runs, beside a cluster by hand and beside what is good in itself.
    pub fn warm(&self) -> Result<Vec<Measurement>> {
        let template = self.folder("floor-template")?;
        self.initdb(&template)?;
        let sandbox = self.open(&self.scratch.path().join("warm"))?;
        first_answer(&sandbox.create()?)?;

        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        for run in 0..self.runs {
            let dir = self.scratch.path().join(format!("floor-warm-{run}"));
            let started = Instant::now();
            Program::new("cp")
                .args(["-a", "--reflink=auto"])
                .arg(&template)
                .arg(&dir)
                .within(DEADLINE)
                .quiet()?;
            let server = self.start(&dir)?;
            floors.push(milliseconds(started));
            drop(server);
            remove(&dir)?;

            let started = Instant::now();
            first_answer(&sandbox.create()?)?;
            figures.push(milliseconds(started));
        }
        let figure = median(figures)?;
        let row = |what, floor, goal| Measurement {
            what,
            unit: "ms",
            figure,
            floor,
            goal: Some(goal),
        };
        Ok(vec![
            row(
                "temporary database, warm: POST to SELECT 1",
                Some(median(floors)?),
                Goal::Times(0.7),
            ),
            row("temporary database of its own", None, Goal::AtMost(150.0)),
        ])
    }

    /// What a create waits for so that a power cut takes nothing that was answered: all files of
    /// a fresh copy, brought to the disk as the sandbox does it. It does so while the server
    /// starts, and a copy that was made ahead is there already.
    pub fn sync(&self) -> Result<Measurement> {
        let template = self.folder("sync-template")?;
        self.initdb(&template)?;
        let mut figures = Vec::new();
        for run in 0..self.runs {
            let dir = self.scratch.path().join(format!("sync-{run}"));
            Program::new("cp")
                .args(["-a", "--reflink=auto"])
                .arg(&template)
                .arg(&dir)
                .within(DEADLINE)
                .quiet()?;
            let started = Instant::now();
            to_the_disk(&dir)?;
            figures.push(milliseconds(started));
            remove(&dir)?;
        }
        Ok(Measurement {
            what: "temporary database: its files to the disk",
            unit: "ms",
            figure: median(figures)?,
            floor: None,
            goal: None,
        })
    }

    pub(super) fn folder(&self, name: &str) -> Result<PathBuf> {
        let dir = self.scratch.path().join(name);
        fs::create_dir_all(&dir).context(format_args!("cannot create {}", dir.display()))?;
        self.owner.give(&dir)?;
        Ok(dir)
    }

    pub(super) fn initdb(&self, dir: &Path) -> Result<()> {
        let initdb = Program::new(self.postgres.join("bin/initdb"))
            .args([
                "--username",
                "bench",
                "--auth",
                "trust",
                "--no-sync",
                "--pgdata",
            ])
            .arg(dir);
        self.owner
            .run(initdb)
            .dir(self.scratch.path())
            .within(DEADLINE)
            .quiet()
            .map(|_| ())
    }

    /// Starts a server by hand and waits until it answers a query.
    pub(super) fn start(&self, dir: &Path) -> Result<Server> {
        let port = free_port()?.to_string();
        let postgres = Program::new(self.postgres.join("bin/postgres"))
            .arg("-D")
            .arg(dir)
            .args(["-p", &port, "-h", "127.0.0.1", "-k", ""]);
        let server = ChildGuard(
            self.owner
                .run(postgres)
                .dir(self.scratch.path())
                .silent()
                .own_group()
                .spawn()?,
        );
        let url = format!("postgresql://bench@127.0.0.1:{port}/postgres?sslmode=disable");
        let end = Instant::now() + DEADLINE;
        while let Err(error) = first_answer(&url) {
            if Instant::now() >= end {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(Server {
            url,
            _process: server,
        })
    }

    pub(super) fn open(&self, data: &Path) -> Result<Sandbox> {
        let program = Program::new(&self.sandbox)
            .args(["--port", "0", "--data"])
            .arg(data)
            .arg("--bundled")
            .arg(&self.postgres)
            .dir(self.scratch.path());
        let (process, line) = program.says(DEADLINE, |line| Some(line.to_owned()))?;
        let ready: Value =
            serde_json::from_str(&line).context("cannot read the sandbox's first line")?;
        let address = ready["instant_url"]
            .as_str()
            .and_then(|url| url.strip_prefix("http://"))
            .ok_or_else(|| Error::new("the sandbox printed no instant_url"))?;
        Ok(Sandbox {
            address: address.trim_end_matches('/').to_owned(),
            key: ready["key"].as_str().unwrap_or_default().to_owned(),
            process,
        })
    }
}

/// A server by hand.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) url: String,
    _process: ChildGuard,
}

#[derive(Debug)]
pub(super) struct Sandbox {
    address: String,
    key: String,
    pub(super) process: ChildGuard,
}

impl Sandbox {
    /// A new temporary database's connection string.
    pub(super) fn create(&self) -> Result<String> {
        let record = self.ask("POST", "/api/v1/database", r#"{"ref":"bench"}"#)?;
        record["connection_string"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| Error::new("no database was made"))
    }

    /// One request with the sandbox's key, and the body of its answer.
    pub(super) fn ask(&self, method: &str, path: &str, body: &str) -> Result<Value> {
        let mut stream = TcpStream::connect(&self.address).context("cannot reach the sandbox")?;
        stream
            .set_read_timeout(Some(DEADLINE))
            .context("cannot set a deadline")?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            self.key,
            body.len()
        )
        .context("cannot ask the sandbox")?;
        let mut reply = String::new();
        stream
            .read_to_string(&mut reply)
            .context("the sandbox did not answer")?;
        let (head, body) = reply
            .split_once("\r\n\r\n")
            .ok_or_else(|| Error::new("the sandbox's answer was cut"))?;
        let line = head.lines().next().unwrap_or_default();
        match line.split(' ').nth(1) {
            Some(status) if status.starts_with('2') => serde_json::from_str(body).context(line),
            _ => Err(Error::new(format!("{method} {path}: {line}: {body}"))),
        }
    }
}

pub(super) fn first_answer(url: &str) -> Result<()> {
    match psql(url, "SELECT 1", Duration::from_secs(20))?.as_str() {
        "1" => Ok(()),
        said => Err(Error::new(format!("SELECT 1 answered `{said}`"))),
    }
}

/// What a statement answers.
pub(super) fn psql(url: &str, statement: &str, within: Duration) -> Result<String> {
    let said = Program::new("psql")
        .args([url, "-XAtqc", statement])
        .within(within)
        .quiet()?;
    Ok(said.trim().to_owned())
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

pub(super) fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// Eight files at once, then the folders.
fn to_the_disk(dir: &Path) -> Result<()> {
    const AT_ONCE: usize = 8;
    let (mut files, mut folders) = (Vec::new(), vec![dir.to_path_buf()]);
    let mut next = 0;
    while let Some(folder) = folders.get(next).cloned() {
        next += 1;
        let entries =
            fs::read_dir(&folder).context(format_args!("cannot read {}", folder.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    let sync = |paths: &[PathBuf]| {
        paths.iter().try_for_each(|path| {
            let synced = fs::File::open(path).and_then(|file| file.sync_all());
            synced.context(format_args!("cannot sync {}", path.display()))
        })
    };
    thread::scope(|scope| {
        let each = files.len().div_ceil(AT_ONCE).max(1);
        let parts: Vec<_> = files
            .chunks(each)
            .map(|part| scope.spawn(move || sync(part)))
            .collect();
        parts.into_iter().try_for_each(|part| {
            let joined = part.join();
            joined.unwrap_or_else(|_| Err(Error::new("a file was not synced")))
        })
    })?;
    sync(&folders)
}

pub(super) fn remove(dir: &Path) -> Result<()> {
    fs::remove_dir_all(dir).context(format_args!("cannot remove {}", dir.display()))?;
    sync_file_system(dir.parent().unwrap_or(dir))
}

/// Waits until the file system has written what was done before: what is measured next would pay for it, most of all on btrfs.
pub(super) fn sync_file_system(dir: &Path) -> Result<()> {
    if cfg!(target_os = "linux") {
        Program::new("sync").arg("-f").arg(dir).quiet()?;
    }
    Ok(())
}

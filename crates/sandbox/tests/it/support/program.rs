//! The sandbox as a program, and which processes there are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(60);

pub struct Program {
    pub child: Child,
    /// The one line it prints.
    pub ready: Value,
}

pub fn command(data: &Path, more: &[&str]) -> Command {
    started_by(&[], data, more)
}

/// With a program in front that starts it.
fn started_by(before: &[&str], data: &Path, more: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_plinth-sandbox");
    let mut words = before.iter().copied().chain([program]);
    let mut command = Command::new(words.next().unwrap());
    command
        .args(words)
        .arg("--data")
        .arg(data)
        .args(more)
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// A program that dies at that write; none when that was before it was ready.
pub async fn try_start(data: &Path, dies_at: u32) -> Option<Program> {
    let mut command = command(data, &[]);
    command.env("PLINTH_SANDBOX_DIES_AT", dies_at.to_string());
    Program::of(command).await
}

impl Program {
    pub async fn start(data: &Path, more: &[&str]) -> Self {
        Self::of(command(data, more)).await.expect("a line")
    }

    /// With these arguments alone.
    pub async fn with(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plinth-sandbox"));
        command
            .args(arguments)
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        Self::of(command).await.expect("a line")
    }

    /// With a program in front that starts it.
    pub async fn start_by(before: &[&str], data: &Path, more: &[&str]) -> Self {
        let command = started_by(before, data, more);
        Self::of(command).await.expect("a line")
    }

    /// With its standard input held open.
    pub async fn start_piped(data: &Path, more: &[&str]) -> Self {
        let mut command = command(data, more);
        command.stdin(Stdio::piped());
        Self::of(command).await.expect("a line")
    }

    /// None when it ends before it is ready.
    pub async fn of(mut command: Command) -> Option<Self> {
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = timeout(DEADLINE, lines.next_line())
            .await
            .expect("ready in time")
            .unwrap();
        let Some(line) = line else {
            child.wait().await.unwrap();
            return None;
        };
        Some(Self {
            child,
            ready: serde_json::from_str(&line).unwrap(),
        })
    }

    pub fn text(&self, field: &str) -> &str {
        self.ready[field]
            .as_str()
            .unwrap_or_else(|| panic!("no {field} in {}", self.ready))
    }

    pub fn ca_file(&self) -> PathBuf {
        PathBuf::from(self.text("ca_file"))
    }

    /// How many files and sockets it has open.
    #[cfg(target_os = "linux")]
    pub fn handles(&self) -> usize {
        let pid = self.child.id().expect("it runs");
        std::fs::read_dir(format!("/proc/{pid}/fd"))
            .unwrap()
            .count()
    }

    /// How many of each kind it has open. A socket is `listening`, `connected` or of another sort; a
    /// file is its path.
    #[cfg(target_os = "linux")]
    pub fn open(&self) -> BTreeMap<String, usize> {
        let pid = self.child.id().expect("it runs");
        let links: Vec<PathBuf> = std::fs::read_dir(format!("/proc/{pid}/fd"))
            .unwrap()
            // One that was closed since leads nowhere.
            .filter_map(|handle| std::fs::read_link(handle.unwrap().path()).ok())
            .collect();
        let sockets = sockets();
        let mut open = BTreeMap::new();
        for link in links {
            let link = link.to_str().unwrap();
            let socket = link.strip_prefix("socket:[");
            let kind = match socket.and_then(|it| it.strip_suffix(']')) {
                Some(inode) => sockets.get(inode).copied().unwrap_or("another socket"),
                None => link,
            };
            *open.entry(kind.to_owned()).or_default() += 1;
        }
        open
    }

    pub async fn signal(&self, name: &str) {
        signal(self.child.id().expect("it runs"), name).await;
    }

    pub async fn end(&mut self) -> std::process::ExitStatus {
        timeout(DEADLINE, self.child.wait())
            .await
            .expect("ends in time")
            .unwrap()
    }
}

/// What each TCP socket does, by its inode.
fn sockets() -> BTreeMap<String, &'static str> {
    const INODE: usize = 9;
    let mut all = BTreeMap::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        let table = std::fs::read_to_string(table).unwrap_or_default();
        for row in table.lines().skip(1) {
            let words: Vec<&str> = row.split_whitespace().collect();
            let does = match words[3] {
                "0A" => "listening",
                _ => "connected",
            };
            all.insert(words[INODE].to_owned(), does);
        }
    }
    all
}

pub async fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill")
        .args(["-s", name, &pid.to_string()])
        .status()
        .await
        .unwrap();
    assert!(sent.success());
}

/// The numbers of all processes that have the folder on their command line, but this program.
pub fn processes_on(folder: &Path) -> Vec<u32> {
    let folder = folder.to_str().unwrap();
    let of_it = |(_, program, line): &(u32, String, String)| {
        program.ends_with("postgres") && line.contains(folder)
    };
    let found = processes().into_iter().filter(of_it);
    found.map(|(pid, ..)| pid).collect()
}

/// Number, program and command line of every process.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(u32, String, String)> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let described = pids.map(|pid: u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let program = line.split(' ').next().unwrap_or_default().to_owned();
        (pid, program, line)
    });
    described.collect()
}

/// Number, program and command line of every process, as `ps` prints them.
#[cfg(all(unix, not(target_os = "linux")))]
fn processes() -> Vec<(u32, String, String)> {
    let said = std::process::Command::new("ps")
        .args(["-axww", "-o", "pid=,command="])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let described = said.lines().filter_map(|row| {
        let (pid, line) = row.trim().split_once(' ')?;
        let program = line.trim().split(' ').next().unwrap_or_default();
        Some((pid.parse().ok()?, program.to_owned(), line.to_owned()))
    });
    described.collect()
}

/// Number, program and command line of every process, as the system's own tool prints them.
#[cfg(windows)]
fn processes() -> Vec<(u32, String, String)> {
    let ask = "Get-CimInstance Win32_Process | ForEach-Object { \"$($_.ProcessId)`t$($_.Name)`t$($_.CommandLine)\" }";
    let said = std::process::Command::new("powershell")
        .args(["-NoProfile", "-Command", ask])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let described = said.lines().filter_map(|row| {
        let mut parts = row.splitn(3, '\t');
        let (pid, program, line) = (parts.next()?, parts.next()?, parts.next()?);
        let program = program.trim_end_matches(".exe");
        Some((
            pid.parse().ok()?,
            program.to_owned(),
            line.trim().to_owned(),
        ))
    });
    described.collect()
}

//! The sandbox as a program, and which processes there are.

#[cfg(target_os = "linux")]
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
    #[cfg(target_os = "linux")]
    pub async fn start_by(before: &[&str], data: &Path, more: &[&str]) -> Self {
        let command = started_by(before, data, more);
        Self::of(command).await.expect("a line")
    }

    /// With its standard input held open.
    #[cfg(unix)]
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
        // One that dies while it writes the line leaves a part of it.
        let Some(ready) = line.and_then(|line| serde_json::from_str(&line).ok()) else {
            child.wait().await.unwrap();
            return None;
        };
        Some(Self { child, ready })
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
#[cfg(target_os = "linux")]
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

/// The numbers of all processes of PostgreSQL that have the folder on their command line. A process that a server has just
/// forked has the server's command line until it gives itself a title, and is not counted beside its server.
pub fn processes_on(folder: &Path) -> Vec<u32> {
    let folder = folder.to_str().unwrap();
    let of_it = |it: &Process| it.program.ends_with("postgres") && it.line.contains(folder);
    let found: Vec<_> = processes().into_iter().filter(of_it).collect();
    let is_forked = |it: &Process| found.iter().any(|other| other.pid == it.parent);
    let own = found.iter().filter(|it| !is_forked(it));
    own.map(|it| it.pid).collect()
}

struct Process {
    pid: u32,
    parent: u32,
    program: String,
    line: String,
}

/// Every process.
#[cfg(target_os = "linux")]
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let described = pids.filter_map(|pid: u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let program = line.split(' ').next().unwrap_or_default().to_owned();
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let mut fields = status.lines();
        let parent = fields.find_map(|field| field.strip_prefix("PPid:"))?;
        Some(Process {
            pid,
            parent: parent.trim().parse().ok()?,
            program,
            line,
        })
    });
    described.collect()
}

/// Every process, as `ps` prints them.
#[cfg(all(unix, not(target_os = "linux")))]
fn processes() -> Vec<Process> {
    let said = std::process::Command::new("ps")
        .args(["-axww", "-o", "pid=,ppid=,command="])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let described = said.lines().filter_map(|row| {
        let (pid, rest) = row.trim().split_once(' ')?;
        let (parent, line) = rest.trim().split_once(' ')?;
        let program = line.trim().split(' ').next().unwrap_or_default();
        Some(Process {
            pid: pid.parse().ok()?,
            parent: parent.parse().ok()?,
            program: program.to_owned(),
            line: line.to_owned(),
        })
    });
    described.collect()
}

/// Every process, as the system's own tool prints them.
#[cfg(windows)]
fn processes() -> Vec<Process> {
    let ask = "Get-CimInstance Win32_Process | ForEach-Object { \"$($_.ProcessId)`t$($_.ParentProcessId)`t$($_.Name)`t$($_.CommandLine)\" }";
    let said = std::process::Command::new("powershell")
        .args(["-NoProfile", "-Command", ask])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let described = said.lines().filter_map(|row| {
        let mut parts = row.splitn(4, '\t');
        let (pid, parent) = (parts.next()?, parts.next()?);
        let (program, line) = (parts.next()?, parts.next()?);
        Some(Process {
            pid: pid.parse().ok()?,
            parent: parent.parse().ok()?,
            program: program.trim_end_matches(".exe").to_owned(),
            line: line.trim().to_owned(),
        })
    });
    described.collect()
}

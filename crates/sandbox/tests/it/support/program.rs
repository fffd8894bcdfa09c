//! The sandbox as a program, and a look at which processes there are.

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
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandbox"));
    command
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

    /// None when it ends before it is ready.
    async fn of(mut command: Command) -> Option<Self> {
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

    pub async fn signal(&self, name: &str) {
        let pid = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill")
            .args(["-s", name, &pid])
            .status()
            .await
            .unwrap();
        assert!(sent.success());
    }

    pub async fn end(&mut self) -> std::process::ExitStatus {
        timeout(DEADLINE, self.child.wait())
            .await
            .expect("ends in time")
            .unwrap()
    }
}

/// The numbers of all processes that have the folder on their command line, but this program.
pub fn processes_on(folder: &Path) -> Vec<u32> {
    let folder = folder.to_str().unwrap();
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line);
            line.split('\0')
                .next()
                .is_some_and(|program| program.ends_with("postgres"))
                && line.contains(folder)
        })
        .collect()
}

//! Started programs and who stops them.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Context, Result};

/// How late the end of a program may be seen, which is in what is measured of it.
pub const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A started program that is asked to end, then made to, when this is dropped.
#[derive(Debug)]
pub struct ChildGuard(pub Child);

impl ChildGuard {
    pub fn terminate(&mut self, patience: Duration) {
        if !matches!(self.0.try_wait(), Ok(None)) {
            return;
        }
        if signal("TERM", self.0.id())
            && matches!(
                wait_until(&mut self.0, Instant::now() + patience),
                Ok(Some(_))
            )
        {
            return;
        }
        kill_tree(self.0.id());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        self.terminate(Duration::from_secs(5));
    }
}

/// Sends a signal by name; false where that is not possible.
pub fn signal(name: &str, pid: u32) -> bool {
    cfg!(unix)
        && Command::new("kill")
            .args(["-s", name, &pid.to_string()])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

pub fn kill_tree(pid: u32) {
    if cfg!(windows) {
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &pid.to_string()])
            .output();
        return;
    }
    // Children first, found before their parent is gone.
    for pid in descendants(pid).into_iter().rev().chain([pid]) {
        signal("KILL", pid);
    }
}

/// The processes below one, nearest first; empty where there is no `/proc`.
pub fn descendants(of: u32) -> Vec<u32> {
    let pairs: Vec<(u32, u32)> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name in parentheses may hold anything; the parent is the second field after it.
            let parent = stat
                .rsplit_once(')')?
                .1
                .split_whitespace()
                .nth(1)?
                .parse()
                .ok()?;
            Some((pid, parent))
        })
        .collect();
    let mut found = vec![of];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(
            pairs
                .iter()
                .filter(|(_, p)| *p == parent)
                .map(|(pid, _)| *pid),
        );
        next += 1;
    }
    found.split_off(1)
}

/// Whether it ended well, or `None` when it still runs at the end of the wait.
pub fn wait_until(child: &mut Child, end: Instant) -> Result<Option<bool>> {
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            return Ok(Some(status.success()));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

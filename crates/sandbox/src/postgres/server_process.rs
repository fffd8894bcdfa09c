//! The process of a server as the system knows it, by its number.

use std::path::Path;
use std::time::Duration;

pub const FAST_STOP: Duration = Duration::from_secs(10);
pub const HARD_STOP: Duration = Duration::from_secs(5);

/// A flag of Windows for a program that is started: it gets no console. In that of the sandbox, Ctrl-C would reach it, and
/// closing it would end it; where there is none, a window would open.
#[cfg(windows)]
pub const CREATE_NO_WINDOW: u32 = 0x0800_0000;

#[derive(Debug, Clone, Copy)]
pub enum Force {
    /// Ends the sessions and writes a checkpoint.
    Fast,
    /// Ends at once; the next start recovers.
    Immediate,
}

#[cfg(unix)]
pub fn signal(_: &Path, pid: u32, force: Force) {
    use rustix::process::{Pid, Signal, kill_process};
    let signal = match force {
        Force::Fast => Signal::INT,
        Force::Immediate => Signal::QUIT,
    };
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

#[cfg(not(unix))]
pub fn signal(bin_dir: &Path, pid: u32, force: Force) {
    let name = match force {
        Force::Fast => "INT",
        Force::Immediate => "QUIT",
    };
    let mut command = std::process::Command::new(bin_dir.join("pg_ctl"));
    without_console(&mut command);
    let _ = command
        .args(["kill", name, &pid.to_string()])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
}

/// Whether that process is a `postgres` on that very cluster, and not another program that was
/// given the same number since.
#[cfg(target_os = "linux")]
pub fn is_server_of(pid: u32, cluster: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(line) = std::fs::read(format!("/proc/{pid}/cmdline")) else {
        return false;
    };
    let mut words = line.split(|byte| *byte == 0);
    let program = words.next().unwrap_or_default();
    program.ends_with(b"postgres") && words.any(|word| word == cluster.as_os_str().as_bytes())
}

#[cfg(all(unix, not(target_os = "linux")))]
pub fn is_server_of(pid: u32, cluster: &Path) -> bool {
    let listed = std::process::Command::new("ps")
        .args(["-o", "command=", "-p", &pid.to_string()])
        .output();
    let Ok(listed) = listed else { return false };
    let line = String::from_utf8_lossy(&listed.stdout);
    line.contains("postgres") && line.contains(&*cluster.to_string_lossy())
}

#[cfg(not(unix))]
pub fn is_server_of(pid: u32, cluster: &Path) -> bool {
    let mut command = std::process::Command::new("tasklist");
    without_console(&mut command);
    let listed = command
        .args(["/FI", &format!("PID eq {pid}"), "/FO", "CSV", "/NH"])
        .output();
    let Ok(listed) = listed else { return false };
    let line = String::from_utf8_lossy(&listed.stdout);
    line.starts_with("\"postgres.exe\",") && has_pid_file(cluster, pid)
}

/// True if the server that has the cluster wrote this number. The file goes with a server that is stopped.
#[cfg(not(unix))]
fn has_pid_file(cluster: &Path, pid: u32) -> bool {
    let text = crate::owner::read_small_text(&cluster.join("postmaster.pid"));
    let text = text.unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.trim() == pid.to_string()
}

#[cfg(windows)]
fn without_console(command: &mut std::process::Command) {
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NO_WINDOW);
}

#[cfg(not(any(unix, windows)))]
fn without_console(_: &mut std::process::Command) {}

/// The processes of a server that log in at another one to follow it. Their titles are complete: a process for a client
/// has more in its title, whatever the client calls itself. Empty where the system does not tell.
#[cfg(target_os = "linux")]
pub fn wal_receivers(server: u32) -> Vec<u32> {
    const TITLE: &[u8] = b"postgres: walreceiver";
    let is_child = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"));
        status.is_ok_and(|status| {
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            parent.is_some_and(|parent| parent.trim() == server.to_string())
        })
    };
    let is_receiver = |pid: u32| {
        let title = std::fs::read(format!("/proc/{pid}/cmdline"));
        title.is_ok_and(|title| {
            let rest = title.strip_prefix(TITLE);
            rest.is_some_and(|rest| rest.iter().all(|byte| matches!(byte, 0 | b' ')))
        })
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    numbers
        .filter(|pid| is_receiver(*pid) && is_child(*pid))
        .collect()
}

#[cfg(not(target_os = "linux"))]
pub fn wal_receivers(_: u32) -> Vec<u32> {
    Vec::new()
}

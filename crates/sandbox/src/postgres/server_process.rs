//! The process of a server as the system knows it, by its number.

use std::path::Path;
use std::time::Duration;

pub const FAST_STOP: Duration = Duration::from_secs(10);
pub const HARD_STOP: Duration = Duration::from_secs(5);

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
    let _ = std::process::Command::new(bin_dir.join("pg_ctl"))
        .args(["kill", name, &pid.to_string()])
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
    let listed = std::process::Command::new("tasklist")
        .args(["/FI", &format!("PID eq {pid}"), "/FO", "CSV", "/NH"])
        .output();
    let Ok(listed) = listed else { return false };
    let line = String::from_utf8_lossy(&listed.stdout);
    line.contains("postgres") && cluster.join("postmaster.pid").is_file()
}

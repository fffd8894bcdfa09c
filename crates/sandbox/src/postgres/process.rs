//! One `postgres` process: started without waiting in steps, stopped with growing force.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::WakeError;
use super::binaries::PostgresVersion;
use super::server_process::{FAST_STOP, Force, HARD_STOP, is_server_of, signal};

use super::{blocking, control_file, server_log, shared_memory};
use crate::disk;
use crate::guardian::Guarded;
use crate::owner::{Owner, read_small_text, run_as};

pub const START_DEADLINE: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub struct Server {
    child: Child,
    guarded: Guarded,
    pub port: u16,
    pg: PostgresVersion,
    cluster: PathBuf,
    log: PathBuf,
}

impl Server {
    /// Starts a server on a loopback port of its own and returns as soon as it takes connections.
    pub async fn start(
        pg: &PostgresVersion,
        owner: Option<Owner>,
        cluster: &Path,
        log: &Path,
        stop: &CancellationToken,
    ) -> Result<Self, WakeError> {
        Self::start_within(START_DEADLINE, pg, owner, cluster, log, stop).await
    }

    pub async fn start_within(
        patience: Duration,
        pg: &PostgresVersion,
        owner: Option<Owner>,
        cluster: &Path,
        log: &Path,
        stop: &CancellationToken,
    ) -> Result<Self, WakeError> {
        // Another program may have taken the port since it was looked for, and processes of a
        // server that was killed may need a moment to go.
        const PAUSES_MS: [u64; 5] = [0, 50, 100, 300, 1000];
        let mut log_tail = String::new();
        // A log that is kept must not keep a database from being served.
        let unclean = control_file::read(cluster).is_ok_and(|control| !control.is_shut_down);
        if unclean && let Err(error) = server_log::save_crash(log) {
            tracing::warn!(%error, "the end of a server's log was not copied after its crash");
        }
        for pause in PAUSES_MS {
            sleep(Duration::from_millis(pause)).await;
            if stop.is_cancelled() {
                return Err(WakeError::Stopping);
            }
            let port = free_port()?;
            let begun = server_log::length(log);
            let child = spawn(pg, owner, cluster, log, port)?;
            let mut server = Self {
                guarded: Guarded::new(child.id(), &pg.bin_dir, cluster),
                child,
                port,
                pg: pg.clone(),
                cluster: cluster.to_path_buf(),
                log: log.to_path_buf(),
            };
            match server.ready(patience, stop).await {
                Ok(()) => return Ok(server),
                Err(WakeError::NotStarted { .. }) => {
                    log_tail = server_log::log_tail(log, begun);
                }
                Err(other) => {
                    server.stop().await;
                    return Err(other);
                }
            }
        }
        if is_full(cluster) {
            tracing::warn!(log_tail, "a server did not start on a full disk");
            return Err(WakeError::DiskFull);
        }
        if log_tail.is_empty() {
            log_tail.push_str("it exited without output");
        }
        Err(WakeError::NotStarted { log_tail })
    }

    async fn ready(
        &mut self,
        patience: Duration,
        stop: &CancellationToken,
    ) -> Result<(), WakeError> {
        let deadline = Instant::now() + patience;
        let pid = self.child.id();
        let pid_file = self.cluster.join("postmaster.pid");
        while Instant::now() < deadline {
            if let Some((running, true)) = read_pid_file(&pid_file)
                && Some(running) == pid
            {
                return Ok(());
            }
            if self.exited() {
                return Err(WakeError::NotStarted {
                    log_tail: String::new(),
                });
            }
            if stop.is_cancelled() {
                return Err(WakeError::Stopping);
            }
            sleep(POLL_INTERVAL).await;
        }
        Err(WakeError::TooSlow)
    }

    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Keeps the log of a server that writes much within its limit.
    pub async fn rotate_log(&self) {
        if !server_log::is_long(&self.log) {
            return;
        }
        let log = self.log.clone();
        if let Err(error) = blocking(move || server_log::rotate(&log)).await {
            tracing::warn!(%error, "the log of a server grows beyond its limit");
        }
    }

    pub fn exited(&mut self) -> bool {
        let exited = !matches!(self.child.try_wait(), Ok(None));
        if exited {
            self.guarded.ended();
        }
        exited
    }

    /// Stops the server: fast, then immediately, then by force.
    pub async fn stop(mut self) {
        let Some(pid) = self.child.id() else { return };
        for (force, patience) in [(Force::Fast, FAST_STOP), (Force::Immediate, HARD_STOP)] {
            signal(&self.pg.bin_dir, pid, force);
            if self.ended_within(patience).await {
                return self.guarded.ended();
            }
        }
        tracing::warn!(pid, "a server is killed");
        if self.child.kill().await.is_ok() {
            self.guarded.ended();
        }
    }

    async fn ended_within(&mut self, patience: Duration) -> bool {
        let ended: Result<io::Result<ExitStatus>, _> = timeout(patience, self.child.wait()).await;
        ended.is_ok()
    }

    /// Tells the server to stop without waiting for it.
    pub fn signal_stop(&self) {
        if let Some(pid) = self.child.id() {
            signal(&self.pg.bin_dir, pid, Force::Fast);
        }
    }
}

/// Returns whether there is not even room for what a start writes.
fn is_full(cluster: &Path) -> bool {
    const LEAST: u64 = 1 << 20;
    disk::free(cluster).is_some_and(|free| free < LEAST)
}

fn spawn(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
    log: &Path,
    port: u16,
) -> Result<Child, WakeError> {
    let out = server_log::open(log)?;
    let mut command = program(pg, "postgres", owner);
    command
        .arg("-D")
        .arg(cluster)
        .arg("-p")
        .arg(port.to_string())
        .args(shared_memory::arguments())
        .stdin(Stdio::null())
        .stdout(Stdio::from(out.try_clone()?))
        .stderr(Stdio::from(out));
    #[cfg(unix)]
    command.process_group(0);
    Ok(command.spawn()?)
}

/// One of PostgreSQL's programs with a small environment of its own.
pub fn program(pg: &PostgresVersion, name: &str, owner: Option<Owner>) -> Command {
    let mut command = Command::new(pg.program(name));
    #[cfg(unix)]
    command.env_clear().env("PATH", &pg.bin_dir);
    #[cfg(windows)]
    command.creation_flags(super::server_process::CREATE_NO_WINDOW);
    for (name, _) in std::env::vars_os() {
        // Windows finds `pghost` for `PGHOST`.
        let start = name.as_encoded_bytes().get(..2);
        if start.is_some_and(|start| start.eq_ignore_ascii_case(b"PG")) {
            command.env_remove(name);
        }
    }
    command
        .envs(own_libraries(pg))
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .current_dir(std::env::temp_dir());
    run_as(&mut command, owner);
    command
}

/// Some of its own libraries, such as dblink's, look for libpq where it was built, and would take an
/// older one of the system.
fn own_libraries(pg: &PostgresVersion) -> Option<(&'static str, PathBuf)> {
    let folder = pg.bin_dir.parent()?.join("lib");
    let is_there = cfg!(target_os = "linux") && folder.join("libpq.so.5").is_file();
    is_there.then_some(("LD_LIBRARY_PATH", folder))
}

fn free_port() -> io::Result<u16> {
    let probe = std::net::TcpListener::bind(("127.0.0.1", 0))?;
    Ok(probe.local_addr()?.port())
}

/// The process that holds a cluster and whether it takes connections.
fn read_pid_file(path: &Path) -> Option<(u32, bool)> {
    let text = read_small_text(path).ok()?;
    let mut lines = text.lines();
    let pid = lines.next()?.trim().parse().ok()?;
    let ready = lines.nth(6).is_some_and(|state| state.trim() == "ready");
    Some((pid, ready))
}

/// The process that holds a cluster.
pub fn server_pid(cluster: &Path) -> Option<u32> {
    Some(read_pid_file(&cluster.join("postmaster.pid"))?.0)
}

/// Stops a server that an earlier sandbox left behind on this cluster.
pub async fn stop_leftover(pg: &PostgresVersion, cluster: &Path) {
    let pid_file = cluster.join("postmaster.pid");
    let Some((pid, _)) = read_pid_file(&pid_file) else {
        return;
    };
    if !is_server_of(pid, cluster) {
        return clear_stale_lock(&pid_file, cluster);
    }
    tracing::info!(pid, "stopping a leftover server");
    for (force, patience) in [(Force::Fast, FAST_STOP), (Force::Immediate, HARD_STOP)] {
        signal(&pg.bin_dir, pid, force);
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if !is_server_of(pid, cluster) {
                return;
            }
            sleep(Duration::from_millis(5)).await;
        }
    }
    tracing::warn!(pid, "a leftover server does not stop");
}

/// After a crash of the whole machine the number in the file may belong to another server by now,
/// which PostgreSQL would take for its own and refuse to start. Removed only where it can be seen
/// that no process works in the cluster's folder.
#[cfg(target_os = "linux")]
fn clear_stale_lock(pid_file: &Path, cluster: &Path) {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return;
    };
    let in_use = processes
        .flatten()
        .filter_map(|process| std::fs::read_link(process.path().join("cwd")).ok())
        .any(|folder| folder == cluster);
    if !in_use && let Err(error) = std::fs::remove_file(pid_file) {
        tracing::warn!(%error, "a stale lock file was not removed");
    }
}

#[cfg(not(target_os = "linux"))]
fn clear_stale_lock(_: &Path, _: &Path) {}

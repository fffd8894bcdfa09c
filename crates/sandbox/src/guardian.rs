//! Ends the servers of a sandbox that was killed. A killed process can do nothing any more, so this is a second process of
//! the same program: it reads from a pipe which servers run, and the pipe ends with the sandbox, however that ends.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::postgres::server_process::{FAST_STOP, Force, HARD_STOP, is_server_of, signal};

/// The first argument of the second process.
const GUARD_SERVERS: &str = "--guard-servers";
/// A sandbox that is started again at once finds and stops what the killed one left by itself, data folder by data folder,
/// and says so in its log.
const GRACE: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

static GUARDIAN: Mutex<Guardian> = Mutex::new(Guardian {
    program: None,
    process: None,
    servers: BTreeMap::new(),
    fails: false,
});

/// For the first line of `main` in a program that starts a sandbox: whether this process is a guardian, whose work is done
/// when this returns. Servers of a program that never asks are not guarded.
pub fn ran_as_guardian() -> bool {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|it| it == GUARD_SERVERS)
    {
        guard(io::stdin().lock());
        return true;
    }
    guardian().program = std::env::current_exe().ok();
    false
}

/// A server in the guardian's list. It stays there until it is seen to have ended: one that is only told to stop may not.
#[derive(Debug)]
pub struct Guarded {
    pid: Option<u32>,
}

impl Guarded {
    pub fn new(pid: Option<u32>, bin_dir: &Path, cluster: &Path) -> Self {
        if let Some(pid) = pid {
            let server = GuardedServer {
                bin_dir: bin_dir.to_path_buf(),
                cluster: cluster.to_path_buf(),
            };
            guardian().add(pid, server);
        }
        Self { pid }
    }

    pub fn ended(&mut self) {
        if let Some(pid) = self.pid.take() {
            guardian().remove(pid);
        }
    }
}

/// Starts the guardian where it does not run.
pub fn tend() {
    guardian().tend();
}

fn guardian() -> MutexGuard<'static, Guardian> {
    GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sandbox's side.
struct Guardian {
    program: Option<PathBuf>,
    process: Option<Process>,
    servers: BTreeMap<u32, GuardedServer>,
    /// Said once, not at each server.
    fails: bool,
}

struct Process {
    child: Child,
    pipe: ChildStdin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct GuardedServer {
    bin_dir: PathBuf,
    cluster: PathBuf,
}

impl Guardian {
    fn add(&mut self, pid: u32, server: GuardedServer) {
        let line = added(pid, &server);
        self.servers.insert(pid, server);
        self.send(&line);
    }

    fn remove(&mut self, pid: u32) {
        self.servers.remove(&pid);
        self.send(format!("-{pid}\0").as_bytes());
    }

    fn tend(&mut self) {
        let process = self.process.as_mut();
        if !process.is_some_and(|it| matches!(it.child.try_wait(), Ok(None))) {
            self.replace();
        }
    }

    fn send(&mut self, line: &[u8]) {
        let sent = self.process.as_mut().map(|it| it.pipe.write(line));
        // What is written in part cannot be read.
        if !sent.is_some_and(|sent| sent.is_ok_and(|length| length == line.len())) {
            self.replace();
        }
    }

    /// Starts a guardian that knows all servers. The one before is killed first: at the end of its pipe it would stop them.
    fn replace(&mut self) {
        if let Some(mut before) = self.process.take() {
            let _ = before.child.kill();
            let _ = before.child.wait();
        }
        let Some(program) = &self.program else { return };
        match start(program, &self.servers) {
            Ok(process) => (self.process, self.fails) = (Some(process), false),
            Err(error) => {
                if !self.fails {
                    tracing::warn!(%error, "servers would outlive a sandbox that is killed");
                }
                self.fails = true;
            }
        }
    }
}

fn start(program: &Path, servers: &BTreeMap<u32, GuardedServer>) -> io::Result<Process> {
    let mut command = Command::new(program);
    command
        .arg(GUARD_SERVERS)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    apart(&mut command);
    let mut child = command.spawn()?;
    let mut pipe = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    for (pid, server) in servers {
        pipe.write_all(&added(*pid, server))?;
    }
    never_wait(&pipe)?;
    Ok(Process { child, pipe })
}

/// A signal for the sandbox's group, such as Ctrl+C in a terminal, is not for the guardian.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn apart(command: &mut Command) {
    use crate::postgres::server_process::CREATE_NO_WINDOW;
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
}

/// A guardian that does not read must not hold the sandbox up; it is replaced.
#[cfg(unix)]
fn never_wait(pipe: &ChildStdin) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

#[cfg(not(unix))]
fn never_wait(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}

/// Paths hold no zero byte, and may hold any other.
fn added(pid: u32, server: &GuardedServer) -> Vec<u8> {
    let mut line = format!("+{pid}\0").into_bytes();
    for path in [&server.bin_dir, &server.cluster] {
        line.extend_from_slice(path.as_os_str().as_encoded_bytes());
        line.push(0);
    }
    line
}

/// The guardian's side: returns when the sandbox has ended and no listed server runs.
fn guard(input: impl BufRead) {
    #[cfg(unix)]
    let _unmoved = ignore_signals();
    let servers = listed(input);
    if !servers.is_empty() {
        sleep(GRACE);
        stop(servers);
    }
}

/// Which servers are listed when the input ends.
fn listed(mut input: impl BufRead) -> BTreeMap<u32, GuardedServer> {
    let mut servers = BTreeMap::new();
    while let Some(word) = next(&mut input) {
        let text = String::from_utf8_lossy(&word);
        if let Some(pid) = text.strip_prefix('-') {
            if let Ok(pid) = pid.parse::<u32>() {
                servers.remove(&pid);
            }
            continue;
        }
        let (Some(bin_dir), Some(cluster)) = (next(&mut input), next(&mut input)) else {
            break;
        };
        if let Some(Ok(pid)) = text.strip_prefix('+').map(str::parse) {
            let (bin_dir, cluster) = (path(&bin_dir), path(&cluster));
            servers.insert(pid, GuardedServer { bin_dir, cluster });
        }
    }
    servers
}

/// None for what was cut off by the end.
fn next(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut word = Vec::new();
    input.read_until(0, &mut word).ok()?;
    (word.pop() == Some(0)).then_some(word)
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn stop(mut servers: BTreeMap<u32, GuardedServer>) {
    for (force, patience) in [(Force::Fast, FAST_STOP), (Force::Immediate, HARD_STOP)] {
        retain_running(&mut servers);
        for (pid, server) in &servers {
            signal(&server.bin_dir, *pid, force);
        }
        let deadline = Instant::now() + patience;
        while !servers.is_empty() && Instant::now() < deadline {
            sleep(POLL_INTERVAL);
            retain_running(&mut servers);
        }
    }
}

/// The number of one that ended may be another program's by now.
fn retain_running(servers: &mut BTreeMap<u32, GuardedServer>) {
    servers.retain(|pid, server| is_server_of(*pid, &server.cluster));
}

/// Whoever ends all programs of a session or a service tells the sandbox too, and that ends its servers. A handler that is
/// set stays for as long as the process.
#[cfg(unix)]
fn ignore_signals() -> io::Result<tokio::runtime::Runtime> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let entered = runtime.enter();
    for kind in [
        SignalKind::terminate(),
        SignalKind::interrupt(),
        SignalKind::hangup(),
    ] {
        let _set = signal(kind)?;
    }
    drop(entered);
    Ok(runtime)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(cluster: &str) -> GuardedServer {
        GuardedServer {
            bin_dir: "/opt/pg/bin".into(),
            cluster: cluster.into(),
        }
    }

    #[test]
    fn the_list_is_what_was_added_and_not_removed_when_the_pipe_ends() {
        let strange = "/data/a\nb c/\u{2028}+1";
        let mut sent = added(1, &server("/data/one"));
        sent.extend(added(2, &server(strange)));
        sent.extend(added(3, &server("/data/three")));
        sent.extend(b"-1\0-77\0-x\0+y\0a\0b\0");
        let whole = sent.len();
        sent.extend(added(4, &server("/data/four")));
        let expected = BTreeMap::from([(2, server(strange)), (3, server("/data/three"))]);
        for end in whole..sent.len() {
            assert_eq!(listed(&sent[..end]), expected, "cut at {end}");
        }
        assert_eq!(listed(&sent[..]).len(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_are_no_text_are_listed() {
        use std::os::unix::ffi::OsStringExt;
        let cluster = std::ffi::OsString::from_vec(b"/data/\xff".to_vec());
        let server = GuardedServer {
            bin_dir: "/bin".into(),
            cluster: cluster.into(),
        };
        let listed = listed(&added(9, &server)[..]);
        assert_eq!(listed.get(&9), Some(&server));
    }

    #[cfg(unix)]
    #[test]
    fn another_program_with_the_number_of_a_server_is_left_alone() {
        let mut other = Command::new("sleep").arg("600").spawn().unwrap();
        stop(BTreeMap::from([(other.id(), server("/data/one"))]));
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}

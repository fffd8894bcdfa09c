use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Until it is ended the hard way.
const ENDS_WITHIN: Duration = Duration::from_secs(15);

/// A process of the test's own that ends with it.
pub struct ChildGuard(Child);

impl ChildGuard {
    pub fn start(command: &mut Command) -> Self {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("{program} cannot be started: {error}. Run `cargo xtask setup`")
        });
        Self(child)
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.0.id().cast_signed()) {
            kill_process(pid, Signal::TERM).ok();
        }
        let end = Instant::now() + ENDS_WITHIN;
        while Instant::now() < end {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The processes that were started with `folder` in their environment or arguments: the window and what
/// it started, wherever WebDriver left them.
pub fn of_folder(folder: &Path) -> Vec<Pid> {
    let needle = folder.as_os_str().as_encoded_bytes().to_vec();
    let own = std::process::id().cast_signed();
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let mentions = ["environ", "cmdline"].iter().any(|file| {
                std::fs::read(entry.path().join(file))
                    .is_ok_and(|bytes| bytes.windows(needle.len()).any(|part| part == needle))
            });
            (mentions && pid != own)
                .then(|| Pid::from_raw(pid))
                .flatten()
        })
        .collect()
}

/// The name of a process, for people.
pub fn name(pid: Pid) -> String {
    let path = format!("/proc/{}/comm", pid.as_raw_nonzero());
    std::fs::read_to_string(path).map_or_else(|_| "ended".to_owned(), |name| name.trim().to_owned())
}

/// Ends what is left of a test's processes: politely first.
pub fn sweep(folder: &Path) {
    for signal in [Signal::TERM, Signal::KILL] {
        let end = Instant::now() + Duration::from_secs(8);
        for pid in of_folder(folder) {
            kill_process(pid, signal).ok();
        }
        while Instant::now() < end {
            if of_folder(folder).is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

pub fn quiet(program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

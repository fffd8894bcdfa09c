use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

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

/// The file that a process runs; nothing of one that has ended.
pub fn program(pid: Pid) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/{}/exe", pid.as_raw_nonzero())).ok()
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

/// The app's binary, which `cargo xtask test` builds and names.
pub fn app() -> PathBuf {
    let path = std::env::var_os("PLINTH_APP").map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../target/debug/plinth-desktop"
            ))
        },
        PathBuf::from,
    );
    assert!(
        path.is_file(),
        "{} is not there: build it with `cargo xtask test`",
        path.display()
    );
    path
}

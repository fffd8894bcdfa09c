//! The folders of psql sessions: each is its user's alone, and goes with its session, or with the next sweep.

use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::private_folder;

/// A session writes its process id here once it runs.
pub const STARTED: &str = "started";
const PREFIX: &str = "psql-";

/// A new folder that only this user enters.
///
/// # Errors
/// The folder that it is to lie in cannot be written to.
pub fn own_folder(run: &Path) -> io::Result<PathBuf> {
    app::private::ensure_folder(run)?;
    loop {
        let dir = run.join(format!(
            "{PREFIX}{:016x}",
            RandomState::new().hash_one(std::process::id())
        ));
        match private_folder::create(&dir) {
            Ok(()) => return Ok(dir),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes what sessions left behind that cannot run any more: those whose process is gone, and those that never began
/// within this time.
pub fn sweep(run: &Path, to_begin: Duration) {
    let Ok(entries) = std::fs::read_dir(run) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX));
        if ours && !is_alive(&entry.path(), to_begin) {
            let removed = std::fs::remove_dir_all(entry.path());
            tracing::info!(
                removed = removed.is_ok(),
                "files of an ended psql session were found"
            );
        }
    }
}

fn is_alive(dir: &Path, to_begin: Duration) -> bool {
    match app::disk::read_text(&dir.join(STARTED)) {
        Ok(pid) => is_running(pid.trim()),
        Err(_) => is_younger(dir, to_begin),
    }
}

/// Whether a terminal may still come and begin.
fn is_younger(dir: &Path, than: Duration) -> bool {
    let made = std::fs::metadata(dir).and_then(|it| it.modified());
    made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age < than))
}

#[cfg(unix)]
fn is_running(pid: &str) -> bool {
    let pid = pid.parse().ok();
    let pid = pid.and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok())
}

/// The batch file of a terminal does not know its own number, so its session counts as ended.
#[cfg(windows)]
fn is_running(pid: &str) -> bool {
    let pid = pid.parse().ok();
    pid.is_some_and(|pid| crate::process_user::is_own(pid).unwrap_or(false))
}

#[cfg(not(any(unix, windows)))]
fn is_running(_: &str) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_sweep_leaves_running_sessions_alone() {
        let world = tempfile::tempdir().unwrap();
        let run = world.path();
        let folder = |name: &str, pid: Option<u32>| {
            let dir = run.join(name);
            fs::create_dir(&dir).unwrap();
            if let Some(pid) = pid {
                fs::write(dir.join(STARTED), format!("{pid}\n")).unwrap();
            }
            dir
        };
        let mut ended = Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let running = folder("psql-1", Some(std::process::id()));
        let over = folder("psql-2", Some(ended.id()));
        let never = folder("psql-3", None);
        let foreign = folder("other", None);

        sweep(run, Duration::from_secs(60));
        assert!(running.exists() && foreign.exists());
        assert!(!over.exists() && never.exists(), "it may still begin");

        sweep(run, Duration::ZERO);
        assert!(running.exists() && foreign.exists());
        assert!(!never.exists());
    }
}

//! The right to make a database for the env files of one folder, held by one process of all: Plinth's and the plugin for
//! Vite's, which has the same rules in `plugins/vite/src/lock.ts`. A change of one is made in both.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::Error;
use crate::base::clock::{Clock, random_bytes};
use crate::base::disk::{blocking, read_text, why};
use crate::view::ErrorCode;

/// Longer than a create and a write together may take.
const STALE_AFTER: Duration = Duration::from_secs(120);

/// A lock without its owner's line is being written, or its process ended before that.
const UNWRITTEN_AFTER: Duration = Duration::from_secs(5);

const WAIT_WITHIN: Duration = STALE_AFTER.saturating_add(Duration::from_secs(30));
const POLL_INTERVAL: Duration = Duration::from_millis(50);

const NAME: &str = ".env.plinth-vite-lock";

/// A file that only one process can create. One that is older than [`STALE_AFTER`], or whose process has ended, was left
/// behind and is removed by the next that wants it.
#[derive(Debug)]
pub(super) struct FolderLock {
    file: PathBuf,
    owner: String,
}

impl FolderLock {
    /// Waits until no other process has the lock.
    pub(super) async fn acquire(clock: &dyn Clock, folder: &Path) -> Result<Self, Error> {
        let random: String = random_bytes(clock)[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let file = folder.join(NAME);
        let owner = format!("{} {} {random}\n", std::process::id(), host());
        let deadline = clock.elapsed() + WAIT_WITHIN;
        loop {
            let (wanted, line) = (file.clone(), owner.clone());
            let taken = blocking(move || {
                Ok(create(&wanted, &line)?
                    || (remove_if_stale(&wanted)? && create(&wanted, &line)?))
            });
            if taken.await? {
                return Ok(Self { file, owner });
            }
            if clock.elapsed() > deadline {
                let message = format!("Another development server holds {}", file.display());
                return Err(Error::new(ErrorCode::File, message)
                    .hint("Remove that file if there is no other one."));
            }
            clock.sleep(POLL_INTERVAL).await;
        }
    }

    /// False once another process took this lock for one that was left behind, such as after the machine slept.
    pub(super) fn is_held(&self) -> bool {
        read_text(&self.file).is_ok_and(|owner| owner == self.owner)
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        if self.is_held()
            && let Err(error) = fs::remove_file(&self.file)
        {
            tracing::warn!(kind = %error.kind(), "the lock of a project folder could not be removed");
        }
    }
}

/// False where it is there already.
fn create(file: &Path, owner: &str) -> Result<bool, Error> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(file)
        .and_then(|mut made| made.write_all(owner.as_bytes()));
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => {
            if matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded
            ) {
                // What could not be written is no lock.
                drop(fs::remove_file(file));
            }
            Err(refused("made", file, &error))
        }
    }
}

/// Two processes may find the same stale lock, and the slower one must not remove the new lock of the quicker one. So they
/// take turns, and each looks again in its own. Gives true where it is worth trying to create the lock.
fn remove_if_stale(file: &Path) -> Result<bool, Error> {
    if !is_stale(file) {
        return Ok(false);
    }
    let mut turn = file.as_os_str().to_owned();
    turn.push("-turn");
    let turn = PathBuf::from(turn);
    if !create(&turn, "")? {
        // It takes no time, unless the process ended in it.
        if is_stale(&turn) {
            remove(&turn)?;
        }
        return Ok(false);
    }
    let removed = if is_stale(file) { remove(file) } else { Ok(()) };
    remove(&turn)?;
    removed.map(|()| true)
}

fn remove(file: &Path) -> Result<(), Error> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(refused("removed", file, &error)),
        _ => Ok(()),
    }
}

fn is_stale(file: &Path) -> bool {
    let changed = fs::metadata(file).and_then(|it| it.modified());
    let age = changed.map(|at| SystemTime::now().duration_since(at).unwrap_or_default());
    let age = age.unwrap_or_default();
    let owner = read_text(file).unwrap_or_default();
    let mut parts = owner.trim().split(' ');
    let (Some(process), Some(of), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
        return age > UNWRITTEN_AFTER;
    };
    age > STALE_AFTER || (of == host() && process.parse().is_ok_and(has_ended))
}

#[cfg(unix)]
fn has_ended(process: i32) -> bool {
    rustix::process::Pid::from_raw(process).is_some_and(|process| {
        rustix::process::test_kill_process(process) == Err(rustix::io::Errno::SRCH)
    })
}

/// Its age tells.
#[cfg(not(unix))]
fn has_ended(_: i32) -> bool {
    false
}

/// The name of this machine, as Node's `os.hostname` gives it.
#[cfg(unix)]
fn host() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

fn refused(what: &str, file: &Path, error: &std::io::Error) -> Error {
    let message = format!("{} can't be {what}: {}", file.display(), why(error));
    Error::new(ErrorCode::File, message)
        .hint("Check the permissions of the folder and the free disk space.")
}

#[cfg(test)]
#[path = "lock_tests.rs"]
mod tests;

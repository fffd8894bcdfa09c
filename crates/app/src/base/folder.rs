//! The data folder: for this user alone, used by one core at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::base::disk::why;
use crate::base::error::{Error, ErrorCode};
use crate::base::private;

const LOCK_FILE: &str = "plinth.lock";

/// Holds a data folder until it is released or dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock(File);

impl FolderLock {
    /// Takes the folder, and makes it when it is not there; `None` while another process or core has it.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn try_take(folder: &Path) -> Result<Option<Self>, Error> {
        let path = make_private(folder)?.join(LOCK_FILE);
        // Whoever can open the file can lock it.
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let file = private::open(&path, &mut options);
        let file = file.map_err(|error| unusable(folder, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(unusable(folder, &error)),
        }
    }

    pub(crate) fn take(folder: &Path) -> Result<Self, Error> {
        Self::try_take(folder)?.ok_or_else(|| {
            Error::new(
                ErrorCode::File,
                format!("Another Plinth window uses the folder {}", folder.display()),
            )
            .hint("Use the other window, or close it first.")
        })
    }

    pub(crate) fn release(&self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the data folder's lock was not released");
        }
    }
}

/// Closes the folder to others, and creates it when it is not there. Returns where it is.
fn make_private(folder: &Path) -> Result<PathBuf, Error> {
    let failed = |error| unusable(folder, &error);
    let folder_itself = private::follow_own_link(folder).map_err(failed)?;
    let is_foreign = is_foreign(&folder_itself).map_err(failed)?;
    if is_foreign && private::is_open_to_others(&folder_itself).map_err(failed)? {
        return Err(Error::new(
            ErrorCode::File,
            format!(
                "The folder {} has other files in it and is open to other users",
                folder.display()
            ),
        )
        .hint("Use an empty folder, or close this one to others."));
    }
    private::ensure_folder(&folder_itself).map_err(failed)?;
    Ok(folder_itself)
}

/// True if there are files in the folder, and no Plinth has used it.
fn is_foreign(folder: &Path) -> io::Result<bool> {
    const OWN: [&str; 3] = [LOCK_FILE, "plinth.db", "settings.json"];
    /// Folders that may be there before the lock is.
    const EARLY: [&str; 4] = ["logs", "run", "sandbox", "webview"];
    if !folder.exists() || OWN.iter().any(|name| is_there(&folder.join(name))) {
        return Ok(false);
    }
    for entry in fs::read_dir(folder)? {
        if !EARLY
            .iter()
            .any(|name| entry.as_ref().is_ok_and(|it| it.file_name() == *name))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Also true for a link that leads nowhere.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn unusable(folder: &Path, error: &io::Error) -> Error {
    Error::new(
        ErrorCode::File,
        format!(
            "The folder {} is not usable: {}",
            folder.display(),
            why(error)
        ),
    )
    .hint("Check its owner, its permissions and the free disk space.")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn world() -> (tempfile::TempDir, PathBuf) {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path().join("data");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        (world, folder)
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn a_folder_that_was_open_is_closed_and_so_is_its_lock() {
        let (world, folder) = world();
        let lock = folder.join(LOCK_FILE);
        fs::write(&lock, "").unwrap();
        fs::set_permissions(&lock, Permissions::from_mode(0o644)).unwrap();
        // A folder may be a link of this user's to another disk.
        let linked = world.path().join("linked");
        symlink(&folder, &linked).unwrap();
        let taken = FolderLock::try_take(&linked).unwrap();
        assert!(taken.is_some());
        assert_eq!((mode(&folder), mode(&lock)), (0o700, 0o600));
        assert!(FolderLock::try_take(&folder).unwrap().is_none());
    }

    #[test]
    fn a_folder_with_other_files_is_refused_while_others_can_open_it() {
        let (_world, folder) = world();
        for early in ["logs", "webview"] {
            fs::create_dir(folder.join(early)).unwrap();
        }
        assert!(
            !is_foreign(&folder).unwrap(),
            "a log and the window's page begin before the lock"
        );
        fs::write(folder.join("thesis.tex"), "").unwrap();
        let refused = FolderLock::try_take(&folder).unwrap_err();
        assert!(
            refused.message.ends_with("is open to other users"),
            "{refused:?}"
        );
        assert_eq!(
            (mode(&folder), folder.join(LOCK_FILE).exists()),
            (0o755, false)
        );
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
        assert!(FolderLock::try_take(&folder).unwrap().is_some());
    }

    #[test]
    fn a_folder_of_another_user_and_a_lock_that_is_a_link_are_refused() {
        let (world, folder) = world();
        symlink(world.path().join("elsewhere"), folder.join(LOCK_FILE)).unwrap();
        let refused = FolderLock::try_take(&folder).unwrap_err();
        assert!(refused.message.ends_with("it is a link"), "{refused:?}");
        fs::remove_file(folder.join(LOCK_FILE)).unwrap();
        if !rustix::process::geteuid().is_root() {
            println!("SKIPPED: only root gives a folder to another user");
            return;
        }
        std::os::unix::fs::chown(&folder, Some(12_345), None).unwrap();
        let refused = FolderLock::try_take(&folder).unwrap_err();
        assert!(
            refused.message.ends_with("it belongs to another user"),
            "{refused:?}"
        );
    }
}

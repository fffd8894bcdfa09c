//! The data folder: made for this user alone, used by one core at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::base::error::{Error, ErrorCode};

const LOCK_FILE: &str = "plinth.lock";

/// Holds the folder until it is released or the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct FolderLock(File);

impl FolderLock {
    pub(crate) fn take(folder: &Path) -> Result<Self, Error> {
        make_private(folder).map_err(|error| unusable(folder, &error))?;
        let path = folder.join(LOCK_FILE);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let file = file.map_err(|error| unusable(folder, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(Error::new(
                ErrorCode::File,
                format!("Another Plinth window uses the folder {}", folder.display()),
            )
            .hint("Use the other window, or close it first.")),
            Err(TryLockError::Error(error)) => Err(unusable(folder, &error)),
        }
    }

    pub(crate) fn release(&self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the data folder's lock was not released");
        }
    }
}

fn make_private(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn unusable(folder: &Path, error: &io::Error) -> Error {
    Error::new(
        ErrorCode::File,
        format!(
            "The folder {} is not usable: {}",
            folder.display(),
            error.kind()
        ),
    )
    .hint("Check its permissions and the free disk space.")
}

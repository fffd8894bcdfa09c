//! The data folder: made for this user alone, used by one core at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::base::disk::why;
use crate::base::error::{Error, ErrorCode};

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
        make_private(folder).map_err(|error| unusable(folder, &error))?;
        let path = folder.join(LOCK_FILE);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
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
            why(error)
        ),
    )
    .hint("Check its permissions and the free disk space.")
}

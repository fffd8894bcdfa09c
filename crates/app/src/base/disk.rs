//! Paths that a person names, and work that waits for the disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::base::off_thread::off_thread;
use crate::base::private::NotPrivate;

/// A path that a person named: absolute, or in the home folder by `~/`.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for any other.
pub fn expand(path: &str) -> Result<PathBuf, Error> {
    let text = path.trim();
    let path = match text.strip_prefix("~/") {
        Some(rest) => std::env::home_dir()
            .ok_or_else(|| {
                Error::invalid("The home folder is unknown").hint("Enter the full path.")
            })?
            .join(rest),
        None => PathBuf::from(text),
    };
    if path.is_absolute() {
        return Ok(path);
    }
    Err(Error::invalid("This is not a full path")
        .hint("Choose the file or its folder, or enter the full path."))
}

/// Why a file or a folder cannot be used, in the words of the system's own tools.
#[must_use]
pub fn why(error: &io::Error) -> String {
    let not_private = error
        .get_ref()
        .and_then(|it| it.downcast_ref::<NotPrivate>());
    if let Some(why) = not_private {
        return why.to_string();
    }
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        kind => kind.to_string(),
    }
}

/// Reads a file. A pipe or a device is refused before it is opened, because opening one may wait for ever.
///
/// # Errors
/// As [`std::fs::read`]; [`io::ErrorKind::InvalidInput`] for what is neither a file nor a folder.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let found = std::fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return std::fs::read(path);
    }
    let reason = "it is a pipe or a device, not a file";
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Reads a file of UTF-8 text, as [`read_file`].
///
/// # Errors
/// As [`read_file`]; [`io::ErrorKind::InvalidData`] for other bytes.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_file(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Runs work that waits for the disk, off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = off_thread(work).await;
    done.unwrap_or_else(|_| Err(Error::internal("The file operation was interrupted")))
}

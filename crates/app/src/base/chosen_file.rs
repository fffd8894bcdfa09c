//! Writes a file where a person chose to have it.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::base::disk::why;
use crate::base::error::ErrorCode;

/// The path of a chosen file.
pub(crate) fn of(path: &str) -> Result<PathBuf, Error> {
    let path = PathBuf::from(path);
    if path.is_absolute() {
        return Ok(path);
    }
    Err(Error::new(ErrorCode::File, "The file's folder is missing")
        .hint("Choose a file in an existing folder."))
}

/// Writes all of it or nothing; what was there before stays in that case. It waits for the disk.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    // The file behind a link is written, not the link.
    let path = envfile::resolve(path)?;
    replace(&path, text).map_err(|error| failed(&path, &error))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".plinth-export-")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The rename is done; that it also survives a power cut is tried.
    drop(File::open(folder).and_then(|folder| folder.sync_all()));
    Ok(())
}

fn failed(path: &Path, error: &io::Error) -> Error {
    let message = format!("Couldn't write {}: {}", path.display(), why(error));
    Error::new(ErrorCode::File, message)
        .hint("Choose another folder, or check its permissions and the space on the disk.")
}

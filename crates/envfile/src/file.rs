use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use secrecy::SecretSlice;

use crate::Error;

/// The largest file that is taken for an env file: 1 MiB.
pub const MAX_BYTES: u64 = 1024 * 1024;

const MAX_LINKS: usize = 40;

/// Reads an env file behind its symbolic links; `None` when there is none in an existing folder.
///
/// # Errors
/// The path leads to something else than a file, the file is larger than [`MAX_BYTES`], or the
/// system refuses.
pub fn read(path: &Path) -> Result<Option<SecretSlice<u8>>, Error> {
    Ok(read_resolved(&resolve(path)?)?.map(Into::into))
}

/// The env file that a path means: `.env` in a folder, else the path itself. Asks the disk.
#[must_use]
pub fn in_folder(path: PathBuf) -> PathBuf {
    if path.is_dir() {
        path.join(".env")
    } else {
        path
    }
}

/// The file behind all symbolic links that [`crate::Writer::write`] would write; it need not exist, its folder must.
///
/// # Errors
/// The links lead nowhere or in a circle, the folder is missing, or there is something else than a
/// file.
pub fn resolve(path: &Path) -> Result<PathBuf, Error> {
    let mut current = path.to_owned();
    for _ in 0..MAX_LINKS {
        let metadata = match fs::symlink_metadata(&current) {
            Ok(metadata) => metadata,
            Err(error) => return missing(path, current, &error),
        };
        if metadata.is_dir() {
            return Err(Error::IsFolder(current));
        }
        if metadata.is_file() {
            return Ok(current);
        }
        if !metadata.is_symlink() {
            return Err(Error::NotAFile(current));
        }
        let target = fs::read_link(&current).map_err(|error| Error::reading(&current, &error))?;
        current = folder(&current).join(target);
    }
    Err(Error::LinkLoop(path.to_owned()))
}

pub(crate) fn read_resolved(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let failed = |error: std::io::Error| Error::reading(path, &error);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let too_large = |bytes| Error::TooLarge {
        path: path.to_owned(),
        bytes,
    };
    let length = file.metadata().map_err(failed)?.len();
    if length > MAX_BYTES {
        return Err(too_large(length));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(Some(bytes))
}

pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn missing(path: &Path, current: PathBuf, error: &std::io::Error) -> Result<PathBuf, Error> {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if current != path => {
            Err(Error::LinkDangling {
                link: path.to_owned(),
                target: current,
            })
        }
        ErrorKind::NotFound if folder(path).is_dir() => Ok(current),
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            Err(Error::FolderMissing(folder(path).to_owned()))
        }
        _ => Err(Error::reading(&current, error)),
    }
}

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use secrecy::{ExposeSecret, SecretSlice};

use super::error::EnvFileError;
use super::fingerprint::Fingerprint;
use super::leftover;
use super::plan::Plan;
use crate::guard::lock;

/// The largest file that is taken for an env file: 1 MiB.
pub const MAX_BYTES: u64 = 1024 * 1024;

const MAX_LINKS: usize = 40;

/// What a write did, enough to undo it byte for byte.
pub struct Receipt {
    /// The file that was written, behind all symbolic links.
    pub path: PathBuf,
    /// What the file holds since.
    pub after: Fingerprint,
    before: Option<SecretSlice<u8>>,
}

impl Receipt {
    /// Whether the write made the file, so that undoing it removes the file.
    pub fn created_file(&self) -> bool {
        self.before.is_none()
    }

    /// The bytes before the write, or `None` where there was no file.
    pub fn before(&self) -> Option<&[u8]> {
        self.before.as_ref().map(ExposeSecret::expose_secret)
    }
}

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receipt")
            .field("path", &self.path)
            .field("created_file", &self.created_file())
            .finish_non_exhaustive()
    }
}

/// Reads an env file behind its symbolic links; `None` when there is none in an existing folder.
///
/// # Errors
/// The path leads to something else than a file, the file is larger than [`MAX_BYTES`], or the
/// system refuses.
pub fn read(path: &Path) -> Result<Option<SecretSlice<u8>>, EnvFileError> {
    Ok(read_target(&target(path)?)?.map(Into::into))
}

/// The file behind all symbolic links that [`write`] would write; it need not exist, its folder must.
///
/// # Errors
/// The links lead nowhere or in a circle, the folder is missing, or there is something else than a
/// file.
pub fn target(path: &Path) -> Result<PathBuf, EnvFileError> {
    let mut current = path.to_owned();
    for _ in 0..MAX_LINKS {
        let metadata = match fs::symlink_metadata(&current) {
            Ok(metadata) => metadata,
            Err(error) => return missing(path, current, &error),
        };
        if metadata.is_dir() {
            return Err(EnvFileError::IsFolder(current));
        }
        if metadata.is_file() {
            return Ok(current);
        }
        if !metadata.is_symlink() {
            return Err(EnvFileError::NotAFile(current));
        }
        let target =
            fs::read_link(&current).map_err(|error| EnvFileError::reading(&current, &error))?;
        current = folder(&current).join(target);
    }
    Err(EnvFileError::LinkLoop(path.to_owned()))
}

/// A place in a write where a process may end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WriteStep {
    /// The temporary file is there and is empty.
    Made,
    /// The temporary file is whole and on the disk.
    Flushed,
    /// It has taken the place of the file.
    Renamed,
}

/// Makes the change: a temporary file in the same folder, flushed to the disk and renamed over the
/// old one, whose owner and mode it keeps. A new file gets mode 0600. Symbolic links stay links.
///
/// # Errors
/// The plan has conflicts, the file is not the one the plan was made for, or the system refuses;
/// the file is then unchanged.
pub fn write(path: &Path, plan: &Plan) -> Result<Receipt, EnvFileError> {
    write_in_steps(path, plan, |_| {})
}

/// As [`write`], and tells each step once it is done.
///
/// # Errors
/// As [`write`].
pub fn write_in_steps(
    path: &Path,
    plan: &Plan,
    passed: impl Fn(WriteStep),
) -> Result<Receipt, EnvFileError> {
    let variables: Vec<String> = plan
        .conflicts()
        .map(|found| found.variable.clone())
        .collect();
    if !variables.is_empty() {
        return Err(EnvFileError::Present { variables });
    }
    let path = target(path)?;
    let before = read_target(&path)?;
    if Fingerprint::of(before.as_deref()) != plan.fingerprint {
        return Err(EnvFileError::Changed(path));
    }
    if plan.changes_file() {
        replace(&path, plan.new_bytes(), &plan.fingerprint, passed)?;
    }
    Ok(Receipt {
        after: Fingerprint::of(Some(plan.new_bytes())),
        before: before.map(Into::into),
        path,
    })
}

/// Puts the bytes from before the write back, or removes the file the write made.
///
/// # Errors
/// The file was changed since the write, or the system refuses; it is then left as it is.
pub fn undo(receipt: &Receipt) -> Result<(), EnvFileError> {
    let path = target(&receipt.path)?;
    let now = read_target(&path)?;
    if Fingerprint::of(now.as_deref()) != receipt.after {
        return Err(EnvFileError::Changed(path));
    }
    match receipt.before() {
        Some(before) if now.as_deref() == Some(before) => Ok(()),
        Some(before) => replace(&path, before, &receipt.after, |_| {}),
        None => {
            fs::remove_file(&path).map_err(|error| EnvFileError::writing(&path, &error))?;
            flush_folder(&path);
            Ok(())
        }
    }
}

/// Replaces the file if it still holds what `expected` says, else leaves it alone.
fn replace(
    path: &Path,
    bytes: &[u8],
    expected: &Fingerprint,
    passed: impl Fn(WriteStep),
) -> Result<(), EnvFileError> {
    // What another write of this program left in the folder goes, so none may be under way.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = lock(&ONE_AT_A_TIME);
    let failed = |error: std::io::Error| EnvFileError::writing(path, &error);
    leftover::sweep(folder(path));
    let (begin, end) = leftover::affixes(path);
    let mut temporary = tempfile::Builder::new()
        .prefix(begin)
        .suffix(&end)
        .tempfile_in(folder(path))
        .map_err(failed)?;
    passed(WriteStep::Made);
    let old = match expected {
        Fingerprint::Absent => None,
        // Renaming would get around the file's own write protection.
        _ => Some(OpenOptions::new().write(true).open(path).map_err(failed)?),
    };
    temporary.write_all(bytes).map_err(failed)?;
    temporary.as_file().sync_all().map_err(failed)?;
    passed(WriteStep::Flushed);
    // Until now nobody else reads it, whoever may read the file itself.
    if let Some(old) = old {
        keep_owner_and_mode(temporary.as_file(), &old.metadata().map_err(failed)?, path)?;
        temporary.as_file().sync_all().map_err(failed)?;
    }
    if Fingerprint::of(read_target(path)?.as_deref()) != *expected {
        return Err(EnvFileError::Changed(path.to_owned()));
    }
    let renamed = if *expected == Fingerprint::Absent {
        temporary.persist_noclobber(path)
    } else {
        temporary.persist(path)
    };
    renamed.map_err(|failure| match failure.error.kind() {
        ErrorKind::AlreadyExists => EnvFileError::Changed(path.to_owned()),
        _ => failed(failure.error),
    })?;
    passed(WriteStep::Renamed);
    flush_folder(path);
    Ok(())
}

#[cfg(unix)]
fn keep_owner_and_mode(new: &File, old: &Metadata, path: &Path) -> Result<(), EnvFileError> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let failed = |error: std::io::Error| EnvFileError::writing(path, &error);
    let made = new.metadata().map_err(failed)?;
    if (made.uid(), made.gid()) != (old.uid(), old.gid()) {
        fchown(new, Some(old.uid()), Some(old.gid()))
            .map_err(|_| EnvFileError::OwnerNotKept(path.to_owned()))?;
    }
    new.set_permissions(old.permissions()).map_err(failed)
}

#[cfg(not(unix))]
fn keep_owner_and_mode(_: &File, _: &Metadata, _: &Path) -> Result<(), EnvFileError> {
    Ok(())
}

/// The rename is done; that it also survives a power cut is tried, and not worth failing for.
fn flush_folder(path: &Path) {
    #[cfg(unix)]
    if let Err(error) = File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        tracing::warn!(kind = ?error.kind(), "folder of the env file not flushed");
    }
    #[cfg(not(unix))]
    let _ = path;
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn missing(path: &Path, current: PathBuf, error: &std::io::Error) -> Result<PathBuf, EnvFileError> {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if current != path => {
            Err(EnvFileError::LinkDangling {
                link: path.to_owned(),
                target: current,
            })
        }
        ErrorKind::NotFound if folder(path).is_dir() => Ok(current),
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            Err(EnvFileError::FolderMissing(folder(path).to_owned()))
        }
        _ => Err(EnvFileError::reading(&current, error)),
    }
}

fn read_target(path: &Path) -> Result<Option<Vec<u8>>, EnvFileError> {
    let failed = |error: std::io::Error| EnvFileError::reading(path, &error);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let too_large = |bytes| EnvFileError::TooLarge {
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

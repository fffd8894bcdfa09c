use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use secrecy::{ExposeSecret, SecretSlice};
use tempfile::NamedTempFile;

use crate::file::{folder, read_resolved, resolve};
use crate::temporary::TemporaryNames;
use crate::{Error, Fingerprint, Plan};

/// What a write did, enough to undo it byte for byte.
pub struct Receipt {
    path: PathBuf,
    after: Fingerprint,
    before: Option<SecretSlice<u8>>,
}

impl Receipt {
    /// The file that was written, behind all symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file holds since.
    pub fn after(&self) -> &Fingerprint {
        &self.after
    }

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

/// A place in a write where a process may end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WriteStep {
    /// The temporary file is there and is empty.
    Created,
    /// The temporary file is whole and on the disk.
    Flushed,
    /// It has taken the place of the file.
    Renamed,
}

/// Writes env files for one program, and tidies up after it.
///
/// ```
/// const WRITER: envfile::Writer = envfile::Writer::new("my-program");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    temporary: TemporaryNames,
}

impl Writer {
    /// A writer whose temporary files are called `.env.{program}-tmp-…`, beside the file that is written. Every file
    /// with such a name is taken for one that was left behind, and only one process may write in a folder at a time.
    ///
    /// # Panics
    /// The program's name is empty or holds anything but ASCII letters, digits, `-` and `_`.
    pub const fn new(program: &'static str) -> Self {
        Self {
            temporary: TemporaryNames::new(program),
        }
    }

    /// Takes files for left behind, too, whose name is `start`, six letters or digits and `end`: what an earlier version
    /// of the program called its temporary files.
    ///
    /// # Panics
    /// `start` or `end` is empty.
    #[must_use]
    pub const fn with_earlier_names(self, start: &'static str, end: &'static str) -> Self {
        Self {
            temporary: self.temporary.and_earlier(start, end),
        }
    }

    /// Makes the change: a temporary file in the same folder, flushed to the disk and renamed over the
    /// old one, whose owner and mode it keeps, or on Windows its access list. A new file gets mode 0600, or the access list of
    /// its folder. Symbolic links stay links.
    ///
    /// # Errors
    /// The plan has conflicts, the file is not the one the plan was made for, or the system refuses;
    /// the file is then unchanged.
    pub fn write(&self, path: &Path, plan: &Plan) -> Result<Receipt, Error> {
        self.write_in_steps(path, plan, |_| {})
    }

    /// As [`Writer::write`], and calls `passed` after each step. It must not write an env file itself: only one is
    /// written at a time.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn write_in_steps(
        &self,
        path: &Path,
        plan: &Plan,
        passed: impl Fn(WriteStep),
    ) -> Result<Receipt, Error> {
        let variables: Vec<String> = plan
            .conflicts()
            .map(|found| found.variable.clone())
            .collect();
        if !variables.is_empty() {
            return Err(Error::Conflict { variables });
        }
        let path = resolve(path)?;
        let before = read_resolved(&path)?;
        if Fingerprint::of(before.as_deref()) != *plan.fingerprint() {
            return Err(Error::Changed(path));
        }
        if plan.changes_file() {
            self.replace(&path, plan.new_bytes(), plan.fingerprint(), passed)?;
        }
        Ok(Receipt {
            after: Fingerprint::of(Some(plan.new_bytes())),
            before: before.map(Into::into),
            path,
        })
    }

    /// Finds out whether the system would refuse a write: makes a temporary file of `room` bytes beside the file, as a
    /// write does, and removes it. The file stays as it is.
    ///
    /// # Errors
    /// As [`Writer::write`], but for those of a plan.
    pub fn check(&self, path: &Path, room: usize) -> Result<(), Error> {
        let path = resolve(path)?;
        let exists = read_resolved(&path)?.is_some();
        let _turn = turn();
        self.beside(&path, &vec![0; room], exists, |_| {}).map(drop)
    }

    /// Puts the bytes from before the write back, or removes the file the write made.
    ///
    /// # Errors
    /// The file was changed since the write, or the system refuses; it is then left as it is.
    pub fn undo(&self, receipt: &Receipt) -> Result<(), Error> {
        let path = resolve(&receipt.path)?;
        let now = read_resolved(&path)?;
        if Fingerprint::of(now.as_deref()) != receipt.after {
            return Err(Error::Changed(path));
        }
        match receipt.before() {
            Some(before) if now.as_deref() == Some(before) => Ok(()),
            Some(before) => self.replace(&path, before, &receipt.after, |_| {}),
            None => {
                fs::remove_file(&path).map_err(|error| Error::writing(&path, &error))?;
                flush_folder(&path);
                Ok(())
            }
        }
    }

    /// Removes the temporary files that a process left in a folder because it was killed. A write does it, too, in the
    /// folder it writes in. The program may not be writing there meanwhile.
    pub fn sweep(&self, folder: &Path) {
        self.temporary.sweep(folder);
    }

    /// Replaces the file if it still holds what `expected` says, else leaves it alone.
    fn replace(
        &self,
        path: &Path,
        bytes: &[u8],
        expected: &Fingerprint,
        passed: impl Fn(WriteStep),
    ) -> Result<(), Error> {
        let _turn = turn();
        let exists = *expected != Fingerprint::Absent;
        let temporary = self.beside(path, bytes, exists, &passed)?;
        if Fingerprint::of(read_resolved(path)?.as_deref()) != *expected {
            return Err(Error::Changed(path.to_owned()));
        }
        let renamed = if *expected == Fingerprint::Absent {
            temporary.persist_noclobber(path)
        } else {
            temporary.persist(path)
        };
        renamed.map_err(|failure| match failure.error.kind() {
            ErrorKind::AlreadyExists => Error::Changed(path.to_owned()),
            _ => Error::writing(path, &failure.error),
        })?;
        passed(WriteStep::Renamed);
        flush_folder(path);
        Ok(())
    }

    /// The bytes in a temporary file beside the file, flushed, with the owner and mode of one that exists. The caller has
    /// the turn: what another write of this program left in the folder goes.
    fn beside(
        &self,
        path: &Path,
        bytes: &[u8],
        exists: bool,
        passed: impl Fn(WriteStep),
    ) -> Result<NamedTempFile, Error> {
        let failed = |error: std::io::Error| Error::writing(path, &error);
        self.temporary.sweep(folder(path));
        let (start, end) = self.temporary.affixes(path);
        let mut temporary = tempfile::Builder::new()
            .prefix(&start)
            .suffix(&end)
            .tempfile_in(folder(path))
            .map_err(failed)?;
        passed(WriteStep::Created);
        let old = match exists {
            false => None,
            // Renaming would get around the file's own write protection.
            true => Some(OpenOptions::new().write(true).open(path).map_err(failed)?),
        };
        // Before the bytes are in it: until then it has the list of its folder, which may let others read.
        #[cfg(windows)]
        if exists {
            crate::access_list::copy(path, temporary.path()).map_err(failed)?;
        }
        temporary.write_all(bytes).map_err(failed)?;
        temporary.as_file().sync_all().map_err(failed)?;
        passed(WriteStep::Flushed);
        // Until now nobody else reads it, whoever may read the file itself.
        if let Some(old) = old {
            keep_owner_and_mode(temporary.as_file(), &old.metadata().map_err(failed)?, path)?;
            temporary.as_file().sync_all().map_err(failed)?;
        }
        Ok(temporary)
    }
}

/// One write at a time. It guards no data that a panic could leave half-changed.
fn turn() -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn keep_owner_and_mode(new: &File, old: &Metadata, path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let failed = |error: std::io::Error| Error::writing(path, &error);
    let made = new.metadata().map_err(failed)?;
    if (made.uid(), made.gid()) != (old.uid(), old.gid()) {
        fchown(new, Some(old.uid()), Some(old.gid()))
            .map_err(|_| Error::OwnerNotKept(path.to_owned()))?;
    }
    new.set_permissions(old.permissions()).map_err(failed)
}

#[cfg(not(unix))]
fn keep_owner_and_mode(_: &File, _: &Metadata, _: &Path) -> Result<(), Error> {
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

//! Folders and files that only this user opens, whatever was there before. On Windows, where there are no modes, files have the
//! access list of their folder: the user's profile is private by itself, and a folder elsewhere is made so.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The reason that an existing file or folder can't be made private.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPrivate {
    /// Its owner can open it at any time.
    #[error("it belongs to another user")]
    OtherOwner,
    /// It may lead to somebody else's.
    #[error("it is a link")]
    Link,
    /// It is no folder, or no plain file.
    #[error("it is of another kind than expected")]
    OtherKind,
    /// Its access list can't be changed, such as on a drive that has none.
    #[error("it can't be closed to other users")]
    OpenToOthers,
}

impl From<NotPrivate> for io::Error {
    fn from(error: NotPrivate) -> Self {
        Self::new(io::ErrorKind::PermissionDenied, error)
    }
}

/// Creates a folder, and those above it, for this user alone. A folder that is there is closed to others.
///
/// # Errors
/// [`NotPrivate`], or the folder cannot be created.
pub fn ensure_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // Follows a link, which is refused below.
    builder.create(folder)?;
    system::close_folder(folder)
}

/// Opens a file by these options, which may create it, for this user alone. A file that is there is closed to others
/// before this returns.
///
/// # Errors
/// [`NotPrivate`], or the file cannot be opened.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    system::open(path, options)
}

/// Replaces a file of this user alone by one that `write` fills. If that fails, the former stays.
///
/// # Errors
/// [`NotPrivate`], or the file cannot be written.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".new-")
        .tempfile_in(folder)?;
    close(file.path())?;
    write(file.as_file_mut())?;
    file.as_file().sync_data()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Closes a file to others if it is there.
///
/// # Errors
/// [`NotPrivate`], or the file cannot be opened.
pub fn close(path: &Path) -> io::Result<()> {
    match open(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The folder that a link of this user, or of the system, leads to. A path that is no link stays as it is.
///
/// # Errors
/// [`NotPrivate::Link`] for a link of somebody else, who can let it lead elsewhere at any time.
pub(super) fn follow_own_link(folder: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() && system::is_trusted(&found) => folder.canonicalize(),
        Ok(found) if found.is_symlink() => Err(NotPrivate::Link.into()),
        _ => Ok(folder.to_owned()),
    }
}

/// True if other users may open the folder.
pub(super) fn is_open_to_others(folder: &Path) -> io::Result<bool> {
    system::is_open_to_others(folder)
}

#[cfg(unix)]
mod system {
    use std::fs::{Metadata, Permissions};
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};

    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;
    use rustix::process::geteuid;

    use super::{File, NotPrivate, OpenOptions, Path, fs, io};

    const OTHERS: u32 = 0o077;

    pub(super) fn close_folder(folder: &Path) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = match rustix::fs::open(folder, flags, Mode::empty()) {
            Err(error @ (Errno::LOOP | Errno::NOTDIR)) => return Err(not_followed(folder, error)),
            // Its owner always may, unless the mode forbids it.
            Err(Errno::ACCESS) => return Err(NotPrivate::OtherOwner.into()),
            opened => File::from(opened?),
        };
        close(&opened, 0o700)
    }

    pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
        // A pipe that lies there is not waited for.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
        let opened = options.open(path).map_err(|error| {
            let code = error.raw_os_error().map(Errno::from_raw_os_error);
            match code {
                Some(code @ Errno::LOOP) => not_followed(path, code),
                _ => error,
            }
        })?;
        if !opened.metadata()?.is_file() {
            return Err(NotPrivate::OtherKind.into());
        }
        close(&opened, 0o600)?;
        Ok(opened)
    }

    fn close(opened: &File, mode: u32) -> io::Result<()> {
        let found = opened.metadata()?;
        if found.uid() != geteuid().as_raw() {
            return Err(NotPrivate::OtherOwner.into());
        }
        match found.mode() & OTHERS {
            0 => Ok(()),
            _ => opened.set_permissions(Permissions::from_mode(mode)),
        }
    }

    fn not_followed(path: &Path, error: Errno) -> io::Error {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => NotPrivate::Link.into(),
            Ok(_) => NotPrivate::OtherKind.into(),
            Err(_) => error.into(),
        }
    }

    pub(super) fn is_trusted(found: &Metadata) -> bool {
        found.uid() == geteuid().as_raw() || found.uid() == 0
    }

    pub(super) fn is_open_to_others(folder: &Path) -> io::Result<bool> {
        Ok(fs::metadata(folder)?.mode() & OTHERS != 0)
    }
}

#[cfg(windows)]
mod system {
    use std::fs::Metadata;

    use super::{File, NotPrivate, OpenOptions, Path, fs, io};
    use crate::base::access_list::{close, is_in_profile};

    pub(super) fn close_folder(folder: &Path) -> io::Result<()> {
        if !fs::metadata(folder)?.is_dir() {
            return Err(NotPrivate::OtherKind.into());
        }
        match is_in_profile(folder) {
            true => Ok(()),
            false => close(folder).map_err(|_| NotPrivate::OpenToOthers.into()),
        }
    }

    pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
        options.open(path)
    }

    pub(super) fn is_trusted(_: &Metadata) -> bool {
        true
    }

    pub(super) fn is_open_to_others(folder: &Path) -> io::Result<bool> {
        Ok(!is_in_profile(folder))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().mode() & 0o777
    }

    fn refused<T: std::fmt::Debug>(done: io::Result<T>) -> NotPrivate {
        let error = done.unwrap_err();
        *error.get_ref().unwrap().downcast_ref().unwrap()
    }

    #[test]
    fn folders_and_files_are_private_whatever_was_there_before() {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        ensure_folder(&at("new/below")).unwrap();
        assert_eq!((mode(&at("new")), mode(&at("new/below"))), (0o700, 0o700));
        fs::create_dir(at("open")).unwrap();
        set(&at("open"), 0o755);
        ensure_folder(&at("open")).unwrap();
        assert_eq!(mode(&at("open")), 0o700);

        open(&at("file"), File::options().append(true).create(true)).unwrap();
        assert_eq!(mode(&at("file")), 0o600);
        set(&at("file"), 0o664);
        close(&at("file")).unwrap();
        assert_eq!(mode(&at("file")), 0o600);
        close(&at("missing")).unwrap();
    }

    #[test]
    fn links_pipes_and_what_belongs_to_others_are_refused() {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        set(&at("folder"), 0o755);
        fs::write(at("file"), "kept").unwrap();
        set(&at("file"), 0o644);
        symlink(at("folder"), at("folder-link")).unwrap();
        symlink(at("file"), at("file-link")).unwrap();
        let read = |name| open(&at(name), File::options().read(true));
        let write = |name| open(&at(name), File::options().write(true).create(true));
        assert_eq!(refused(ensure_folder(&at("folder-link"))), NotPrivate::Link);
        assert_eq!(refused(read("file-link")), NotPrivate::Link);
        assert_eq!(refused(write("file-link")), NotPrivate::Link);
        assert_eq!(refused(read("folder")), NotPrivate::OtherKind);
        assert!(ensure_folder(&at("file")).is_err());
        assert_eq!((mode(&at("folder")), mode(&at("file"))), (0o755, 0o644));
        assert_eq!(
            follow_own_link(&at("folder-link")).unwrap(),
            at("folder").canonicalize().unwrap()
        );
        // No call of rustix makes one on macOS.
        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(made.unwrap().success());
        assert_eq!(refused(read("pipe")), NotPrivate::OtherKind);

        if !rustix::process::geteuid().is_root() {
            println!("SKIPPED: only root gives a file to another user");
            return;
        }
        for name in ["folder", "file", "folder-link"] {
            std::os::unix::fs::lchown(at(name), Some(12_345), None).unwrap();
        }
        assert_eq!(
            refused(ensure_folder(&at("folder"))),
            NotPrivate::OtherOwner
        );
        assert_eq!(refused(read("file")), NotPrivate::OtherOwner);
        assert_eq!(
            refused(follow_own_link(&at("folder-link"))),
            NotPrivate::Link
        );
    }
}

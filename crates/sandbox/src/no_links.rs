//! A way to a file on which root follows no link that somebody else could have put there. Who owns a
//! folder on the way may put one in at any moment, so nothing is looked at first: each folder is
//! opened from the one before, and the file in the last of them.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, fchmod, fstat, open, openat};
use rustix::io::Errno;

#[cfg(target_os = "linux")]
const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC).union(OFlags::PATH);
#[cfg(not(target_os = "linux"))]
const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// A name in a folder that was reached so; what is there may be a link, which is not followed.
#[derive(Debug)]
pub struct Location<'a> {
    folder: Rc<OwnedFd>,
    name: &'a OsStr,
}

/// The folder that was reached last. Most files of a copy lie beside the one before, and the way to each is as long as
/// its path.
#[derive(Debug, Default)]
pub struct LastFolder(Option<(PathBuf, Rc<OwnedFd>)>);

impl LastFolder {
    pub fn find<'a>(&mut self, path: &'a Path) -> io::Result<Location<'a>> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let above = path.parent().unwrap_or(Path::new(""));
        let folder = match &self.0 {
            Some((last, folder)) if last == above => Rc::clone(folder),
            _ => {
                let folder = Rc::new(reach(above)?);
                self.0 = Some((above.to_path_buf(), Rc::clone(&folder)));
                folder
            }
        };
        Ok(Location { folder, name })
    }
}

fn reach(path: &Path) -> io::Result<OwnedFd> {
    let mut folder = open(".", FOLDER, Mode::empty())?;
    for part in path.components() {
        folder = match part {
            Component::Normal(name) => step(&folder, name)?,
            other => openat(&folder, other.as_os_str(), FOLDER, Mode::empty())?,
        };
    }
    Ok(folder)
}

impl<'a> Location<'a> {
    pub fn find(path: &'a Path) -> io::Result<Self> {
        LastFolder::default().find(path)
    }

    /// A new file has the mode 0600.
    pub fn open(&self, flags: OFlags) -> io::Result<File> {
        // Without waiting for the other end of a pipe that lies there.
        let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        Ok(openat(&self.folder, self.name, flags, mode)?.into())
    }

    pub fn give(&self, uid: u32, gid: u32) -> io::Result<()> {
        let (uid, gid) = (
            rustix::fs::Uid::from_raw(uid),
            rustix::fs::Gid::from_raw(gid),
        );
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        rustix::fs::chownat(&self.folder, self.name, Some(uid), Some(gid), flags)?;
        Ok(())
    }

    pub fn make_folder(&self, mode: Mode) -> io::Result<()> {
        rustix::fs::mkdirat(&self.folder, self.name, mode)?;
        Ok(())
    }

    /// Only the owner of the folder gets into it.
    pub fn close_folder(&self) -> io::Result<()> {
        fchmod(self.open(OFlags::RDONLY | OFlags::DIRECTORY)?, Mode::RWXU)?;
        Ok(())
    }

    pub fn make_link(&self, leads_to: &Path) -> io::Result<()> {
        rustix::fs::symlinkat(leads_to, &self.folder, self.name)?;
        Ok(())
    }

    /// Gives this file another name.
    pub fn share(&self, name: &Location<'_>) -> io::Result<()> {
        let (folder, flags) = (&self.folder, AtFlags::empty());
        rustix::fs::linkat(folder, self.name, &name.folder, name.name, flags)?;
        Ok(())
    }

    pub fn remove_file(&self) -> io::Result<()> {
        rustix::fs::unlinkat(&self.folder, self.name, AtFlags::empty())?;
        Ok(())
    }
}

/// The links of a folder that only root writes to are root's own, such as `/tmp` of macOS.
fn step(folder: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    match openat(folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
        Err(Errno::LOOP | Errno::NOTDIR) if is_roots_alone(folder)? => {
            Ok(openat(folder, name, FOLDER, Mode::empty())?)
        }
        other => Ok(other?),
    }
}

fn is_roots_alone(folder: &OwnedFd) -> io::Result<bool> {
    let found = fstat(folder)?;
    Ok(found.st_uid == 0 && found.st_mode & 0o022 == 0)
}

//! Files that must outlive a power cut. What these calls have made is on the disk when they
//! return, not only in memory: a file with what is in it, a name with the folder that holds it.
//!
//! The file system may write in any order until it is told to sync, so a name could reach the disk
//! before what it leads to. Content is therefore synced first, under a name that means "unfinished";
//! only then is it renamed, and the folders that lose and gain the name are synced last.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::copier::Copier;
use crate::crash;
use crate::owner::{self, Owner};

#[cfg(test)]
mod outage;
#[cfg(test)]
pub mod power;

/// How many files are brought to the disk at once: the file system's journal then takes many of
/// them in one go.
const AT_ONCE: usize = 8;

/// Reads a file. A pipe or a device is refused before it is opened, because opening one may wait for ever.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return fs::read(path);
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is a pipe or a device, not a file",
    ))
}

/// Reads a file of text, as [`read`].
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Returns the path with links followed. On Windows a path on a drive comes without the `\\?\` before it, which PostgreSQL's
/// programs do not take.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    let real = fs::canonicalize(path)?;
    let text = real.to_str().filter(|_| cfg!(windows));
    let plain = text.and_then(|text| text.strip_prefix(r"\\?\"));
    let on_drive = plain.filter(|plain| !plain.starts_with(r"UNC\"));
    let on_drive = on_drive.map(PathBuf::from);
    Ok(on_drive.unwrap_or(real))
}

/// Writes a file that only its owner reads, whole or not at all: the one before stays until this
/// one is on the disk.
pub fn write_private(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write(path, bytes, 0o600)
}

pub fn write(path: &Path, bytes: impl AsRef<[u8]>, mode: u32) -> io::Result<()> {
    let fresh = with_ending(path, "new");
    match fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    crash::point();
    let mut file = create(&fresh)?;
    owner::set_mode_of(&file, mode)?;
    file.write_all(bytes.as_ref())?;
    sync_file(&file, &fresh)?;
    rename(&fresh, path)
}

/// An empty file that was not there, with nothing brought to the disk yet; only its owner reads it.
fn create(path: &Path) -> io::Result<File> {
    #[cfg(test)]
    power::writes(path);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// The same path with an ending; versions hold dots, so this is no change of extension.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Gives a file or folder another name, in its own folder or another one.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    move_to(from, to)?;
    let (left, entered) = (from.parent(), to.parent());
    entered.map_or(Ok(()), sync_folder)?;
    // The new name first: a power cut in between may leave two names, but never none.
    match left {
        Some(left) if Some(left) != entered => sync_folder(left),
        _ => Ok(()),
    }
}

/// The same, with the folders not brought to the disk yet.
pub fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(test)]
    power::moves(from, to);
    crash::point();
    fs::rename(from, to)?;
    crash::point();
    Ok(())
}

pub fn remove_file(path: &Path) -> io::Result<()> {
    #[cfg(test)]
    power::removes(path);
    crash::point();
    fs::remove_file(path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes a folder and those above it that are not there.
pub fn make_folders(path: &Path) -> io::Result<()> {
    make_folders_with(path, make_folder)
}

/// The same, with folders that only their owner enters from their first moment on.
pub fn make_private_folders(path: &Path) -> io::Result<()> {
    make_folders_with(path, |path| {
        #[cfg(test)]
        power::makes(path);
        owner::make_private_folder(path)
    })
}

fn make_folders_with(path: &Path, make: fn(&Path) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    if let Some(above) = above {
        make_folders_with(above, make)?;
    }
    match make(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        made => made?,
    }
    above.map_or(Ok(()), sync_folder)
}

/// A folder in one that is there, with nothing brought to the disk yet.
pub fn make_folder(path: &Path) -> io::Result<()> {
    #[cfg(test)]
    power::makes(path);
    owner::make_folder(path)
}

/// A file's copy, with nothing brought to the disk yet.
pub fn copy(
    copier: &mut Copier,
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    same_as: &[PathBuf],
) -> io::Result<()> {
    #[cfg(test)]
    power::writes(to);
    copier.copy(from, to, owner, same_as)
}

/// Brings a folder and all that is in it to the disk. What vanishes meanwhile is no error: a server
/// may work in it already, which brings its own files to the disk.
pub fn sync_tree(folder: &Path) -> io::Result<()> {
    crash::point();
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    list(folder, &mut files, &mut folders)?;
    #[cfg(target_os = "linux")]
    if is_synced_whole(folder)? {
        #[cfg(test)]
        files
            .iter()
            .chain(&folders)
            .for_each(|it| power::synced(it));
        return Ok(());
    }
    let each = files.len().div_ceil(AT_ONCE).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = files
            .chunks(each)
            .map(|part| {
                scope.spawn(|| {
                    part.iter()
                        .try_for_each(|path| ignore_missing(sync_path(path)))
                })
            })
            .collect();
        parts.into_iter().try_for_each(|part| {
            part.join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
        })
    })?;
    // Inner folders first: an entry must not be on the disk before the folder that it leads to.
    folders
        .iter()
        .rev()
        .try_for_each(|path| ignore_missing(sync_folder(path)))
}

/// On btrfs alone, where each file's own call would commit all that changed since the last: a thousand of them were seen
/// to take two seconds, and the whole file system ten milliseconds.
#[cfg(target_os = "linux")]
fn is_synced_whole(folder: &Path) -> io::Result<bool> {
    const BTRFS: u64 = 0x9123_683e;
    let folder = File::open(folder)?;
    let is_btrfs = u64::try_from(rustix::fs::fstatfs(&folder)?.f_type).is_ok_and(|it| it == BTRFS);
    if is_btrfs {
        rustix::fs::syncfs(&folder)?;
    }
    Ok(is_btrfs)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>, folders: &mut Vec<PathBuf>) -> io::Result<()> {
    folders.push(folder.to_path_buf());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = match entry.file_type() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            kind => kind?,
        };
        if kind.is_dir() {
            ignore_missing(list(&entry.path(), files, folders))?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn ignore_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Windows flushes only what may be written.
fn sync_path(path: &Path) -> io::Result<()> {
    let file = File::options().read(true).write(cfg!(windows)).open(path)?;
    // Where bringing it to the drive and through the drive's own memory are two calls, the second
    // is made once for all of them, with the folder.
    #[cfg(target_vendor = "apple")]
    rustix::fs::fsync(&file)?;
    #[cfg(not(target_vendor = "apple"))]
    file.sync_all()?;
    #[cfg(test)]
    power::synced(path);
    Ok(())
}

fn sync_file(file: &File, path: &Path) -> io::Result<()> {
    file.sync_all()?;
    #[cfg(test)]
    power::synced(path);
    let _ = path;
    Ok(())
}

/// Brings a folder's own entries to the disk.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()?;
    #[cfg(test)]
    power::synced(folder);
    Ok(())
}

#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns whether something could not be written because the disk, or what a user may take of it, is full.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

/// What of the disk under a folder an ordinary user may still take.
#[cfg(unix)]
pub fn free(folder: &Path) -> Option<u64> {
    let stats = rustix::fs::statvfs(folder).ok()?;
    Some(stats.f_bavail.saturating_mul(stats.f_frsize))
}

#[cfg(windows)]
pub fn free(folder: &Path) -> Option<u64> {
    use std::os::windows::ffi::OsStrExt as _;
    use std::ptr::null_mut;
    use windows_sys::Win32::Storage::FileSystem::GetDiskFreeSpaceExW;
    let name: Vec<u16> = folder.as_os_str().encode_wide().chain([0]).collect();
    let mut free = 0;
    #[expect(
        unsafe_code,
        reason = "no safe function of the standard library gives the free space of a disk"
    )]
    // SAFETY: `name` ends with a null, `free` is a place for a number, both live until the call returns, and the other two
    // numbers may be left out.
    let found =
        unsafe { GetDiskFreeSpaceExW(name.as_ptr(), &raw mut free, null_mut(), null_mut()) };
    (found != 0).then_some(free)
}

#[cfg(not(any(unix, windows)))]
pub fn free(_: &Path) -> Option<u64> {
    None
}

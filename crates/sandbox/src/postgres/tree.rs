//! Whole folders: copied with their owner set, and measured.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tokio_util::sync::CancellationToken;

use super::owner::{Owner, give, set_mode};

/// Copies a folder for the given owner. The kernel copies, and shares blocks where the file
/// system can. The copy is not forced to the disk, and is left as it is when told to stop.
pub fn copy(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    stop: &CancellationToken,
) -> io::Result<()> {
    let mut files = Vec::new();
    copy_folders(from, to, owner, &mut files)?;
    let half = files.len() / 2;
    let (left, right) = files.split_at(half);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| copy_files(left, owner, stop));
        let mine = copy_files(right, owner, stop);
        other
            .join()
            .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))?;
        mine
    })
}

fn copy_folders(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    files: &mut Vec<(PathBuf, PathBuf)>,
) -> io::Result<()> {
    fs::create_dir(to)?;
    set_mode(to, 0o700)?;
    give(to, owner)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folders(&entry.path(), &target, owner, files)?;
        } else if kind.is_symlink() {
            link(&fs::read_link(entry.path())?, &target)?;
            give(&target, owner)?;
        } else {
            files.push((entry.path(), target));
        }
    }
    Ok(())
}

fn copy_files(
    files: &[(PathBuf, PathBuf)],
    owner: Option<Owner>,
    stop: &CancellationToken,
) -> io::Result<()> {
    for (from, to) in files {
        if stop.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        fs::copy(from, to)?;
        give(to, owner)?;
    }
    Ok(())
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    let beside = at.parent().unwrap_or(at).join(to);
    fs::copy(beside, at).map(drop)
}

/// Brings a folder and all that is in it to the disk.
pub fn sync(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            sync(&entry.path())?;
        } else if kind.is_file() {
            // Windows flushes only what may be written.
            let file = fs::File::options()
                .read(true)
                .write(cfg!(windows))
                .open(entry.path())?;
            file.sync_all()?;
        }
    }
    sync_folder(folder)
}

/// Brings a folder's own entries to the disk.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The bytes of all databases that are not PostgreSQL's own three. Files that vanish meanwhile
/// count nothing.
pub fn user_bytes(cluster: &Path) -> u64 {
    /// template1, template0 and postgres have the same numbers in every cluster.
    const NOT_OF_USERS: [u32; 3] = [1, 4, 5];
    let Ok(entries) = fs::read_dir(cluster.join("base")) else {
        return 0;
    };
    entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.parse::<u32>().ok());
            number.is_some_and(|number| !NOT_OF_USERS.contains(&number))
        })
        .flat_map(|entry| fs::read_dir(entry.path()).into_iter().flatten().flatten())
        .filter_map(|file| file.metadata().ok())
        .map(|meta| meta.len())
        .sum()
}

/// The same path with an ending; versions hold dots, so this is no change of extension.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Removes a folder that may not be there.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

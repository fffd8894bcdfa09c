//! Whole folders: copied with their owner set, and measured.

use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use tokio_util::sync::CancellationToken;

use crate::copier::Copier;
#[cfg(unix)]
use crate::owner::make_link as link;
use crate::owner::{Owner, close_folder, give};
use crate::{crash, disk};

/// Copies a folder for the given owner. The kernel copies, and shares blocks where the file
/// system can. The copy is not forced to the disk, and is left as it is when told to stop.
pub fn copy(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    stop: &CancellationToken,
) -> io::Result<()> {
    copy_part(from, to, owner, stop, &Part::whole())
}

/// What is taken of a folder.
pub struct Part<'a> {
    /// Told each path below the folder; leaves out a file, or a folder with all that is in it.
    pub leave_out: &'a (dyn Fn(&Path) -> bool + Sync),
    /// The folder is in use: what is gone by the time of its copy is no error.
    pub may_vanish: bool,
    /// Copies that nobody writes to. Where the file system can't share blocks, a file that one of them has too becomes a
    /// second name of theirs, so nobody may write to this copy either.
    pub same_as: &'a [PathBuf],
}

impl Part<'_> {
    fn whole() -> Self {
        Self {
            leave_out: &|_| false,
            may_vanish: false,
            same_as: &[],
        }
    }

    fn ignore_missing<T>(&self, done: io::Result<T>) -> io::Result<Option<T>> {
        match done {
            Err(error) if self.may_vanish && error.kind() == io::ErrorKind::NotFound => Ok(None),
            other => other.map(Some),
        }
    }
}

/// The same for a part of the folder.
pub fn copy_part(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    stop: &CancellationToken,
    part: &Part<'_>,
) -> io::Result<()> {
    let mut walk = Walk {
        from,
        to,
        owner,
        part,
        files: Vec::new(),
    };
    walk.folder(Path::new(""))?;
    crash::point();
    let files = walk.files;
    let half = files.len() / 2;
    let (left, right) = files.split_at(half);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| copy_files(left, owner, stop, part));
        let mine = copy_files(right, owner, stop, part);
        other
            .join()
            .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))?;
        mine
    })
}

/// Makes the folders and links of a copy, and lists the files that are still to be copied.
struct Walk<'a> {
    from: &'a Path,
    to: &'a Path,
    owner: Option<Owner>,
    part: &'a Part<'a>,
    /// From where, to where, and the path that both have below their folders.
    files: Vec<(PathBuf, PathBuf, PathBuf)>,
}

impl Walk<'_> {
    fn folder(&mut self, below: &Path) -> io::Result<()> {
        let (from, to) = (self.from.join(below), self.to.join(below));
        let Some(entries) = self.part.ignore_missing(fs::read_dir(&from))? else {
            return Ok(());
        };
        disk::make_folder(&to)?;
        close_folder(&to)?;
        give(&to, self.owner)?;
        for entry in entries {
            let entry = entry?;
            let path = below.join(entry.file_name());
            if !(self.part.leave_out)(&path) {
                self.entry(&entry, &path)?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, entry: &fs::DirEntry, below: &Path) -> io::Result<()> {
        let target = self.to.join(below);
        let Some(kind) = self.part.ignore_missing(entry.file_type())? else {
            return Ok(());
        };
        if kind.is_dir() {
            self.folder(below)?;
        } else if kind.is_symlink() {
            if let Some(leads_to) = self.part.ignore_missing(fs::read_link(entry.path()))? {
                link(&leads_to, &target)?;
                give(&target, self.owner)?;
            }
        } else {
            self.files.push((entry.path(), target, below.to_path_buf()));
        }
        Ok(())
    }
}

fn copy_files(
    files: &[(PathBuf, PathBuf, PathBuf)],
    owner: Option<Owner>,
    stop: &CancellationToken,
    part: &Part<'_>,
) -> io::Result<()> {
    let mut copier = Copier::default();
    for (from, to, below) in files {
        if stop.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let same_as: Vec<PathBuf> = part.same_as.iter().map(|it| it.join(below)).collect();
        part.ignore_missing(disk::copy(&mut copier, from, to, owner, &same_as))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> io::Result<()> {
    let beside = at.parent().unwrap_or(at).join(to);
    fs::copy(beside, at).map(drop)
}

/// The bytes of all databases that are not PostgreSQL's own three. Files that vanish meanwhile
/// count nothing.
pub fn user_bytes(cluster: &Path) -> u64 {
    let metas = user_files(cluster).filter_map(|file| file.metadata().ok());
    metas.map(|meta| meta.len()).sum()
}

/// How many bytes of them are in pages that are not the same in an earlier copy of the cluster. All of both is read, so that
/// it is an error where it is told to stop.
pub fn differing_bytes(
    cluster: &Path,
    earlier: &Path,
    stops: impl Fn() -> bool,
) -> io::Result<u64> {
    let mut sum = 0;
    for file in user_files(cluster) {
        if stops() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let path = file.path();
        let below = path.strip_prefix(cluster).unwrap_or(&path);
        sum += differing(&path, &earlier.join(below))?;
    }
    // A file that was not there counts whole, and so would all of an earlier copy that is being removed.
    fs::metadata(earlier.join("PG_VERSION"))?;
    Ok(sum)
}

fn differing(file: &Path, earlier: &Path) -> io::Result<u64> {
    const PAGE: u64 = 8192;
    let mut new = BufReader::with_capacity(64 * 1024, fs::File::open(file)?);
    let mut old = match fs::File::open(earlier) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(new.get_ref().metadata()?.len());
        }
        old => BufReader::with_capacity(64 * 1024, old?),
    };
    let (mut page, mut before, mut sum) = (Vec::new(), Vec::new(), 0);
    loop {
        page.clear();
        before.clear();
        let count = new.by_ref().take(PAGE).read_to_end(&mut page)?;
        if count == 0 {
            return Ok(sum);
        }
        old.by_ref().take(PAGE).read_to_end(&mut before)?;
        if page != before {
            sum += count as u64;
        }
    }
}

fn user_files(cluster: &Path) -> impl Iterator<Item = fs::DirEntry> {
    /// template1, template0 and postgres have the same numbers in every cluster.
    const NOT_OF_USERS: [u32; 3] = [1, 4, 5];
    let entries = fs::read_dir(cluster.join("base")).into_iter().flatten();
    entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.parse::<u32>().ok());
            number.is_some_and(|number| !NOT_OF_USERS.contains(&number))
        })
        .flat_map(|entry| fs::read_dir(entry.path()).into_iter().flatten().flatten())
}

/// The ending of a cluster that is copied from the template.
pub const MAKING: &str = "making";
/// The ending of a branch that is copied from another one.
pub const COPYING: &str = "copying";
/// What a folder and all that is in it takes of the disk. Files that vanish meanwhile count
/// nothing; blocks that are shared with another folder count in both, and a file with several names
/// in parts.
pub fn disk_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let one = |entry: fs::DirEntry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => taken(&meta) + disk_bytes(&entry.path()),
        Ok(meta) => taken(&meta),
        Err(_) => 0,
    };
    entries.map(one).sum()
}

/// The room that a copy of a part of the folder takes: each file in full, as a copy has no second names.
pub fn copy_bytes(folder: &Path, leave_out: &dyn Fn(&Path) -> bool) -> u64 {
    copy_bytes_below(folder, Path::new(""), leave_out)
}

fn copy_bytes_below(folder: &Path, below: &Path, leave_out: &dyn Fn(&Path) -> bool) -> u64 {
    let entries = fs::read_dir(folder.join(below));
    let one = |entry: fs::DirEntry| {
        let path = below.join(entry.file_name());
        if leave_out(&path) {
            return 0;
        }
        match entry.metadata() {
            Ok(meta) if meta.is_dir() => blocks(&meta) + copy_bytes_below(folder, &path, leave_out),
            Ok(meta) => blocks(&meta),
            Err(_) => 0,
        }
    };
    entries.into_iter().flatten().flatten().map(one).sum()
}

#[cfg(unix)]
fn taken(meta: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    // A folder has as many names as there are folders in it.
    let names = match meta.is_dir() {
        true => 1,
        false => meta.nlink().max(1),
    };
    blocks(meta) / names
}

#[cfg(not(unix))]
fn taken(meta: &fs::Metadata) -> u64 {
    blocks(meta)
}

#[cfg(unix)]
fn blocks(meta: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    /// Independent of the file system's own blocks.
    const UNIT: u64 = 512;
    meta.blocks() * UNIT
}

#[cfg(not(unix))]
fn blocks(meta: &fs::Metadata) -> u64 {
    meta.len()
}

/// Removes a folder that may not be there.
pub fn remove(path: &Path) -> io::Result<()> {
    crash::point();
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

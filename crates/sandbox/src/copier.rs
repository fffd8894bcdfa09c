//! Copies files for whoever the servers run as, and shares what can be shared.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rustix::fs::OFlags;

#[cfg(unix)]
use crate::no_links::{LastFolder, Location};
#[cfg(unix)]
use crate::owner::{NEW, create_private, is_root, private, remove_file, set_mode};
use crate::owner::{Owner, open_to_read};

/// Copies one file, as a `Copier` does.
pub fn copy_file(from: &Path, to: &Path, owner: Option<Owner>) -> io::Result<()> {
    Copier::default().copy(from, to, owner, &[])
}

/// Copies files one after the other.
#[derive(Debug, Default)]
pub struct Copier {
    #[cfg(unix)]
    from: LastFolder,
    #[cfg(unix)]
    to: LastFolder,
}

impl Copier {
    /// A copy that `owner` alone reads, or the sandbox where that is nobody else; as root only of what is a file and no
    /// link to one. Both share their blocks until one is written to, where the file system has that (btrfs, XFS,
    /// bcachefs; APFS by the standard library's own copy). Where it has not, the copy is a second name of the first of
    /// `same_as` that has the same bytes, so nobody may write to either.
    #[cfg(unix)]
    pub fn copy(
        &mut self,
        from: &Path,
        to: &Path,
        owner: Option<Owner>,
        same_as: &[PathBuf],
    ) -> io::Result<()> {
        let is_root = is_root();
        if !cfg!(target_os = "linux") && !is_root && same_as.is_empty() {
            fs::copy(from, to)?;
            return set_mode(to, 0o600);
        }
        let (mut source, mut copy) = if is_root {
            let copy = self.to.find(to)?;
            let source = self.from.find(from)?.open(OFlags::RDONLY)?;
            (source, private(copy.open(NEW)?)?)
        } else {
            (File::open(from)?, create_private(to)?)
        };
        if !is_cloned(&source, &copy) {
            if let Some(same) = first_same(&mut source, same_as)? {
                drop(copy);
                remove_file(to)?;
                return share(same, to);
            }
            io::copy(&mut source, &mut copy)?;
        }
        if let Some(owner) = owner {
            std::os::unix::fs::fchown(&copy, Some(owner.uid), Some(owner.gid))?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    pub fn copy(
        &mut self,
        from: &Path,
        to: &Path,
        _: Option<Owner>,
        same_as: &[PathBuf],
    ) -> io::Result<()> {
        match first_same(&mut File::open(from)?, same_as)? {
            Some(same) => fs::hard_link(same, to),
            None => fs::copy(from, to).map(drop),
        }
    }
}

/// Whether files in this folder can share their blocks until one is written to.
pub fn clones(folder: &Path) -> io::Result<bool> {
    let names = ["clone-probe", "clone-probe-copy"].map(|name| folder.join(name));
    let tried = try_clone(&names);
    for name in &names {
        let _ = fs::remove_file(name);
    }
    tried
}

#[cfg(unix)]
fn try_clone([from, to]: &[PathBuf; 2]) -> io::Result<bool> {
    use std::io::Write as _;
    for name in [from, to] {
        let _ = fs::remove_file(name);
    }
    create_private(from)?.write_all(&[1; 4096])?;
    // What is cloned has to be open for reading.
    Ok(is_cloned(&File::open(from)?, &create_private(to)?))
}

#[cfg(not(unix))]
fn try_clone(_: &[PathBuf; 2]) -> io::Result<bool> {
    Ok(false)
}

/// The first of these that is there and has the bytes of the file. The file is read from its start afterwards.
fn first_same<'a>(file: &mut File, others: &'a [PathBuf]) -> io::Result<Option<&'a PathBuf>> {
    for other in others {
        let is_same = match open_to_read(other) {
            Ok(other) => has_same_bytes(file, other)?,
            Err(_) => false,
        };
        file.rewind()?;
        if is_same {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

fn has_same_bytes(one: &mut File, mut other: File) -> io::Result<bool> {
    const AT_ONCE: usize = 128 * 1024;
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut of_one, mut of_other) = (vec![0; AT_ONCE], vec![0; AT_ONCE]);
    loop {
        let read = read_up_to(one, &mut of_one)?;
        if read != read_up_to(&mut other, &mut of_other)? || of_one[..read] != of_other[..read] {
            return Ok(false);
        }
        if read == 0 {
            return Ok(true);
        }
    }
}

fn read_up_to(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

/// Root follows no link to either.
#[cfg(unix)]
fn share(file: &Path, name: &Path) -> io::Result<()> {
    match is_root() {
        true => Location::find(file)?.share(&Location::find(name)?),
        false => fs::hard_link(file, name),
    }
}

#[cfg(target_os = "linux")]
fn is_cloned(source: &File, copy: &File) -> bool {
    rustix::fs::ioctl_ficlone(copy, source).is_ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn is_cloned(_: &File, _: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found out once is what a copy does.
    #[test]
    fn a_folder_shares_blocks_where_a_copy_in_it_does() {
        let folder = tempfile::tempdir().unwrap();
        let known = clones(folder.path()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(clones(folder.path()).unwrap(), known);
        assert!(clones(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn what_is_the_same_is_shared_and_what_differs_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let long = "x".repeat(300_000);
        for (name, text) in [
            ("source", format!("{long}1")),
            ("same", format!("{long}1")),
            ("other", format!("{long}2")),
            ("shorter", long.clone()),
        ] {
            fs::write(at(name), text).unwrap();
        }
        let copy = |name: &str, same_as: &[PathBuf]| {
            let mut copier = Copier::default();
            copier
                .copy(&at("source"), &at(name), None, same_as)
                .unwrap();
            assert_eq!(fs::read(at("source")).unwrap(), fs::read(at(name)).unwrap());
        };
        copy("one", &[at("missing"), at("shorter"), at("other")]);
        copy("two", &[at("other"), at("same")]);
        // Where blocks are shared, names are not.
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let inode = |name: &str| fs::metadata(at(name)).unwrap().ino();
            let clones = is_cloned(
                &File::open(at("source")).unwrap(),
                &File::create(at("probe")).unwrap(),
            );
            assert_ne!(inode("one"), inode("other"));
            assert_eq!(inode("two") == inode("same"), !clones);
            assert_eq!(super::clones(folder.path()).unwrap(), clones);
        }
        fs::write(at("source"), "changed").unwrap();
        assert_eq!(fs::read(at("two")).unwrap(), fs::read(at("same")).unwrap());
    }
}

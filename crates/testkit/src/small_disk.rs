//! A disk that a test can fill: a file system in memory, which only root mounts.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Mounted as long as it lives.
#[derive(Debug)]
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Over an empty folder. None, which is said, where nothing may be mounted.
    pub fn over(folder: &Path, kilobytes: u64) -> Option<Self> {
        let options = format!("size={kilobytes}k,mode=711");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &options, "tmpfs"])
            .arg(folder);
        if !mount.output().is_ok_and(|it| it.status.success()) {
            eprintln!("SKIPPED: only root mounts a file system");
            return None;
        }
        Some(Self {
            folder: folder.to_owned(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }

    /// Leaves room for so many bytes.
    pub fn fill(&self, left: u64) {
        let mut filler = OpenOptions::new();
        let mut filler = filler
            .create(true)
            .append(true)
            .open(self.filler())
            .unwrap();
        for size in [1024 * 1024, 4096] {
            let chunk = vec![1; size];
            loop {
                match filler.write(&chunk) {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        self.give(&filler, left);
    }

    /// Makes room for so many more bytes.
    pub fn free(&self, more: u64) {
        let filler = OpenOptions::new().write(true).open(self.filler()).unwrap();
        self.give(&filler, more);
    }

    fn give(&self, filler: &File, bytes: u64) {
        let taken = filler.metadata().unwrap().len();
        filler.set_len(taken.saturating_sub(bytes)).unwrap();
    }

    /// Nothing but what else is there.
    pub fn clear(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
    }
}

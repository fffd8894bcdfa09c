//! A folder in memory for the data of tests: without it they wait for the disk three times as long as they compute.
//! Nothing is tested less: what a power cut leaves is imitated above the file system, and a killed process loses no
//! file on any of them.

use std::path::{Path, PathBuf};
use std::{fs, process};

use crate::program::Program;

/// Of Linux alone: a file system in memory that every user may write to.
const MEMORY: &str = "/dev/shm";
const PREFIX: &str = "plinth-tests-";
/// A full run was seen to take less than one.
const NEEDED_GIB: u64 = 4;

/// Goes with what is in it when it is dropped.
#[derive(Debug)]
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// None where there is no such place or too little room.
    pub fn new() -> Option<Self> {
        remove_left(Path::new(MEMORY), |id| Path::new("/proc").join(id).exists());
        let room = free_gib(MEMORY)?;
        let path = Path::new(MEMORY).join(format!("{PREFIX}{}", process::id()));
        (room >= NEEDED_GIB && fs::create_dir(&path).is_ok()).then_some(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What a server still writes to is removed by the next run.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What runs left that were killed.
fn remove_left(place: &Path, runs: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if id.is_some_and(|id| !runs(id)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn free_gib(place: &str) -> Option<u64> {
    let said = Program::new("df").args(["-k", "--output=fstype,avail", place]);
    gib_in_memory(&said.quiet().ok()?)
}

fn gib_in_memory(said: &str) -> Option<u64> {
    let (kind, kib) = said.lines().nth(1)?.split_once(' ')?;
    (kind == "tmpfs").then_some(kib.trim().parse::<u64>().ok()? >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_memory_with_its_room_counts() {
        let said = |line: &str| gib_in_memory(&format!("Type     Avail\n{line}\n"));
        assert_eq!(said("tmpfs 24000000"), Some(22));
        assert_eq!(said("tmpfs    65536"), Some(0));
        assert_eq!(said("ext4  24000000"), None);
        assert_eq!(gib_in_memory("df: no such file\n"), None);
    }

    #[test]
    fn only_what_dead_runs_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for name in ["plinth-tests-1", "plinth-tests-2", "other-2"] {
            fs::create_dir_all(at(name).join("below")).unwrap();
        }
        remove_left(place.path(), |id| id == "1");
        assert!(at("plinth-tests-1").exists() && at("other-2").exists());
        assert!(!at("plinth-tests-2").exists());
    }
}

//! A kill where a test wants one: at every write of the core there is a point, and the program dies at the one that a file
//! names. Nothing of this is in a release.

use std::path::PathBuf;

use app::{Checkpoint, Checkpoints};

/// The file. A test writes it once the program is where it wants it.
const FILE: &str = "PLINTH_KILLED_AT";

#[derive(Debug)]
pub struct KillPoint(PathBuf);

impl KillPoint {
    pub fn of_this_process() -> Option<Self> {
        std::env::var_os(FILE).map(|file| Self(file.into()))
    }
}

impl Checkpoints for KillPoint {
    fn passed(&self, checkpoint: Checkpoint) {
        let wanted = std::fs::read_to_string(&self.0).unwrap_or_default();
        if wanted == format!("{checkpoint:?}") {
            die();
        }
    }
}

/// As `kill -9` does it: nothing is tidied up.
#[cfg(unix)]
fn die() {
    use rustix::process::{Signal, getpid, kill_process};
    let _ = kill_process(getpid(), Signal::KILL);
}

#[cfg(not(unix))]
fn die() {
    std::process::abort();
}

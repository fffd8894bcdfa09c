//! What a server writes of itself: kept over its starts, in a few files of limited size, with the
//! end of the last one before a crash apart.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::copier::copy_file;
use crate::disk::with_ending;
use crate::owner::{append_private, create_private, open_to_read, write_private};

/// Of one file. A server that is in use is checked every second, and may write more until then.
const MAX_LOG_BYTES: u64 = 1024 * 1024;
/// `x.log`, `x.log.1` and `x.log.2`.
const ROTATED_FILES: u32 = 2;
/// As much of the end as returns why a server crashed.
const TAIL_BYTES: u64 = 64 * 1024;

/// The log to write to. What was written before stays in front of it.
pub fn open(log: &Path) -> io::Result<File> {
    rotate(log)?;
    // Each write goes to the end, also after the file was emptied under the server.
    append_private(log)
}

/// Begins a new file when the present one is long. A server goes on with the file that it has, so
/// its content moves away and not the file. What is written in between, in a moment, is lost.
pub fn rotate(log: &Path) -> io::Result<()> {
    if !is_long(log) {
        return Ok(());
    }
    for age in (1..ROTATED_FILES).rev() {
        let _ = fs::rename(older(log, age), older(log, age + 1));
    }
    copy_file(log, &older(log, 1), None)?;
    create_private(log).map(drop)
}

/// Keeps a copy of the end of the log of a server that did not shut down.
pub fn save_crash(log: &Path) -> io::Result<()> {
    let text = since(log, length(log).saturating_sub(TAIL_BYTES));
    if text.is_empty() {
        return Ok(());
    }
    write_private(&crash(log), &text)
}

pub fn is_long(log: &Path) -> bool {
    length(log) >= MAX_LOG_BYTES
}

pub fn length(log: &Path) -> u64 {
    fs::symlink_metadata(log).map_or(0, |meta| meta.len())
}

/// The last lines that were written since the log was that long.
pub fn log_tail(log: &Path, since_length: u64) -> String {
    let text = since(log, since_length);
    let mut lines: Vec<&str> = text.lines().rev().take(3).collect();
    lines.reverse();
    lines.join("; ")
}

/// Takes everything away that was kept of a server.
pub fn remove(log: &Path) {
    let files = (1..=ROTATED_FILES).map(|age| older(log, age));
    for file in files.chain([crash(log), log.to_path_buf()]) {
        let _ = fs::remove_file(file);
    }
}

fn since(log: &Path, length: u64) -> String {
    let mut bytes = Vec::new();
    let read = open_to_read(log).and_then(|mut file| {
        file.seek(SeekFrom::Start(length))?;
        file.take(MAX_LOG_BYTES).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn older(log: &Path, age: u32) -> PathBuf {
    with_ending(log, &age.to_string())
}

fn crash(log: &Path) -> PathBuf {
    with_ending(log, "crash")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_log_stays_within_three_files_while_its_server_goes_on_writing() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("x.log");
        let mut server = open(&log).unwrap();
        for round in 0..10 {
            let line = format!("{round}{}\n", "-".repeat(MAX_LOG_BYTES as usize));
            server.write_all(line.as_bytes()).unwrap();
            rotate(&log).unwrap();
        }
        server.write_all(b"the last line\n").unwrap();
        assert_eq!(fs::read_to_string(&log).unwrap(), "the last line\n");
        let first = |age| fs::read(older(&log, age)).unwrap()[0];
        assert_eq!((first(1), first(2)), (b'9', b'8'));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);

        remove(&log);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// As root, whose servers' user must not choose what root writes to.
    #[cfg(unix)]
    #[test]
    fn root_writes_a_log_through_no_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let (target, log) = (folder.path().join("target"), folder.path().join("x.log"));
        let kept = "-".repeat(MAX_LOG_BYTES as usize);
        fs::write(&target, &kept).unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        let is_kept = |what: &str| {
            assert_eq!(fs::read_to_string(&target).unwrap(), kept, "{what}");
            let mode = fs::metadata(&target).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o640, "{what}");
        };

        symlink(&target, &log).unwrap();
        assert!(open(&log).is_err());
        is_kept("the log");
        assert_eq!(log_tail(&log, 0), "", "what is not the log's is not shown");
        fs::remove_file(&log).unwrap();

        fs::write(&log, "+".repeat(MAX_LOG_BYTES as usize)).unwrap();
        symlink(&target, older(&log, 1)).unwrap();
        // The link moves on, as the log would that it stands for.
        rotate(&log).unwrap();
        is_kept("the one before, which goes on");
        assert!(older(&log, 2).is_symlink());
        fs::remove_file(older(&log, 1)).unwrap();
        symlink(&target, crash(&log)).unwrap();
        fs::write(&log, "+").unwrap();
        assert!(save_crash(&log).is_err());
        is_kept("the last words");
    }

    #[test]
    fn a_start_cuts_nothing_off_and_tells_only_its_own_words() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("x.log");
        open(&log).unwrap().write_all(b"before\n").unwrap();
        let begun = length(&log);
        let mut server = open(&log).unwrap();
        server.write_all(b"one\ntwo\nthree\nfour\n").unwrap();
        assert_eq!(log_tail(&log, begun), "two; three; four");
        assert!(fs::read_to_string(&log).unwrap().starts_with("before\n"));
    }
}

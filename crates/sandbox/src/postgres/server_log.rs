//! What a server writes of itself: kept over its starts, in a few files of limited size, with the
//! end of the last one before a crash apart.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::owner::set_mode;

/// Of one file. A server that is in use is looked at every second, and may write more until then.
const LONGEST: u64 = 1024 * 1024;
/// `x.log`, `x.log.1` and `x.log.2`.
const OLDER: u32 = 2;
/// As much of the end as tells why a server crashed.
const LAST_WORDS: u64 = 64 * 1024;

/// The log to write to. What was written before stays in front of it.
pub fn open(log: &Path) -> io::Result<File> {
    rotate(log)?;
    // Each write goes to the end, also after the file was emptied under the server.
    let file = OpenOptions::new().create(true).append(true).open(log)?;
    set_mode(log, 0o600)?;
    Ok(file)
}

/// Begins a new file when the present one is long. A server goes on with the file that it has, so
/// its content moves away and not the file. What is written in between, in a moment, is lost.
pub fn rotate(log: &Path) -> io::Result<()> {
    if length(log) < LONGEST {
        return Ok(());
    }
    for age in (1..OLDER).rev() {
        let _ = fs::rename(older(log, age), older(log, age + 1));
    }
    fs::copy(log, older(log, 1))?;
    set_mode(&older(log, 1), 0o600)?;
    OpenOptions::new().write(true).open(log)?.set_len(0)
}

/// Puts the end of the log aside, of a server that did not shut down.
pub fn keep_crash(log: &Path) -> io::Result<()> {
    let text = since(log, length(log).saturating_sub(LAST_WORDS));
    if text.is_empty() {
        return Ok(());
    }
    super::cluster::write_private(&crash(log), &text)
}

pub fn length(log: &Path) -> u64 {
    fs::metadata(log).map_or(0, |meta| meta.len())
}

/// The last lines that were written since the log was that long.
pub fn last_words(log: &Path, since_length: u64) -> String {
    let text = since(log, since_length);
    let mut lines: Vec<&str> = text.lines().rev().take(3).collect();
    lines.reverse();
    lines.join("; ")
}

/// Takes everything away that was kept of a server.
pub fn remove(log: &Path) {
    let files = (1..=OLDER).map(|age| older(log, age));
    for file in files.chain([crash(log), log.to_path_buf()]) {
        let _ = fs::remove_file(file);
    }
}

fn since(log: &Path, length: u64) -> String {
    let mut bytes = Vec::new();
    let read = File::open(log).and_then(|mut file| {
        file.seek(SeekFrom::Start(length))?;
        file.take(LONGEST).read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn older(log: &Path, age: u32) -> PathBuf {
    beside(log, &age.to_string())
}

fn crash(log: &Path) -> PathBuf {
    beside(log, "crash")
}

fn beside(log: &Path, ending: &str) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
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
            let line = format!("{round}{}\n", "-".repeat(LONGEST as usize));
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

    #[test]
    fn a_start_cuts_nothing_off_and_tells_only_its_own_words() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("x.log");
        open(&log).unwrap().write_all(b"before\n").unwrap();
        let begun = length(&log);
        let mut server = open(&log).unwrap();
        server.write_all(b"one\ntwo\nthree\nfour\n").unwrap();
        assert_eq!(last_words(&log, begun), "two; three; four");
        assert!(fs::read_to_string(&log).unwrap().starts_with("before\n"));
    }
}

//! The WAL segments of a cluster.

use std::path::Path;
use std::{fs, io};

use super::control_file;
use crate::owner::remove_file;

/// More than the record of a checkpoint takes, with the heads of the pages that it lies on.
const RECORD: u64 = 512;

/// Whether a file of `pg_wal` is a WAL segment: timeline, then position, 24 digits in all.
pub fn is_segment(name: &str) -> bool {
    name.len() == 24 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The last 16 digits of the name of the segment that holds this LSN.
pub fn segment_suffix(lsn: u64, segment: u64) -> String {
    format!("{:08X}{:08X}", lsn >> 32, (lsn & 0xffff_ffff) / segment)
}

/// A file of `pg_wal` with WAL in it, or made ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub name: String,
    pub bytes: u64,
}

impl Segment {
    /// Whether it holds this LSN or a later one.
    pub fn reaches(&self, lsn: u64) -> bool {
        self.name[8..] >= self.suffix_of(lsn)[..]
    }

    pub fn holds(&self, lsn: u64) -> bool {
        self.name[8..] == self.suffix_of(lsn)[..]
    }

    fn suffix_of(&self, lsn: u64) -> String {
        segment_suffix(lsn, self.bytes.max(1))
    }
}

/// In no order.
pub fn segments(cluster: &Path) -> io::Result<Vec<Segment>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(cluster.join("pg_wal"))? {
        let entry = entry?;
        let name = entry.file_name().into_string().unwrap_or_default();
        // A server may remove one meanwhile.
        if let (true, Ok(meta)) = (is_segment(&name), entry.metadata()) {
            let bytes = meta.len();
            all.push(Segment { name, bytes });
        }
    }
    Ok(all)
}

/// Removes the segments that a server has made ahead of what it writes, which may be more than the
/// data of a small database. Nothing is in them, and a server makes new ones as it needs them.
/// Does nothing unless the server was shut down cleanly. The caller must hold the cluster's lock.
pub fn trim(cluster: &Path) -> io::Result<()> {
    let control = control_file::read(cluster)?;
    if !control.is_shut_down {
        return Ok(());
    }
    let folder = cluster.join("pg_wal");
    let segments = segments(cluster)?;
    let checkpoint = control.checkpoint;
    let current = segments
        .iter()
        .filter(|it| it.bytes > 0 && it.holds(checkpoint))
        .max_by_key(|it| &it.name);
    // Without the segment of the last checkpoint it is not known which of the others are needed.
    let Some(current) = current else {
        return Ok(());
    };
    // The checkpoint's record may reach into the next one.
    let last = current.suffix_of(checkpoint + RECORD);
    for Segment { name, .. } in &segments {
        if name[..8] == current.name[..8] && name[8..] > last[..] {
            remove_file(&folder.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_lsn_lies_in_the_segment_of_that_name() {
        let megabyte = 1 << 20;
        assert_eq!(segment_suffix(0x1_2A3B_4C5D, megabyte), "00000001000002A3");
        assert_eq!(segment_suffix(0, megabyte), "0000000000000000");
    }

    /// State at byte 16, the checkpoint's LSN at byte 32.
    fn cluster(state: u32, checkpoint: u64, segments: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut control = vec![0; 64];
        control[16..20].copy_from_slice(&state.to_ne_bytes());
        control[32..40].copy_from_slice(&checkpoint.to_ne_bytes());
        fs::create_dir(folder.path().join("global")).unwrap();
        fs::write(folder.path().join(control_file::PATH), control).unwrap();
        fs::create_dir(folder.path().join("pg_wal")).unwrap();
        for segment in segments {
            fs::write(folder.path().join("pg_wal").join(segment), vec![0; 1 << 20]).unwrap();
        }
        folder
    }

    fn left(folder: &tempfile::TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path().join("pg_wal")).unwrap();
        let mut names: Vec<String> = entries
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_lies_ahead_of_the_last_checkpoint_goes() {
        const SHUT_DOWN: u32 = 1;
        const IN_PRODUCTION: u32 = 6;
        let all = [
            "000000010000000000000004",
            "000000010000000000000005",
            "000000010000000000000006",
            "000000010000000000000007",
            "000000010000000000000008",
            "00000002.history",
        ];
        let checkpoint = 0x58_0000;
        let folder = cluster(SHUT_DOWN, checkpoint, &all);
        trim(folder.path()).unwrap();
        assert_eq!(left(&folder), [all[0], all[1], all[5]]);
        // This one ends in the next segment.
        let folder = cluster(SHUT_DOWN, 0x5f_ffc8, &all);
        trim(folder.path()).unwrap();
        assert_eq!(left(&folder), [all[0], all[1], all[2], all[5]]);
        for (state, checkpoint) in [(IN_PRODUCTION, checkpoint), (SHUT_DOWN, 0xff << 20)] {
            let folder = cluster(state, checkpoint, &all);
            trim(folder.path()).unwrap();
            assert_eq!(left(&folder), all, "{state} {checkpoint:x}");
        }
    }
}

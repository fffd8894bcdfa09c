//! What a branch was at moments of the past: its WAL, which stays where PostgreSQL wrote it, and bases, which are copies of
//! its files from which WAL is replayed. Both lie in the cluster's folder, so they go wherever the data goes, and no copy of
//! a cluster has them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::control_file::{self, lsn_text, parse_lsn};
use super::{tree, wal};
use crate::disk;
use crate::owner::{Owner, give, read_small, read_small_text, write_private};

/// The folder of a cluster's bases.
pub const FOLDER: &str = "plinth-history";
/// In a base: what is known of it.
pub const ABOUT: &str = "plinth-base.json";

/// A moment of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Lsn(u64),
    /// By the system's clock, which is what PostgreSQL writes into its WAL.
    Time(DateTime<Utc>),
}

/// A copy of a cluster's files. Nobody writes to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    pub folder: PathBuf,
    /// The first moment that can be made of it.
    pub lsn: u64,
    pub at: DateTime<Utc>,
    /// The WAL segment with which its replay begins.
    pub first: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct About {
    lsn: String,
    at: DateTime<Utc>,
    first: String,
}

impl Base {
    /// Written last: a base without it is none.
    pub fn describe(&self, making: &Path, owner: Option<Owner>) -> io::Result<()> {
        let about = About {
            lsn: lsn_text(self.lsn),
            at: self.at,
            first: self.first.clone(),
        };
        let path = making.join(ABOUT);
        write_private(&path, serde_json::to_vec(&about)?)?;
        give(&path, owner)
    }

    /// One that has not got its name may lack what never reached the disk.
    fn read(folder: PathBuf) -> Option<Self> {
        let text = read_small_text(&folder.join(ABOUT)).ok()?;
        let about: About = serde_json::from_str(&text).ok()?;
        let lsn = parse_lsn(&about.lsn)?;
        let is_named = folder.file_name().is_some_and(|it| *it == *name(lsn));
        (is_named && wal::is_segment(&about.first)).then_some(Self {
            folder,
            lsn,
            at: about.at,
            first: about.first,
        })
    }

    fn holds(&self, moment: Moment) -> bool {
        match moment {
            Moment::Lsn(lsn) => self.lsn <= lsn,
            Moment::Time(at) => self.at <= at,
        }
    }
}

/// Where a base that is consistent from this LSN on has its place.
pub fn place(cluster: &Path, lsn: u64) -> PathBuf {
    cluster.join(FOLDER).join(name(lsn))
}

fn name(lsn: u64) -> String {
    format!("{lsn:016x}")
}

/// The bases of a cluster, the oldest first.
pub fn bases(cluster: &Path) -> Vec<Base> {
    let entries = fs::read_dir(cluster.join(FOLDER)).into_iter().flatten();
    let mut all: Vec<Base> = entries
        .flatten()
        .filter_map(|entry| Base::read(entry.path()))
        .collect();
    all.sort_by_key(|it| it.lsn);
    all
}

/// The last base from which a moment can be made.
pub fn base_for(bases: &[Base], moment: Moment) -> Option<&Base> {
    bases.iter().rfind(|it| it.holds(moment))
}

/// What of a history is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The first moment that can be restored, by the system's clock.
    pub since: Option<DateTime<Utc>>,
    pub bytes: u64,
    /// What of that the bases take.
    base_bytes: u64,
    /// How much WAL was written since the last base.
    pub wal_since_base: u64,
    pub bases: usize,
}

/// What is on the disk. A base has a thousand files, so they are only measured where there are others than before.
pub fn look(cluster: &Path, before: &Kept) -> io::Result<Kept> {
    let bases = bases(cluster);
    let segments = wal::segments(cluster)?;
    let needed = control_file::read(cluster)?.redo;
    let after = |first: &str| {
        let later = segments.iter().filter(|it| it.name[8..] >= first[8..]);
        later.map(|it| it.bytes).sum::<u64>()
    };
    let of_history = segments.iter().filter(|it| !it.reaches(needed));
    let wal: u64 = of_history.map(|it| it.bytes).sum();
    let since = bases.first().map(|it| it.at);
    // The newest is added and the oldest goes: the first one and how many there are say which they are.
    let base_bytes = match (since, bases.len()) == (before.since, before.bases) {
        true => before.base_bytes,
        false => bases.iter().map(|it| tree::disk_bytes(&it.folder)).sum(),
    };
    Ok(Kept {
        since,
        bytes: wal + base_bytes,
        base_bytes,
        wal_since_base: bases.last().map_or(0, |it| after(&it.first)),
        bases: bases.len(),
    })
}

/// Removes what no moment from `since` on needs, and with `at_most_one` all bases but the last. Without `since` there is no
/// history. The last `kept_wal` bytes of WAL stay in any case. The caller must hold the lock of the history.
pub fn prune(
    cluster: &Path,
    since: Option<DateTime<Utc>>,
    at_most_one: bool,
    kept_wal: u64,
) -> io::Result<()> {
    let all = bases(cluster);
    let first_kept = match since {
        None => all.len(),
        Some(_) if at_most_one => all.len().saturating_sub(1),
        Some(since) => all.iter().rposition(|it| it.at <= since).unwrap_or(0),
    };
    remove_unfinished(cluster)?;
    let (gone, kept) = all.split_at(first_kept);
    for base in gone {
        // Without this file it is no base, however much of it is left.
        disk::remove_file(&base.folder.join(ABOUT))?;
        tree::remove(&base.folder)?;
    }
    match kept.first() {
        Some(oldest) => remove_wal(cluster, Some(&oldest.first[8..]), kept_wal),
        None if since.is_none() => remove_wal(cluster, None, kept_wal),
        // The first base is still to come.
        None => Ok(()),
    }
}

/// What was half made, or half removed, when the sandbox ended.
fn remove_unfinished(cluster: &Path) -> io::Result<()> {
    let entries = fs::read_dir(cluster.join(FOLDER)).into_iter().flatten();
    for entry in entries.flatten() {
        if Base::read(entry.path()).is_none() {
            tree::remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes the segments before this one that PostgreSQL itself needs no longer: it could recover without them, and no
/// replication slot wants them.
fn remove_wal(cluster: &Path, before: Option<&str>, kept: u64) -> io::Result<()> {
    let needed = control_file::read(cluster)?.redo.saturating_sub(kept);
    let needed = slots(cluster)?.into_iter().fold(needed, u64::min);
    let folder = cluster.join("pg_wal");
    for segment in wal::segments(cluster)? {
        let is_wanted = before.is_some_and(|before| segment.name[8..] >= *before);
        if !is_wanted && !segment.reaches(needed) {
            crate::owner::remove_file(&folder.join(&segment.name))?;
        }
    }
    Ok(())
}

/// From where on the cluster's replication slots want WAL: after magic, checksum, version and length (4 bytes each), the
/// name (64), database, persistency and two transaction ids (4 each), the same since PostgreSQL 9.4.
fn slots(cluster: &Path) -> io::Result<Vec<u64>> {
    const RESTART_LSN: usize = 96;
    let entries = match fs::read_dir(cluster.join("pg_replslot")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut wanted = Vec::new();
    for entry in entries {
        let state = match read_small(&entry?.path().join("state")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            state => state?,
        };
        let bytes = state.get(RESTART_LSN..RESTART_LSN + 8);
        let lsn = bytes
            .and_then(|it| it.try_into().ok())
            .map(u64::from_ne_bytes);
        // Zero is a slot that wants nothing.
        wanted.extend(lsn.filter(|lsn| *lsn != 0));
    }
    Ok(wanted)
}

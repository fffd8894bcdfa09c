//! Copies the cluster of a running server, as `pg_basebackup` does: the files as they are while it
//! writes, and the WAL with which they are recovered to one consistent moment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::part;
use super::target::{CopyError, CopyResult, Source, Target, blocking};
use crate::copier::copy_file;
use crate::crash;
use crate::owner::{Owner, give, write_private};
use crate::postgres::server_pool::ServerPool;
use crate::postgres::session::{Admin, Session};
use crate::postgres::tree::{self, Part};
use crate::postgres::{control_file, sql::SqlError, wal};

pub async fn copy(
    pool: &Arc<ServerPool>,
    from: &Source,
    target: &Target,
    port: u16,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<CopyResult, CopyError> {
    let session = Session::open(port, admin, "postgres").await?;
    let taken = data(&session, pool, &from.cluster, target, stop, Vec::new()).await?;
    // The WAL up to here makes the files consistent, so it is copied after them.
    let (source, making, owner) = (from.cluster.clone(), target.making.clone(), pool.owner);
    let (first, last) = (taken.first, taken.last);
    blocking(target, move || {
        copy_wal(&source, &making, owner, &first, &last)
    })
    .await?;
    let has_subscriptions = session.has("SELECT FROM pg_subscription", &[]).await?;
    session.close().await?;
    Ok(CopyResult {
        lsn: taken.lsn,
        has_subscriptions,
        keeps_subscriptions: false,
        found: None,
    })
}

/// The files of a running server without its WAL.
pub struct Taken {
    /// They are consistent from here on.
    pub lsn: String,
    /// The WAL segments that make them so.
    pub first: String,
    pub last: String,
}

/// Takes them. As long as the session lives, the server keeps the WAL that they need.
pub async fn data(
    session: &Session,
    pool: &Arc<ServerPool>,
    from: &Path,
    target: &Target,
    stop: &CancellationToken,
    same_as: Vec<PathBuf>,
) -> Result<Taken, CopyError> {
    if session
        .has("SELECT FROM pg_tablespace WHERE oid >= 16384", &[])
        .await?
    {
        // Their files are outside the cluster's folder.
        return Err(CopyError::Tablespaces);
    }
    // From here on the server keeps every segment of its WAL and writes whole pages into it, which
    // is what repairs the pages that are torn in the copy.
    let first = start(session).await?;
    let (source, making) = (from.to_path_buf(), target.making.clone());
    let (owner, stop) = (pool.owner, stop.clone());
    blocking(target, move || {
        copy_files(&source, &making, owner, &stop, &same_as)
    })
    .await?;
    let end = finish(session).await?;
    let (making, label) = (target.making.clone(), end.label);
    blocking(target, move || {
        // Makes a start recover from the checkpoint at which the backup began. The one in the control
        // file is later, and pages that were copied before it would lack changes.
        let path = making.join("backup_label");
        write_private(&path, &label)?;
        give(&path, owner)
    })
    .await?;
    Ok(Taken {
        lsn: end.lsn,
        first,
        last: end.last,
    })
}

/// Begins a backup. A temporary replication slot, under a name that nobody could take before, keeps the server from
/// recycling its WAL until the session ends. Returns the first WAL segment that the copy needs.
async fn start(session: &Session) -> Result<String, SqlError> {
    session
        .rows(
            "SELECT pg_create_physical_replication_slot(
                 'plinth_copy_' || replace(gen_random_uuid()::text, '-', ''), true, true)::text",
            &[],
        )
        .await?;
    let started = session
        .row_long(
            "SELECT pg_walfile_name(pg_backup_start('branch', fast => true))",
            &[],
        )
        .await?;
    Ok(started.get(0))
}

struct End {
    lsn: String,
    /// The last WAL segment that the copy needs.
    last: String,
    label: String,
}

async fn finish(session: &Session) -> Result<End, SqlError> {
    let stopped = session
        .row_long(
            "SELECT lsn::text, pg_walfile_name(lsn), labelfile
             FROM pg_backup_stop(wait_for_archive => false)",
            &[],
        )
        .await?;
    Ok(End {
        lsn: stopped.get(0),
        last: stopped.get(1),
        label: stopped.get(2),
    })
}

/// Copies the files, and the control file last: it must not be older than any other file of the copy.
/// A running server rewrites it in place, so it is read until two reads agree.
fn copy_files(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    stop: &CancellationToken,
    same_as: &[PathBuf],
) -> io::Result<()> {
    let control = Path::new(control_file::PATH);
    let some = Part {
        leave_out: &|path| path == control || part::is_left_out(path),
        may_vanish: true,
        same_as,
    };
    tree::copy_part(from, to, owner, stop, &some)?;
    crash::point();
    let bytes = control_file::stable(&from.join(control))?;
    let path = to.join(control);
    write_private(&path, bytes)?;
    give(&path, owner)
}

/// Copies the WAL segments from `first` to `last`, and the history files that say how one timeline came
/// from another. Fails if the server has recycled one of the two ends.
fn copy_wal(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    first: &str,
    last: &str,
) -> io::Result<()> {
    let (from, to) = (from.join("pg_wal"), to.join("pg_wal"));
    let mut has_both_ends = 0;
    for entry in fs::read_dir(&from)? {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_needed = wal::is_segment(name) && (first..=last).contains(&name);
        if !is_needed && !name.ends_with(".history") {
            continue;
        }
        has_both_ends += usize::from(name == first) + usize::from(name == last);
        copy_file(&from.join(name), &to.join(name), owner)?;
    }
    match has_both_ends {
        2 => Ok(()),
        _ => Err(io::ErrorKind::NotFound.into()),
    }
}

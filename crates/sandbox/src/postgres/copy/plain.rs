//! Copies the cluster of a server that is shut down.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::part;
use super::target::{CopyError, CopyResult, Source, Target, blocking};
use crate::copier::copy_file;
use crate::owner::Owner;
use crate::postgres::cluster_locks::ClusterLock;
use crate::postgres::control_file::lsn_text;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::tree::{self, Part};
use crate::postgres::wal::{self, segment_suffix};

/// The lock keeps the parent from being started meanwhile; clients that connect wait.
pub async fn copy(
    pool: &Arc<ServerPool>,
    from: &Source,
    target: &Target,
    lock: ClusterLock,
    checkpoint: u64,
    stop: &CancellationToken,
) -> Result<CopyResult, CopyError> {
    let (source, making) = (from.cluster.clone(), target.making.clone());
    let (owner, stop) = (pool.owner, stop.clone());
    blocking(target, move || {
        let _lock = lock;
        let some = Part {
            leave_out: &part::is_left_out,
            may_vanish: false,
            same_as: &[],
        };
        tree::copy_part(&source, &making, owner, &stop, &some)?;
        copy_wal(&source, &making, owner, checkpoint)
    })
    .await?;
    Ok(CopyResult {
        lsn: lsn_text(checkpoint),
        has_subscriptions: false,
        keeps_subscriptions: false,
        found: None,
    })
}

/// Copies the WAL segment with the last checkpoint, which is all that a server that was shut down
/// needs to start. The checkpoint's record may reach into the next segment.
fn copy_wal(from: &Path, to: &Path, owner: Option<Owner>, checkpoint: u64) -> io::Result<()> {
    let (from, to) = (from.join("pg_wal"), to.join("pg_wal"));
    let mut is_whole = false;
    for entry in fs::read_dir(&from)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_needed = if wal::is_segment(name) {
            let size = entry.metadata()?.len().max(1);
            let holds = |at: u64| name[8..] == segment_suffix(at, size);
            is_whole |= holds(checkpoint);
            holds(checkpoint) || holds(checkpoint + size)
        } else {
            name.ends_with(".history")
        };
        if is_needed {
            copy_file(&entry.path(), &to.join(name), owner)?;
        }
    }
    if is_whole {
        return Ok(());
    }
    Err(io::ErrorKind::NotFound.into())
}

//! Takes a base of a running server: the files from which its WAL is replayed up to any later moment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::Utc;
use tokio_util::sync::CancellationToken;

use super::online;
use super::target::{CopyError, Target, blocking};
use crate::owner::{close_folder, give};
use crate::postgres::cluster_locks::ClusterLock;
use crate::postgres::control_file::parse_lsn;
use crate::postgres::history::{self, Base};
use crate::postgres::server_pool::ServerPool;
use crate::postgres::session::{Admin, Session};
use crate::postgres::tree;
use crate::{crash, disk};

/// The caller keeps the server of `cluster` running. What the last base or the template has too takes no room a second
/// time, also where the file system shares no blocks.
pub async fn take_base(
    pool: &Arc<ServerPool>,
    cluster: &Path,
    port: u16,
    admin: &Admin,
    template: Option<PathBuf>,
    stop: &CancellationToken,
) -> Result<Base, CopyError> {
    let lock = lock(pool, cluster, stop).await?;
    let folder = cluster.join(history::FOLDER);
    let target = Target {
        lock: Arc::new(lock),
        making: folder.join(tree::MAKING),
        done: folder.clone(),
    };
    let (making, owner) = (target.making.clone(), pool.owner);
    let of = cluster.to_path_buf();
    crash::begins("base");
    let same_as = blocking(&target, move || {
        tree::remove(&making)?;
        if !folder.is_dir() {
            disk::make_folder(&folder)?;
            close_folder(&folder)?;
            give(&folder, owner)?;
        }
        let last = history::bases(&of).pop().map(|it| it.folder);
        Ok(last.into_iter().chain(template).collect::<Vec<_>>())
    })
    .await?;
    let session = Session::open(port, admin, "postgres").await?;
    let taken = tokio::select! {
        biased;
        () = stop.cancelled() => Err(CopyError::Stopped),
        taken = online::data(&session, pool, cluster, &target, stop, same_as) => taken,
    };
    let taken = match taken {
        Ok(taken) => taken,
        Err(error) => {
            let making = target.making.clone();
            let _ = blocking(&target, move || tree::remove(&making)).await;
            return Err(error);
        }
    };
    let base = Base {
        lsn: parse_lsn(&taken.lsn).ok_or(CopyError::Unreadable)?,
        // Every commit up to the base's LSN was before this.
        at: Utc::now(),
        first: taken.first,
        folder: target.making.clone(),
    };
    session.close().await?;
    let place = history::place(cluster, base.lsn);
    let (making, done, about) = (target.making.clone(), place.clone(), base.clone());
    blocking(&target, move || {
        about.describe(&making, owner)?;
        disk::sync_tree(&making)?;
        tree::remove(&done)?;
        disk::rename(&making, &done)
    })
    .await?;
    Ok(Base {
        folder: place,
        ..base
    })
}

/// None while it is in use.
pub fn try_lock(pool: &ServerPool, cluster: &Path) -> Option<ClusterLock> {
    pool.locks.try_lock(&cluster.join(history::FOLDER))
}

/// Held while bases are made, used or removed.
pub async fn lock(
    pool: &Arc<ServerPool>,
    cluster: &Path,
    stop: &CancellationToken,
) -> Result<ClusterLock, CopyError> {
    let folder = cluster.join(history::FOLDER);
    Ok(pool.locks.lock(&folder, stop).await?)
}

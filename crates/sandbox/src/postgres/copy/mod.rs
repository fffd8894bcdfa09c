//! A branch is a consistent copy of its parent's data, also while the parent is in use.
//!
//! A suspended parent is copied as plain files under the lock of its files: nobody can start it
//! meanwhile, and a cluster that was shut down is consistent by itself. A running parent goes on
//! writing while its files are read, so each of them is of another moment and some are torn. Such a
//! copy takes the WAL from the backup's start to its end with it, and its own first start replays
//! that WAL as after a crash, up to the one moment at which the backup ended.

mod base;
mod online;
mod part;
mod past;
mod plain;
mod target;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

pub use self::base::{take_base, try_lock as try_lock_history};
pub use self::past::{PastOf, written};
pub use self::target::{CopyError, Source};
use self::target::{CopyResult, Target, blocking};
use super::cluster_locks::ClusterLock;
use super::compute::guards::KeepAliveGuard;
use super::inventory::Inventory;
use super::maintenance::MaintenanceServer;
use super::server_pool::ServerPool;
use super::session::Admin;
use super::{WakeError, control_file, opening, subscriptions, tree};
use crate::disk;

/// How long the parent may be neither running nor free, such as while another copy is made.
const PARENT_DEADLINE: Duration = Duration::from_secs(600);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The parent's LSN at that moment, such as `0/1A2B3C8`.
    pub lsn: String,
    /// The roles and databases that it has, where they may be others than those of today.
    pub found: Option<Inventory>,
}

/// Copies a cluster to a folder that nothing uses; one that an earlier try left there is replaced.
/// The folder has its name only once it is whole and on the disk.
pub async fn copy_branch(
    pool: &Arc<ServerPool>,
    from: Source,
    to: &Path,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    copy_to(pool, Wanted::Present(from), to, admin, stop).await
}

/// The same of what the cluster was at a moment of the past.
pub async fn copy_past(
    pool: &Arc<ServerPool>,
    of: PastOf,
    to: &Path,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    copy_to(pool, Wanted::Past(of), to, admin, stop).await
}

/// The same for a read-only compute of the branch, whose own server stays as it is found.
pub async fn copy_replica(
    pool: &Arc<ServerPool>,
    branch: &Path,
    to: &Path,
) -> Result<(), WakeError> {
    let from = Source {
        endpoint_id: pool.over(branch).map(|it| it.endpoint_id.clone()),
        cluster: branch.to_path_buf(),
    };
    let copied = copy_to(pool, Wanted::Replica(from), to, &pool.admin, &pool.stop).await;
    copied.map(drop).map_err(|error| match error {
        CopyError::Wake(error) => error,
        CopyError::Files(error) => error.into(),
        CopyError::Stopped => WakeError::Stopping,
        error => WakeError::Files(error.to_string()),
    })
}

/// The room that a copy of a cluster's present takes on the disk: the data, without the history of its past, and the WAL that a
/// start needs. Blocks that the file system could share are counted.
pub fn bytes(cluster: &Path) -> u64 {
    /// The segments with the last checkpoint and behind it.
    const WAL: u64 = 2 * 1024 * 1024;
    tree::copy_bytes(cluster, &part::is_left_out) + WAL
}

enum Wanted {
    Present(Source),
    Past(PastOf),
    Replica(Source),
}

async fn copy_to(
    pool: &Arc<ServerPool>,
    wanted: Wanted,
    to: &Path,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    // A caller that drops this future leaves the thread that copies behind. The token tells the
    // thread to stop, and the lock that it shares keeps the next try out of the folder until then.
    let ours = pool.stop.child_token();
    let _ended = ours.clone().drop_guard();
    let target = Target {
        lock: Arc::new(pool.locks.lock(to, &ours).await?),
        making: disk::with_ending(to, tree::COPYING),
        done: to.to_path_buf(),
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => Err(CopyError::Stopped),
        () = ours.cancelled() => Err(CopyError::Stopped),
        copied = copy(pool, &wanted, &target, admin, &ours) => copied,
    }
}

async fn copy(
    pool: &Arc<ServerPool>,
    wanted: &Wanted,
    target: &Target,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    let making = target.making.clone();
    blocking(target, move || tree::remove(&making)).await?;
    let copied = match wanted {
        Wanted::Present(from) => copy_present(pool, from, target, admin, stop).await,
        Wanted::Past(of) => past::copy(pool, of, target, admin, stop).await,
        Wanted::Replica(from) => replica(pool, from, target, admin, stop).await,
    };
    let finished = match copied {
        Ok(result) => finish(pool, target, result, admin).await,
        Err(error) => Err(error),
    };
    if finished.is_err() {
        let making = target.making.clone();
        let _ = blocking(target, move || tree::remove(&making)).await;
    }
    finished
}

/// The parent as it was found, and stays while it is copied.
#[derive(Debug)]
enum Parent {
    Suspended { lock: ClusterLock, checkpoint: u64 },
    Running { port: u16, server: RunningServer },
}

#[derive(Debug)]
#[expect(dead_code, reason = "held for their drop")]
enum RunningServer {
    Compute(KeepAliveGuard),
    Maintenance(MaintenanceServer),
}

async fn copy_present(
    pool: &Arc<ServerPool>,
    from: &Source,
    target: &Target,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<CopyResult, CopyError> {
    match parent(pool, from).await? {
        Parent::Suspended { lock, checkpoint } => {
            plain::copy(pool, from, target, lock, checkpoint, stop).await
        }
        Parent::Running { port, server } => {
            let copied = online::copy(pool, from, target, port, admin, stop).await;
            if let RunningServer::Maintenance(server) = server {
                server.finish().await;
            }
            copied
        }
    }
}

/// What follows a branch has everything that the branch has, its subscriptions too, which only work where the data is
/// written to.
async fn replica(
    pool: &Arc<ServerPool>,
    from: &Source,
    target: &Target,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<CopyResult, CopyError> {
    let copied = copy_present(pool, from, target, admin, stop).await?;
    Ok(CopyResult {
        keeps_subscriptions: true,
        ..copied
    })
}

/// Gives a copy its name, once it is on the disk and has nothing that only its parent may have.
async fn finish(
    pool: &Arc<ServerPool>,
    target: &Target,
    result: CopyResult,
    admin: &Admin,
) -> Result<Copied, CopyError> {
    let has_any = || result.has_subscriptions || subscriptions::may_be_in(&target.making);
    if !result.keeps_subscriptions && has_any() {
        let server = pool.maintenance_server(None, &target.making).await?;
        let dropped = subscriptions::drop_all(server.port, admin).await;
        server.finish().await;
        dropped?;
    }
    let making = target.making.clone();
    let done = target.done.clone();
    blocking(target, move || {
        // A power cut after the rename must find whole files under the final name: a start takes
        // whatever has that name for the branch's data.
        disk::sync_tree(&making)?;
        tree::remove(&done)?;
        disk::rename(&making, &done)
    })
    .await?;
    Ok(Copied {
        lsn: result.lsn,
        found: result.found,
    })
}

/// A suspended parent is kept suspended, a running one is kept running. One whose server was
/// killed is started, since only a server can recover it.
async fn parent(pool: &Arc<ServerPool>, from: &Source) -> Result<Parent, CopyError> {
    let deadline = Instant::now() + PARENT_DEADLINE;
    let endpoint = from.endpoint_id.as_deref();
    // A server that starts or stops is neither running nor free. Both end by themselves, and which of
    // the two comes out is only known when the guard or the lock is held; so both are tried in turn.
    while Instant::now() < deadline {
        if let Some(compute) = endpoint.and_then(|id| pool.get(id)) {
            compute.check_server().await;
            let guard = compute.keep_alive();
            if let Some(port) = compute.port_after_transition().await {
                let server = RunningServer::Compute(guard);
                return Ok(Parent::Running { port, server });
            }
        }
        if let Some(lock) = pool.locks.try_lock(&from.cluster) {
            opening::is_of_this_major(&pool.pg, &from.cluster)?;
            let folder = from.cluster.clone();
            let control = tokio::task::spawn_blocking(move || control_file::read(&folder));
            let control = control.await.map_err(|_| CopyError::Stopped)??;
            if control.is_shut_down {
                let checkpoint = control.checkpoint;
                return Ok(Parent::Suspended { lock, checkpoint });
            }
            drop(lock);
            let server = pool.maintenance_server(endpoint, &from.cluster).await?;
            let (port, server) = (server.port, RunningServer::Maintenance(server));
            return Ok(Parent::Running { port, server });
        }
        sleep(POLL_INTERVAL).await;
    }
    Err(CopyError::TooSlow)
}

//! A branch is a consistent copy of its parent's data, also while the parent is in use.

mod online;
mod part;
mod plain;
mod target;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

pub use self::target::{CopyError, Source};
use self::target::{Taken, Target, blocking};
use super::attend::Attended;
use super::compute::guards::HeldAwake;
use super::files::Hold;
use super::fleet::Yard;
use super::session::Admin;
use super::{control_file, opening, subscriptions, tree};
use crate::disk;

/// How long the parent may be neither awake nor free, such as while another copy is made.
const PARENT_DEADLINE: Duration = Duration::from_secs(600);
const LOOK_EVERY: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// Where the parent's log stood, such as `0/1A2B3C8`.
    pub lsn: String,
}

/// Copies a cluster to a folder that nothing uses; one that an earlier try left there is replaced.
/// The folder has its name only once it is whole and on the disk.
pub async fn copy_branch(
    yard: &Arc<Yard>,
    from: Source,
    to: &Path,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    let ours = yard.stop.child_token();
    let _ended = ours.clone().drop_guard();
    let target = Target {
        files: Arc::new(yard.files.take(to, &ours).await?),
        making: disk::beside(to, tree::COPYING),
        done: to.to_path_buf(),
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => Err(CopyError::Stopped),
        () = ours.cancelled() => Err(CopyError::Stopped),
        copied = copy(yard, &from, &target, admin, &ours) => copied,
    }
}

/// The parent as it was found, and kept so.
#[derive(Debug)]
enum Parent {
    Asleep { files: Hold, checkpoint: u64 },
    Awake { port: u16, kept: Kept },
}

#[derive(Debug)]
#[expect(dead_code, reason = "held for their drop")]
enum Kept {
    Compute(HeldAwake),
    Attended(Attended),
}

async fn copy(
    yard: &Arc<Yard>,
    from: &Source,
    target: &Target,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<Copied, CopyError> {
    let parent = parent(yard, from).await?;
    let making = target.making.clone();
    blocking(target, move || tree::remove(&making)).await?;
    let copied = match parent {
        Parent::Asleep { files, checkpoint } => {
            plain::copy(yard, from, target, files, checkpoint, stop).await
        }
        Parent::Awake { port, kept } => {
            let copied = online::copy(yard, from, target, port, admin, stop).await;
            if let Kept::Attended(attended) = kept {
                attended.finish().await;
            }
            copied
        }
    };
    let finished = match copied {
        Ok(taken) => finish(yard, target, taken, admin).await,
        Err(error) => Err(error),
    };
    if finished.is_err() {
        let making = target.making.clone();
        let _ = blocking(target, move || tree::remove(&making)).await;
    }
    finished
}

/// Gives a copy its name, once it is on the disk and has nothing that only its parent may have.
async fn finish(
    yard: &Arc<Yard>,
    target: &Target,
    taken: Taken,
    admin: &Admin,
) -> Result<Copied, CopyError> {
    if taken.has_subscriptions || subscriptions::may_be_in(&target.making) {
        let attended = yard.attend(None, &target.making).await?;
        let dropped = subscriptions::drop_all(attended.port, admin).await;
        attended.finish().await;
        dropped?;
    }
    let making = target.making.clone();
    let done = target.done.clone();
    blocking(target, move || {
        disk::sync_tree(&making)?;
        tree::remove(&done)?;
        disk::rename(&making, &done)
    })
    .await?;
    Ok(Copied { lsn: taken.lsn })
}

/// A parent that sleeps is kept asleep, one that is awake is kept awake. One whose server was
/// killed is woken, since only a server can recover it.
async fn parent(yard: &Arc<Yard>, from: &Source) -> Result<Parent, CopyError> {
    let deadline = Instant::now() + PARENT_DEADLINE;
    let endpoint = from.endpoint_id.as_deref();
    while Instant::now() < deadline {
        if let Some(compute) = endpoint.and_then(|id| yard.get(id)) {
            compute.look_after().await;
            let held = compute.hold_awake();
            if let Some(port) = compute.running_port().await {
                let kept = Kept::Compute(held);
                return Ok(Parent::Awake { port, kept });
            }
        }
        if let Some(files) = yard.files.try_take(&from.cluster) {
            opening::is_of_this_major(&yard.pg, &from.cluster)?;
            let folder = from.cluster.clone();
            let control = tokio::task::spawn_blocking(move || control_file::read(&folder));
            let control = control.await.map_err(|_| CopyError::Stopped)??;
            if control.is_shut_down {
                let checkpoint = control.checkpoint;
                return Ok(Parent::Asleep { files, checkpoint });
            }
            drop(files);
            let attended = yard.attend(endpoint, &from.cluster).await?;
            let (port, kept) = (attended.port, Kept::Attended(attended));
            return Ok(Parent::Awake { port, kept });
        }
        sleep(LOOK_EVERY).await;
    }
    Err(CopyError::TooSlow)
}

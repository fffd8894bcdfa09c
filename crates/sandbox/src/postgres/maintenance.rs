//! A server for the sandbox's own SQL, also over data that has no endpoint.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::WakeError;
use super::authority::Leaf;
use super::cluster::ServedFor;
use super::cluster_locks::ClusterLock;
use super::compute::guards::KeepAliveGuard;
use super::opening::{is_of_this_major, make_ready};
use super::process::{START_DEADLINE, Server};
use super::server_context::ServerSlots;
use super::server_pool::ServerPool;
use super::slots::Priority;
use super::{blocking, cluster, transition::Cause, wal};
use crate::owner::{Owner, append_private, give, write_private};

/// The log of such a server, beside the data it is about.
pub const LOG: &str = "attended.log";

/// As long as it takes to replay what a restore window holds.
const REPLAY_DEADLINE: Duration = Duration::from_secs(30 * 60);

/// How far a server replays WAL before it serves.
#[derive(Debug)]
pub struct Replay {
    pub settings: String,
}

impl Replay {
    fn prepare(&self, data: &Path, owner: Option<Owner>) -> io::Result<()> {
        let mut conf = append_private(&data.join(cluster::SETTINGS))?;
        conf.write_all(self.settings.as_bytes())?;
        let signal = data.join("recovery.signal");
        write_private(&signal, "")?;
        give(&signal, owner)
    }
}

/// A server that takes the sandbox's statements for as long as this lives.
#[derive(Debug)]
pub struct MaintenanceServer {
    pub port: u16,
    /// The certificate that it shows.
    pub leaf: Arc<Leaf>,
    /// The data of the branch.
    pub cluster: PathBuf,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The branch's own compute, which keeps running and is suspended later as usual.
    Compute(#[expect(dead_code, reason = "held for its drop")] KeepAliveGuard),
    Separate {
        done: DropGuard,
        ended: JoinHandle<()>,
    },
}

impl MaintenanceServer {
    /// Waits until a separate server has stopped. Dropping this only tells it to.
    pub async fn finish(self) {
        if let Kind::Separate { done, ended } = self.kind {
            drop(done);
            let _ = ended.await;
        }
    }
}

impl ServerPool {
    /// The server of the endpoint, woken if it is suspended; a separate one where there is no such
    /// endpoint. Whoever has one must not suspend or remove the same compute: that waits for this
    /// to end.
    pub async fn maintenance_server(
        self: &Arc<Self>,
        endpoint_id: Option<&str>,
        cluster: &Path,
    ) -> Result<MaintenanceServer, WakeError> {
        if let Some(compute) = endpoint_id.and_then(|id| self.get(id)) {
            let guard = compute.keep_alive();
            let port = compute.wake_for(Cause::Maintenance).await?;
            return Ok(MaintenanceServer {
                port,
                leaf: compute.leaf()?,
                cluster: compute.cluster.clone(),
                kind: Kind::Compute(guard),
            });
        }
        self.separate_server(cluster, None).await
    }

    /// The server of a copy that replays WAL first, and is read from and written to afterwards.
    pub async fn replayed_server(
        self: &Arc<Self>,
        cluster: &Path,
        replay: Replay,
    ) -> Result<MaintenanceServer, WakeError> {
        self.separate_server(cluster, Some(replay)).await
    }

    async fn separate_server(
        self: &Arc<Self>,
        cluster: &Path,
        replay: Option<Replay>,
    ) -> Result<MaintenanceServer, WakeError> {
        let lock = self.locks.lock(cluster, &self.stop).await?;
        // In a task of its own, so that a start whose caller went away still ends in order: the
        // server would otherwise run on without an owner.
        let (this, cluster) = (Arc::clone(self), cluster.to_path_buf());
        let start = self
            .tasks
            .spawn(async move { this.start_separate(cluster, lock, replay).await });
        start.await.unwrap_or(Err(WakeError::Stopping))
    }

    async fn start_separate(
        self: Arc<Self>,
        cluster: PathBuf,
        lock: ClusterLock,
        replay: Option<Replay>,
    ) -> Result<MaintenanceServer, WakeError> {
        let folder = cluster.clone();
        if !blocking(move || Ok(cluster::exists(&folder))).await? {
            return Err(WakeError::NoData);
        }
        let take = Box::new(|| self.maintenance.insert(&cluster, None));
        self.acquire_slot(None, Priority::Maintenance, take).await?;
        let slot = Slot {
            pool: Arc::clone(&self),
            cluster,
            _lock: lock,
        };
        // What is yet to be replayed is of the same PostgreSQL, and nothing else may open it before.
        match &replay {
            None => make_ready(&self.pg, self.owner, &slot.cluster, None).await?,
            Some(_) => is_of_this_major(&self.pg, &slot.cluster)?,
        }
        let leaf = Arc::new(self.authority.issue()?);
        let shown = Arc::clone(&leaf);
        let cluster = slot.cluster.clone();
        let (pg, folder, owner) = (self.pg.clone(), slot.cluster.clone(), self.owner);
        let served_for = ServedFor::Maintenance;
        let patience = match replay {
            None => START_DEADLINE,
            Some(_) => REPLAY_DEADLINE,
        };
        blocking(move || {
            cluster::prepare(&pg, &folder, owner, &leaf, served_for)?;
            replay.map_or(Ok(()), |replay| replay.prepare(&folder, owner))
        })
        .await?;
        let log = slot.cluster.join(LOG);
        let server = Server::start_within(
            patience,
            &self.pg,
            self.owner,
            &slot.cluster,
            &log,
            &self.stop,
        )
        .await?;
        self.maintenance.insert(&slot.cluster, server.pid());
        let port = server.port;
        let done = CancellationToken::new();
        let ended = self.tasks.spawn(serve(server, slot, done.clone()));
        Ok(MaintenanceServer {
            port,
            leaf: shown,
            cluster,
            kind: Kind::Separate {
                done: done.drop_guard(),
                ended,
            },
        })
    }
}

/// Owns the server until nobody needs it or the sandbox stops.
async fn serve(server: Server, slot: Slot, done: CancellationToken) {
    tokio::select! {
        () = done.cancelled() => {}
        () = slot.pool.stop.cancelled() => {}
    }
    server.stop().await;
    let cluster = slot.cluster.clone();
    if let Err(error) = blocking(move || wal::trim(&cluster)).await {
        tracing::debug!(%error, "preallocated WAL segments are left in place");
    }
    drop(slot);
}

/// A slot under the limit, with the files; given back when dropped.
struct Slot {
    pool: Arc<ServerPool>,
    cluster: PathBuf,
    _lock: ClusterLock,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.pool.maintenance.remove(&self.cluster);
    }
}

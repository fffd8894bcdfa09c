//! A server for the sandbox's own SQL, also over data that has no endpoint.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::WakeError;
use super::cluster::Work;
use super::compute::guards::HeldAwake;
use super::files::Hold;
use super::fleet::Yard;
use super::opening::make_ready;
use super::process::Server;
use super::{blocking, cluster, transition::Cause, wal};

/// The log of such a server, beside the data it is about.
pub const LOG: &str = "attended.log";

/// A server that takes the sandbox's statements for as long as this lives.
#[derive(Debug)]
pub struct Attended {
    pub port: u16,
    kept: Kept,
}

#[derive(Debug)]
enum Kept {
    /// The branch's own compute, which stays awake and goes to sleep later as usual.
    Placed(#[expect(dead_code, reason = "held for its drop")] HeldAwake),
    Own {
        done: DropGuard,
        ended: JoinHandle<()>,
    },
}

impl Attended {
    /// Lets go, and waits until a server of its own has stopped. Dropping it only tells it to.
    pub async fn finish(self) {
        if let Kept::Own { done, ended } = self.kept {
            drop(done);
            let _ = ended.await;
        }
    }
}

impl Yard {
    /// The server of the endpoint, woken if it sleeps; one of its own where there is no such
    /// endpoint. Whoever has one of these must not ask for the same compute to sleep or go: that
    /// waits for this to end.
    pub async fn attend(
        self: &Arc<Self>,
        endpoint_id: Option<&str>,
        cluster: &Path,
    ) -> Result<Attended, WakeError> {
        if let Some(compute) = endpoint_id.and_then(|id| self.get(id)) {
            let held = compute.hold_awake();
            let port = compute.wake_for(Cause::Asked).await?;
            return Ok(Attended {
                port,
                kept: Kept::Placed(held),
            });
        }
        let files = self.files.take(cluster, &self.stop).await?;
        self.attend_alone(cluster, files).await
    }

    /// The start goes on when whoever asks goes away, and the server then stops again.
    async fn attend_alone(
        self: &Arc<Self>,
        cluster: &Path,
        files: Hold,
    ) -> Result<Attended, WakeError> {
        let (this, cluster) = (Arc::clone(self), cluster.to_path_buf());
        let started = self
            .tasks
            .spawn(async move { this.start_own(cluster, files).await });
        started.await.unwrap_or(Err(WakeError::Stopping))
    }

    async fn start_own(
        self: Arc<Self>,
        cluster: PathBuf,
        files: Hold,
    ) -> Result<Attended, WakeError> {
        let folder = cluster.clone();
        if !blocking(move || Ok(cluster::is_there(&folder))).await? {
            return Err(WakeError::NoData);
        }
        self.make_room(None, || self.own.note(&cluster, None))
            .await?;
        let place = Place {
            yard: Arc::clone(&self),
            cluster,
            _files: files,
        };
        make_ready(&self.pg, self.owner, &place.cluster, None).await?;
        let leaf = self.authority.leaf(chrono::Utc::now());
        let (pg, folder, owner) = (self.pg.clone(), place.cluster.clone(), self.owner);
        let work = Work::ForTheSandbox;
        blocking(move || cluster::prepare(&pg, &folder, owner, &leaf, work)).await?;
        let log = place.cluster.join(LOG);
        let server = Server::start(&self.pg, self.owner, &place.cluster, &log, &self.stop).await?;
        self.own.note(&place.cluster, server.pid());
        let port = server.port;
        let done = CancellationToken::new();
        let ended = self.tasks.spawn(keep(server, place, done.clone()));
        Ok(Attended {
            port,
            kept: Kept::Own {
                done: done.drop_guard(),
                ended,
            },
        })
    }
}

/// Owns the server until nobody needs it or the sandbox stops.
async fn keep(server: Server, place: Place, done: CancellationToken) {
    tokio::select! {
        () = done.cancelled() => {}
        () = place.yard.stop.cancelled() => {}
    }
    server.stop().await;
    let cluster = place.cluster.clone();
    if let Err(error) = blocking(move || wal::trim(&cluster)).await {
        tracing::debug!(%error, "a log keeps what lies ahead of it");
    }
    drop(place);
}

/// A place under the cap, with the files; given back when dropped.
struct Place {
    yard: Arc<Yard>,
    cluster: PathBuf,
    _files: Hold,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.yard.own.forget(&self.cluster);
    }
}

//! One endpoint: a server that sleeps and wakes behind a port that stays the same.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use tokio::time::timeout;

use super::authority::Leaf;
use super::fleet::Yard;
use super::process::Server;
use super::{WakeError, cluster, tree};

/// How long somebody who connects waits for the server: longer than a start may take, so that the
/// real reason is what they read.
const WAKE_DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerState {
    Asleep,
    Starting,
    Awake,
    Stopping,
    Failed,
}

#[derive(Debug)]
pub struct Compute {
    pub endpoint_id: String,
    pub port: u16,
    pub cluster: PathBuf,
    pub log: PathBuf,
    pub logical_replication: bool,
    yard: Arc<Yard>,
    /// Held while the server starts or stops, so that both never overlap.
    server: tokio::sync::Mutex<Option<Server>>,
    seen: Mutex<Seen>,
    connections: AtomicUsize,
    transfer: AtomicU64,
    storage: AtomicU64,
}

#[derive(Debug)]
struct Seen {
    state: ServerState,
    failure: Option<String>,
    last_used: DateTime<Utc>,
    gone: bool,
}

/// What a compute is made of.
#[derive(Debug)]
pub struct Plan {
    pub endpoint_id: String,
    pub port: u16,
    pub cluster: PathBuf,
    pub log: PathBuf,
    pub logical_replication: bool,
    pub transfer_bytes: u64,
}

impl Compute {
    pub fn new(plan: Plan, yard: Arc<Yard>) -> Self {
        let storage = tree::user_bytes(&plan.cluster);
        let last_used = yard.clock.now();
        Self {
            endpoint_id: plan.endpoint_id,
            port: plan.port,
            cluster: plan.cluster,
            log: plan.log,
            logical_replication: plan.logical_replication,
            yard,
            server: tokio::sync::Mutex::new(None),
            seen: Mutex::new(Seen {
                state: ServerState::Asleep,
                failure: None,
                last_used,
                gone: false,
            }),
            connections: AtomicUsize::new(0),
            transfer: AtomicU64::new(plan.transfer_bytes),
            storage: AtomicU64::new(storage),
        }
    }

    pub fn state(&self) -> ServerState {
        self.seen().state
    }

    pub fn failure(&self) -> Option<String> {
        self.seen().failure.clone()
    }

    pub fn last_used(&self) -> DateTime<Utc> {
        self.seen().last_used
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn transfer_bytes(&self) -> u64 {
        self.transfer.load(Ordering::Relaxed)
    }

    pub fn count(&self, bytes: u64) {
        self.transfer.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn storage_bytes(&self) -> u64 {
        self.storage.load(Ordering::Relaxed)
    }

    /// Reads the size anew; tells whether it changed.
    pub fn measure(&self) -> bool {
        let bytes = tree::user_bytes(&self.cluster);
        self.storage.swap(bytes, Ordering::Relaxed) != bytes
    }

    /// Counts a connection for as long as the guard lives.
    pub fn connected(self: &Arc<Self>) -> Connected {
        self.connections.fetch_add(1, Ordering::SeqCst);
        self.touch();
        Connected(Arc::clone(self))
    }

    /// What the server proves itself with.
    pub fn leaf(&self) -> Leaf {
        self.yard.authority.leaf(Utc::now())
    }

    /// The server's own port, once it takes connections. Whoever asks may go away meanwhile: the
    /// start goes on.
    pub async fn wake(self: &Arc<Self>) -> Result<u16, WakeError> {
        let this = Arc::clone(self);
        let started = self.yard.tasks.spawn(async move {
            let woken = this.wake_now().await;
            // Whoever told it to stop a moment ago may have found it busy with its start.
            if this.yard.stop.is_cancelled() {
                this.tell_to_stop();
            }
            woken
        });
        match timeout(WAKE_DEADLINE, started).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(WakeError::Stopping),
            Err(_) => Err(WakeError::TooSlow),
        }
    }

    /// The port if the server is awake now.
    pub async fn port_if_awake(&self) -> Option<u16> {
        if self.state() != ServerState::Awake {
            return None;
        }
        self.server.lock().await.as_ref().map(|server| server.port)
    }

    async fn wake_now(&self) -> Result<u16, WakeError> {
        let mut server = self.server.lock().await;
        if self.seen().gone {
            return Err(WakeError::Gone);
        }
        if let Some(running) = server.as_mut() {
            if !running.exited() {
                return Ok(running.port);
            }
            tracing::warn!(endpoint = %self.endpoint_id, "a server had ended by itself");
            *server = None;
            self.show(ServerState::Asleep);
        }
        self.yard.make_room(self).await?;
        match self.start().await {
            Ok(started) => {
                let port = started.port;
                *server = Some(started);
                self.touch();
                self.show(ServerState::Awake);
                Ok(port)
            }
            Err(error) => {
                self.fail(&error.to_string());
                Err(error)
            }
        }
    }

    async fn start(&self) -> Result<Server, WakeError> {
        let yard = &self.yard;
        if yard.stop.is_cancelled() {
            return Err(WakeError::Stopping);
        }
        cluster::prepare(
            &self.cluster,
            yard.owner,
            &self.leaf(),
            self.logical_replication,
        )?;
        Server::start(&yard.pg, yard.owner, &self.cluster, &self.log, &yard.stop).await
    }

    /// Stops the server, whoever is connected.
    pub async fn sleep(&self) {
        let mut server = self.server.lock().await;
        self.stop(&mut server).await;
    }

    /// Stops the server if nobody is connected and nothing else happens to it just now.
    pub async fn sleep_if_idle(&self) -> bool {
        let Ok(mut server) = self.server.try_lock() else {
            return false;
        };
        if self.connections() > 0 || server.is_none() {
            return false;
        }
        self.stop(&mut server).await;
        true
    }

    async fn stop(&self, server: &mut Option<Server>) {
        let Some(running) = server.take() else { return };
        self.show(ServerState::Stopping);
        running.stop().await;
        self.show(ServerState::Asleep);
    }

    /// Stops the server and never wakes again.
    pub async fn retire(&self) {
        let mut server = self.server.lock().await;
        self.seen().gone = true;
        self.stop(&mut server).await;
    }

    /// Notices a server that ended by itself.
    pub fn look_after(&self) {
        let Ok(mut server) = self.server.try_lock() else {
            return;
        };
        if server.as_mut().is_some_and(Server::exited) {
            *server = None;
            drop(server);
            self.fail("the server ended by itself; the next connection starts it again");
        }
    }

    /// For a sandbox that is dropped without being stopped.
    pub fn tell_to_stop(&self) {
        if let Ok(server) = self.server.try_lock()
            && let Some(server) = server.as_ref()
        {
            server.tell_to_stop();
        }
    }

    pub fn show(&self, state: ServerState) {
        let mut seen = self.seen();
        seen.state = state;
        seen.failure = None;
        drop(seen);
        self.yard.changed.notify();
    }

    pub fn fail(&self, why: &str) {
        tracing::warn!(endpoint = %self.endpoint_id, why, "a database does not answer");
        let mut seen = self.seen();
        seen.state = ServerState::Failed;
        seen.failure = Some(why.to_owned());
        drop(seen);
        self.yard.changed.notify();
    }

    fn touch(&self) {
        self.seen().last_used = self.yard.clock.now();
        self.yard.changed.notify();
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open connection.
#[derive(Debug)]
pub struct Connected(Arc<Compute>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
        self.0.touch();
    }
}

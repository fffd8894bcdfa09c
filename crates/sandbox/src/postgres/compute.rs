//! One endpoint: a server that suspends and wakes behind a port that stays the same.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::timeout;

use super::authority::KeptLeaf;
use super::cluster_locks::ClusterLock;
use super::compute_status::ComputeStatus;
use super::follow::Follow;
use super::keep_alive::KeepAliveCount;
use super::process::Server;
use super::relay::Relay;
use super::server_context::{ServerContext, ServerSlots};
use super::transition::{Cause, TransitionKind};
use super::{WakeError, blocking, server_settings, wal};

mod admit;
mod certificate;
pub mod guards;
mod idle;
mod measure;
mod read_only;
mod settings;
mod start;

pub use super::admission::Admission;
pub use super::compute_status::{Activity, Behind, Quiet, ServerState};

/// How long somebody who connects waits for the server: longer than a start may take, so that the
/// real reason is what they read.
const WAKE_DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Compute {
    pub endpoint_id: String,
    pub port: u16,
    pub cluster: PathBuf,
    /// What its data follows, where it is a copy of its branch's.
    follows: Option<Arc<dyn Follow>>,
    pub log: PathBuf,
    logical_replication: AtomicBool,
    keeps_history: AtomicBool,
    /// Whether the server that runs keeps its WAL.
    wal_is_kept: AtomicBool,
    max_connections: AtomicU32,
    pub(super) context: Arc<ServerContext>,
    slots: Arc<dyn ServerSlots>,
    /// Held while the server starts or stops, so that both never overlap.
    server: tokio::sync::Mutex<Option<Running>>,
    status: Mutex<ComputeStatus>,
    leaf: Mutex<KeptLeaf>,
    /// Clients that connect before its data is complete wait for that.
    data_ready: watch::Sender<bool>,
    keep_alive: KeepAliveCount,
    /// A start waits for the lock of the files, such as while a copy of them is made. That may take
    /// longer than a start itself.
    waits_for_lock: AtomicBool,
    connections: AtomicUsize,
    transfer: AtomicU64,
    /// When something was last transferred, in milliseconds of the sandbox's clock.
    last_transfer: AtomicI64,
    storage: AtomicU64,
    /// When it was last measured, and what had been transferred by then.
    measured: Mutex<Option<(Instant, u64)>>,
    starts: AtomicUsize,
    /// None until there is data.
    first_lsn: OnceLock<u64>,
    behind: Mutex<Option<Behind>>,
    /// Each read-only compute that follows its data has one more.
    followed: Arc<()>,
}

/// A server with the files it runs on.
#[derive(Debug)]
struct Running {
    server: Server,
    lock: ClusterLock,
    _relay: Option<Relay>,
}

#[derive(Debug)]
pub struct ComputeConfig {
    pub endpoint_id: String,
    pub port: u16,
    pub cluster: PathBuf,
    /// For a read-only compute.
    pub follows: Option<Arc<dyn Follow>>,
    pub log: PathBuf,
    pub logical_replication: bool,
    pub transfer_bytes: u64,
    /// As it was last seen; measured anew before long.
    pub storage_bytes: u64,
}

impl Compute {
    pub fn new(
        config: ComputeConfig,
        context: Arc<ServerContext>,
        slots: Arc<dyn ServerSlots>,
    ) -> Self {
        let status = ComputeStatus::new(context.clock.now());
        Self {
            endpoint_id: config.endpoint_id,
            port: config.port,
            cluster: config.cluster,
            follows: config.follows,
            log: config.log,
            logical_replication: AtomicBool::new(config.logical_replication),
            keeps_history: AtomicBool::new(false),
            wal_is_kept: AtomicBool::new(false),
            max_connections: AtomicU32::new(server_settings::max_connections(0.0)),
            context,
            slots,
            server: tokio::sync::Mutex::new(None),
            status: Mutex::new(status),
            leaf: Mutex::default(),
            data_ready: watch::Sender::new(true),
            keep_alive: KeepAliveCount::default(),
            waits_for_lock: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
            transfer: AtomicU64::new(config.transfer_bytes),
            last_transfer: AtomicI64::new(0),
            storage: AtomicU64::new(config.storage_bytes),
            measured: Mutex::default(),
            starts: AtomicUsize::new(0),
            first_lsn: OnceLock::new(),
            behind: Mutex::default(),
            followed: Arc::default(),
        }
    }

    pub fn state(&self) -> ServerState {
        self.status().state
    }

    pub fn failure(&self) -> Option<String> {
        self.status().failure.clone()
    }

    pub fn is_running(&self) -> bool {
        self.state() == ServerState::Running
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn transfer_bytes(&self) -> u64 {
        self.transfer.load(Ordering::Relaxed)
    }

    pub fn add_transfer(&self, bytes: u64) {
        self.transfer.fetch_add(bytes, Ordering::Relaxed);
        let now = self.context.clock.now().timestamp_millis();
        self.last_transfer.store(now, Ordering::Relaxed);
    }

    /// The address at which it has its port.
    pub fn bind(&self) -> IpAddr {
        self.context.bind
    }

    /// The server's own port, once it takes connections.
    pub async fn wake(self: &Arc<Self>) -> Result<u16, WakeError> {
        self.wake_for(Cause::Operation).await
    }

    /// Cancellation-safe: the start runs in a task of its own, so that a client that goes away
    /// leaves no server half started. The time that it waits for the lock of the files does not count
    /// against the deadline.
    pub async fn wake_for(self: &Arc<Self>, cause: Cause) -> Result<u16, WakeError> {
        let this = Arc::clone(self);
        let mut started = self.context.tasks.spawn(async move {
            let mut server = this.server.lock().await;
            let woken = this.wake_now(&mut server, cause).await;
            drop(server);
            // `signal_stop` passes over a compute that is busy with its start.
            if this.context.stop.is_cancelled() {
                this.signal_stop();
            }
            woken
        });
        loop {
            match timeout(WAKE_DEADLINE, &mut started).await {
                Ok(Ok(result)) => return result,
                Ok(Err(_)) => return Err(WakeError::Stopping),
                Err(_) if self.waits_for_lock.load(Ordering::SeqCst) => {}
                Err(_) => return Err(WakeError::TooSlow),
            }
        }
    }

    /// The port if the server runs now.
    pub async fn port_if_running(&self) -> Option<u16> {
        if self.state() != ServerState::Running {
            return None;
        }
        self.port_after_transition().await
    }

    /// The same, after waiting for a start or stop that is under way.
    pub(super) async fn port_after_transition(&self) -> Option<u16> {
        let mut server = self.server.lock().await;
        let running = server.as_mut()?;
        (!running.server.exited()).then_some(running.server.port)
    }

    async fn wake_now(&self, server: &mut Option<Running>, cause: Cause) -> Result<u16, WakeError> {
        if let Some(running) = server.as_mut() {
            if !running.server.exited() {
                return Ok(running.server.port);
            }
            tracing::warn!(endpoint = %self.endpoint_id, "a server had exited by itself");
            *server = None;
            self.set_state(ServerState::Suspended);
        }
        match self.start(cause).await {
            Ok(started) => {
                let port = started.server.port;
                *server = Some(started);
                self.mark_used();
                self.set_state(ServerState::Running);
                self.publish(TransitionKind::Running, cause);
                Ok(port)
            }
            Err(error) => {
                if error.is_of_the_server() {
                    self.set_failed(&error.to_string());
                } else if self.state() == ServerState::Starting {
                    self.set_state(ServerState::Suspended);
                }
                self.publish(TransitionKind::Failed(error.to_string()), cause);
                Err(error)
            }
        }
    }

    /// Stops the server, with clients connected, as soon as nobody keeps it alive.
    pub async fn suspend(&self) {
        self.suspend_for(Cause::Operation).await;
    }

    pub async fn suspend_for(&self, cause: Cause) {
        let mut server = self.released().await;
        self.stop(&mut server, cause).await;
    }

    async fn stop(&self, server: &mut Option<Running>, cause: Cause) {
        let Some(running) = server.take() else { return };
        self.set_state(ServerState::Stopping);
        self.publish(TransitionKind::Suspending, cause);
        let Running { server, lock, .. } = running;
        server.stop().await;
        self.release_leaf();
        // The lock of the files goes with the thread: a copy or a start that waits for it must not see
        // segments vanish.
        let (cluster, is_read_only) = (self.cluster.clone(), self.is_read_only());
        let trimmed = blocking(move || {
            let _lock = lock;
            // One that follows has WAL beyond its last checkpoint that it needs.
            if is_read_only {
                Ok(())
            } else {
                wal::trim(&cluster)
            }
        });
        if let Err(error) = trimmed.await {
            tracing::debug!(%error, "preallocated WAL segments are left in place");
        }
        self.measure().await;
        self.set_state(ServerState::Suspended);
        self.publish(TransitionKind::Suspended, cause);
    }

    /// Stops the server as soon as nobody keeps it alive, and never starts it again.
    pub async fn retire(&self) {
        self.status().retired = true;
        let mut server = self.released().await;
        self.stop(&mut server, Cause::Operation).await;
    }

    /// The server, while nobody keeps it alive and nobody can start it.
    async fn released(&self) -> tokio::sync::MutexGuard<'_, Option<Running>> {
        loop {
            let released = self.keep_alive.wait_for_none(&self.context.stop).await;
            let server = self.server.lock().await;
            // Somebody may have begun to keep it alive between the two waits. When the deadline or the
            // sandbox's stop ended the first one, it is stopped all the same.
            if !released || !self.keep_alive.any() {
                return server;
            }
        }
    }

    /// Notices a server that ended by itself.
    pub async fn check_server(&self) {
        let Ok(mut server) = self.server.try_lock() else {
            return;
        };
        if let Some(running) = server.as_ref() {
            running.server.rotate_log().await;
        }
        if server.as_mut().is_some_and(|it| it.server.exited()) {
            *server = None;
            drop(server);
            let why = "the server ended by itself; the next connection starts it again";
            self.set_failed(why);
            self.publish(TransitionKind::Failed(why.to_owned()), Cause::Crash);
        }
    }

    /// For a sandbox that is dropped without being stopped.
    pub fn signal_stop(&self) {
        if let Ok(server) = self.server.try_lock()
            && let Some(running) = server.as_ref()
        {
            running.server.signal_stop();
        }
    }

    pub fn set_state(&self, state: ServerState) {
        self.status().change(state, None, self.context.clock.now());
        self.context.changed.notify();
    }

    pub fn set_failed(&self, why: &str) {
        tracing::warn!(endpoint = %self.endpoint_id, why, "a server failed");
        let (why, now) = (Some(why.to_owned()), self.context.clock.now());
        self.status().change(ServerState::Failed, why, now);
        self.context.changed.notify();
    }

    fn publish(&self, kind: TransitionKind, cause: Cause) {
        self.context
            .transitions
            .send(&self.endpoint_id, kind, cause);
    }

    fn mark_used(&self) {
        self.status().last_used = self.context.clock.now();
        self.context.changed.notify();
    }

    fn status(&self) -> std::sync::MutexGuard<'_, ComputeStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

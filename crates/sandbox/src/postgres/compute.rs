//! One endpoint: a server that sleeps and wakes behind a port that stays the same.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::time::timeout;

use super::authority::Leaf;
use super::awake::Holders;
use super::cluster::Work;
use super::files::Hold;
use super::fleet::Yard;
use super::opening::make_ready;
use super::process::Server;
use super::replication::Replication;
use super::seen::Seen;
use super::transition::{Cause, TransitionKind};
use super::{WakeError, blocking, cluster, control_file, wal};

pub mod guards;
mod measure;
mod settings;

pub use super::seen::{Rest, ServerState};

/// How long somebody who connects waits for the server: longer than a start may take, so that the
/// real reason is what they read.
const WAKE_DEADLINE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Compute {
    pub endpoint_id: String,
    pub port: u16,
    pub cluster: PathBuf,
    pub log: PathBuf,
    logical_replication: AtomicBool,
    yard: Arc<Yard>,
    /// Held while the server starts or stops, so that both never overlap.
    server: tokio::sync::Mutex<Option<Running>>,
    seen: Mutex<Seen>,
    /// Whether its data is whole. People who connect before wait for that.
    whole: watch::Sender<bool>,
    holders: Holders,
    /// Somebody else has the files; a start waits for as long as that takes.
    waits_for_files: AtomicBool,
    connections: AtomicUsize,
    transfer: AtomicU64,
    storage: AtomicU64,
    /// When it was last measured, and what had been transferred by then.
    measured: Mutex<Option<(Instant, u64)>>,
    starts: AtomicUsize,
    /// None until there is data.
    first_lsn: OnceLock<u64>,
}

/// A server with the files it runs on.
#[derive(Debug)]
struct Running {
    server: Server,
    files: Hold,
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
    /// As it was last seen; measured anew before long.
    pub storage_bytes: u64,
}

impl Compute {
    pub fn new(plan: Plan, yard: Arc<Yard>) -> Self {
        let seen = Seen::new(yard.clock.now());
        Self {
            endpoint_id: plan.endpoint_id,
            port: plan.port,
            cluster: plan.cluster,
            log: plan.log,
            logical_replication: AtomicBool::new(plan.logical_replication),
            yard,
            server: tokio::sync::Mutex::new(None),
            seen: Mutex::new(seen),
            whole: watch::Sender::new(true),
            holders: Holders::default(),
            waits_for_files: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
            transfer: AtomicU64::new(plan.transfer_bytes),
            storage: AtomicU64::new(plan.storage_bytes),
            measured: Mutex::default(),
            starts: AtomicUsize::new(0),
            first_lsn: OnceLock::new(),
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

    /// What the server proves itself with.
    pub fn leaf(&self) -> Leaf {
        self.yard.authority.leaf(Utc::now())
    }

    /// The server's own port, once it takes connections.
    pub async fn wake(self: &Arc<Self>) -> Result<u16, WakeError> {
        self.wake_for(Cause::Asked).await
    }

    /// Whoever asks may go away meanwhile: the start goes on.
    pub async fn wake_for(self: &Arc<Self>, cause: Cause) -> Result<u16, WakeError> {
        let this = Arc::clone(self);
        let mut started = self.yard.tasks.spawn(async move {
            let mut server = this.server.lock().await;
            let woken = this.wake_now(&mut server, cause).await;
            drop(server);
            // Whoever told it to stop a moment ago may have found it busy with its start.
            if this.yard.stop.is_cancelled() {
                this.tell_to_stop();
            }
            woken
        });
        loop {
            match timeout(WAKE_DEADLINE, &mut started).await {
                Ok(Ok(result)) => return result,
                Ok(Err(_)) => return Err(WakeError::Stopping),
                Err(_) if self.waits_for_files.load(Ordering::SeqCst) => {}
                Err(_) => return Err(WakeError::TooSlow),
            }
        }
    }

    /// The port if the server is awake now.
    pub async fn port_if_awake(&self) -> Option<u16> {
        if self.state() != ServerState::Awake {
            return None;
        }
        self.running_port().await
    }

    /// The port of a server that runs, after the start or stop that is under way.
    pub(super) async fn running_port(&self) -> Option<u16> {
        let mut server = self.server.lock().await;
        let running = server.as_mut()?;
        (!running.server.exited()).then_some(running.server.port)
    }

    async fn wake_now(&self, server: &mut Option<Running>, cause: Cause) -> Result<u16, WakeError> {
        if let Some(running) = server.as_mut() {
            if !running.server.exited() {
                return Ok(running.server.port);
            }
            tracing::warn!(endpoint = %self.endpoint_id, "a server had ended by itself");
            *server = None;
            self.show(ServerState::Asleep);
        }
        match self.start(cause).await {
            Ok(started) => {
                let port = started.server.port;
                *server = Some(started);
                self.touch();
                self.show(ServerState::Awake);
                self.tell(TransitionKind::Awake, cause);
                Ok(port)
            }
            Err(error) => {
                if error.is_of_the_server() {
                    self.fail(&error.to_string());
                } else if self.state() == ServerState::Starting {
                    self.show(ServerState::Asleep);
                }
                self.tell(TransitionKind::Failed(error.to_string()), cause);
                Err(error)
            }
        }
    }

    async fn start(&self, cause: Cause) -> Result<Running, WakeError> {
        let yard = &self.yard;
        self.tell(TransitionKind::Waking, cause);
        self.waits_for_files.store(true, Ordering::SeqCst);
        let files = yard.files.take(&self.cluster, &yard.stop).await;
        self.waits_for_files.store(false, Ordering::SeqCst);
        let files = files?;
        if self.seen().gone {
            return Err(WakeError::Gone);
        }
        let cluster = self.cluster.clone();
        if !blocking(move || Ok(cluster::is_there(&cluster))).await? {
            return Err(WakeError::NoData);
        }
        let show = || self.show(ServerState::Starting);
        yard.make_room(Some(&self.endpoint_id), show).await?;
        if yard.stop.is_cancelled() {
            return Err(WakeError::Stopping);
        }
        let logical_replication = self.logical_replication.load(Ordering::SeqCst);
        let replication = Some(Replication::asked(logical_replication));
        make_ready(&yard.pg, yard.owner, &self.cluster, replication).await?;
        let work = Work::ForPeople {
            logical_replication,
        };
        self.starts.fetch_add(1, Ordering::SeqCst);
        let (pg, cluster) = (yard.pg.clone(), self.cluster.clone());
        let (owner, leaf) = (yard.owner, self.leaf());
        let prepared = blocking(move || {
            cluster::prepare(&pg, &cluster, owner, &leaf, work)?;
            control_file::read(&cluster)
        });
        let checkpoint = prepared.await?.checkpoint;
        self.first_lsn.get_or_init(|| checkpoint);
        let server =
            Server::start(&yard.pg, yard.owner, &self.cluster, &self.log, &yard.stop).await?;
        Ok(Running { server, files })
    }

    /// Stops the server, whoever is connected, as soon as nobody holds it awake.
    pub async fn sleep(&self) {
        self.sleep_for(Cause::Asked).await;
    }

    pub async fn sleep_for(&self, cause: Cause) {
        let mut server = self.released().await;
        self.stop(&mut server, cause).await;
    }

    /// Stops the server if nobody is connected and nothing else happens to it just now.
    pub async fn sleep_if_idle(&self, cause: Cause) -> bool {
        let Ok(mut server) = self.server.try_lock() else {
            return false;
        };
        if self.is_used() || server.is_none() {
            return false;
        }
        self.stop(&mut server, cause).await;
        true
    }

    pub fn is_used(&self) -> bool {
        self.connections() > 0 || self.holders.any()
    }

    async fn stop(&self, server: &mut Option<Running>, cause: Cause) {
        let Some(running) = server.take() else { return };
        self.show(ServerState::Stopping);
        self.tell(TransitionKind::Sleeping, cause);
        let Running { server, files } = running;
        server.stop().await;
        let cluster = self.cluster.clone();
        let trimmed = blocking(move || {
            let _files = files;
            wal::trim(&cluster)
        });
        if let Err(error) = trimmed.await {
            tracing::debug!(%error, "a log keeps what lies ahead of it");
        }
        self.measure().await;
        self.show(ServerState::Asleep);
        self.tell(TransitionKind::Asleep, cause);
    }

    /// Stops the server as soon as nobody holds it awake, and never wakes again.
    pub async fn retire(&self) {
        self.seen().gone = true;
        let mut server = self.released().await;
        self.stop(&mut server, Cause::Asked).await;
    }

    /// The server, while nobody holds it awake and nobody can begin to.
    async fn released(&self) -> tokio::sync::MutexGuard<'_, Option<Running>> {
        loop {
            let released = self.holders.none(&self.yard.stop).await;
            let server = self.server.lock().await;
            if !released || !self.holders.any() {
                return server;
            }
        }
    }

    /// Notices a server that ended by itself.
    pub async fn look_after(&self) {
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
            self.fail(why);
            self.tell(TransitionKind::Failed(why.to_owned()), Cause::Crash);
        }
    }

    /// For a sandbox that is dropped without being stopped.
    pub fn tell_to_stop(&self) {
        if let Ok(server) = self.server.try_lock()
            && let Some(running) = server.as_ref()
        {
            running.server.tell_to_stop();
        }
    }

    pub fn show(&self, state: ServerState) {
        self.seen().change(state, None, self.yard.clock.now());
        self.yard.changed.notify();
    }

    pub fn fail(&self, why: &str) {
        tracing::warn!(endpoint = %self.endpoint_id, why, "a database does not answer");
        let (why, now) = (Some(why.to_owned()), self.yard.clock.now());
        self.seen().change(ServerState::Failed, why, now);
        self.yard.changed.notify();
    }

    fn tell(&self, kind: TransitionKind, cause: Cause) {
        self.yard.teller.tell(&self.endpoint_id, kind, cause);
    }

    fn touch(&self) {
        self.seen().last_used = self.yard.clock.now();
        self.yard.changed.notify();
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

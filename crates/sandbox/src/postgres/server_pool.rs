//! All computes of a sandbox, and the limit of how many run at once.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::cluster_locks::ClusterLock;
use super::compute::{Compute, ComputeConfig, Quiet, ServerState};
use super::server_context::{ServerContext, ServerSlots};
use super::slots::{Priority, SlotQueue};
use super::transition::{Cause, Transition};
use super::{WakeError, blocking, proxy, tree};

/// How long a start waits for a slot: many a server is only used for a moment.
/// How long a server may take to stop for another one before a second one is stopped, too.
const STOP_WAIT: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub struct ServerPool {
    context: Arc<ServerContext>,
    max_running: usize,
    patience: Duration,
    computes: RwLock<BTreeMap<String, PooledCompute>>,
    /// Held while a slot is taken, and never over a wait.
    slots: Mutex<()>,
    queue: SlotQueue,
}

impl Deref for ServerPool {
    type Target = ServerContext;

    fn deref(&self) -> &ServerContext {
        &self.context
    }
}

#[derive(Debug)]
struct PooledCompute {
    compute: Arc<Compute>,
    /// Cancelled to close the compute's port.
    proxy: CancellationToken,
}

/// A server that is being suspended because another one needs its slot.
struct Eviction {
    task: JoinHandle<bool>,
    since: Instant,
}

impl Eviction {
    fn is_over(&self) -> bool {
        self.task.is_finished() || self.since.elapsed() >= STOP_WAIT
    }
}

impl ServerPool {
    /// `patience` is how long a start waits until fewer run.
    pub fn new(context: ServerContext, max_running: usize, patience: Duration) -> Self {
        Self {
            context: Arc::new(context),
            max_running: max_running.max(1),
            patience,
            computes: RwLock::default(),
            slots: Mutex::default(),
            queue: SlotQueue::default(),
        }
    }

    pub fn max_running(&self) -> usize {
        self.max_running
    }

    /// How many starts wait for a slot.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// The starts and stops of servers from now on; `None` when they were taken already.
    pub fn transitions(&self) -> Option<UnboundedReceiver<Transition>> {
        self.context.transitions.listen()
    }

    pub fn all(&self) -> Vec<Arc<Compute>> {
        let computes = self.computes.read().unwrap_or_else(PoisonError::into_inner);
        let computes = computes.values();
        computes.map(|pooled| Arc::clone(&pooled.compute)).collect()
    }

    pub fn get(&self, endpoint_id: &str) -> Option<Arc<Compute>> {
        let computes = self.computes.read().unwrap_or_else(PoisonError::into_inner);
        let pooled = computes.get(endpoint_id);
        pooled.map(|pooled| Arc::clone(&pooled.compute))
    }

    /// The compute that writes to this data, whether its server runs or not.
    pub fn over(&self, cluster: &Path) -> Option<Arc<Compute>> {
        let computes = self.computes.read().unwrap_or_else(PoisonError::into_inner);
        let mut computes = computes.values().map(|pooled| &pooled.compute);
        computes.find(|it| it.cluster == cluster).map(Arc::clone)
    }

    /// Puts a compute behind its port. Without listeners the port is tried until it is free.
    pub fn add(
        self: &Arc<Self>,
        config: ComputeConfig,
        listeners: Option<Vec<TcpListener>>,
    ) -> Arc<Compute> {
        let slots: Arc<dyn ServerSlots> = Arc::clone(self) as _;
        let compute = Arc::new(Compute::new(config, Arc::clone(&self.context), slots));
        let proxy = self.stop.child_token();
        let serve = proxy::run(
            Arc::clone(&compute),
            listeners,
            self.tasks.clone(),
            proxy.clone(),
        );
        self.tasks.spawn(serve);
        let pooled = PooledCompute {
            compute: Arc::clone(&compute),
            proxy,
        };
        self.write().insert(compute.endpoint_id.clone(), pooled);
        self.changed.notify();
        let (measured, changed) = (Arc::clone(&compute), Arc::clone(&self.changed));
        self.tasks.spawn(async move {
            if measured.measure().await {
                changed.notify();
            }
        });
        compute
    }

    /// Closes the compute's port, cuts its connections and stops its server for good. Waits for
    /// whoever keeps it alive. The data of a read-only one goes: it can be made again.
    pub async fn remove(&self, endpoint_id: &str) {
        let removed = self.write().remove(endpoint_id);
        let Some(removed) = removed else { return };
        removed.proxy.cancel();
        removed.compute.retire().await;
        if removed.compute.is_read_only()
            && let Err(error) = self.remove_replica(&removed.compute.cluster).await
        {
            tracing::warn!(%error, endpoint_id, "the data of a read-only compute was not removed");
        }
        self.changed.notify();
    }

    async fn remove_replica(&self, cluster: &Path) -> Result<(), WakeError> {
        let lock = self.locks.lock(cluster, &self.stop).await?;
        let cluster = cluster.to_path_buf();
        blocking(move || {
            let _lock = lock;
            tree::remove(&cluster)
        })
        .await?;
        Ok(())
    }

    /// Suspends the servers that nobody has used for as long as they may idle: `usual`, or what
    /// is set for one. Waits for none of them.
    pub async fn suspend_idle(&self, usual: Duration) {
        for compute in self.all() {
            compute.check_server().await;
            if compute.state() != ServerState::Running {
                continue;
            }
            if compute.is_unmeasured() && compute.measure().await {
                self.changed.notify();
            }
            let Some(idle_after) = compute.idle_after(usual) else {
                continue;
            };
            let quiet = Quiet::of(idle_after);
            if compute.is_quiet(quiet) {
                self.tasks
                    .spawn(async move { compute.suspend_if_idle(Cause::Idle, quiet).await });
            }
        }
    }

    /// Suspends the servers that nobody would have used for as long as they may idle, once the clock is moved so far, and waits
    /// for them. Nobody uses them in the time that is left out: left running, they would count as used by the first who connects
    /// after it.
    pub async fn suspend_before_move(&self, usual: Duration, by: Duration) {
        let suspending = self.all().into_iter().filter_map(|compute| {
            let left = compute.idle_after(usual)?.saturating_sub(by);
            let quiet = Quiet::of(left);
            compute.is_quiet(quiet).then_some((compute, quiet))
        });
        let suspending = suspending.map(|(compute, quiet)| async move {
            compute.suspend_if_idle(Cause::Idle, quiet).await;
        });
        join_all(suspending).await;
    }

    /// Suspends the server over a cluster and keeps it from starting for as long as the lock
    /// lives. Clients that connect meanwhile wait.
    pub async fn acquire_exclusive(
        &self,
        endpoint_id: Option<&str>,
        cluster: &Path,
    ) -> Result<ClusterLock, WakeError> {
        let Some(compute) = endpoint_id.and_then(|id| self.get(id)) else {
            return self.locks.lock(cluster, &self.stop).await;
        };
        // Waiting for the lock alone would wait for a server that runs for as long as it is used,
        // and a client may start it again between the suspension and the lock: so both are tried
        // in turn until the lock is won.
        loop {
            compute.suspend().await;
            if let Some(lock) = self.locks.try_lock(cluster) {
                return Ok(lock);
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Stops everything and waits for it.
    pub async fn stop(&self) {
        self.stop.cancel();
        let computes = self.all();
        futures::future::join_all(computes.iter().map(|compute| compute.retire())).await;
        self.tasks.close();
        if tokio::time::timeout(Duration::from_secs(10), self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some connections did not end in time");
        }
    }

    /// Waits for nothing.
    pub fn signal_stop(&self) {
        self.stop.cancel();
        for compute in self.all() {
            compute.signal_stop();
        }
        self.maintenance.signal_stop(&self.pg);
    }

    async fn wait_for_slot(
        &self,
        endpoint_id: Option<&str>,
        priority: Priority,
        take: Box<dyn FnOnce() + Send + '_>,
    ) -> Result<(), WakeError> {
        let deadline = Instant::now() + self.patience;
        let place = self.queue.enter(priority);
        let mut eviction: Option<Eviction> = None;
        loop {
            if self.stop.is_cancelled() {
                return Err(WakeError::Stopping);
            }
            let is_first = place.is_first();
            if is_first {
                let _slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
                let running = self.running_beside(endpoint_id).len() + self.maintenance.count();
                if running < self.max_running {
                    take();
                    return Ok(());
                }
            }
            // One at a time: every start that waits would otherwise suspend all idle servers.
            if is_first && eviction.as_ref().is_none_or(Eviction::is_over) {
                eviction = self.longest_idle(endpoint_id).map(|it| self.evict(it));
            }
            if Instant::now() >= deadline {
                return Err(WakeError::Full {
                    max: self.max_running,
                    waiting: self.waiting(),
                });
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// The idle server that was used longest ago; one with clients that do nothing only where there is
    /// no other.
    fn longest_idle(&self, endpoint_id: Option<&str>) -> Option<Arc<Compute>> {
        let running = self.running_beside(endpoint_id).into_iter();
        let idle =
            running.filter(|it| it.state() == ServerState::Running && it.is_quiet(Quiet::EVICTION));
        idle.min_by_key(|it| (it.connections() > 0, it.last_used()))
    }

    fn evict(&self, compute: Arc<Compute>) -> Eviction {
        let task = self.tasks.spawn(async move {
            compute
                .suspend_if_idle(Cause::Eviction, Quiet::EVICTION)
                .await
        });
        Eviction {
            task,
            since: Instant::now(),
        }
    }

    fn running_beside(&self, endpoint_id: Option<&str>) -> Vec<Arc<Compute>> {
        let mut all = self.all();
        all.retain(|it| {
            endpoint_id != Some(it.endpoint_id.as_str())
                && matches!(
                    it.state(),
                    ServerState::Starting | ServerState::Running | ServerState::Stopping
                )
        });
        all
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<String, PooledCompute>> {
        self.computes
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerSlots for ServerPool {
    fn acquire_slot<'a>(
        &'a self,
        endpoint_id: Option<&'a str>,
        priority: Priority,
        take: Box<dyn FnOnce() + Send + 'a>,
    ) -> BoxFuture<'a, Result<(), WakeError>> {
        Box::pin(self.wait_for_slot(endpoint_id, priority, take))
    }
}

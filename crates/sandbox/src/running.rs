use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::clock::ClockError;
use crate::config::{ClockMode, Config};
use crate::control::{self, ControlError};
use crate::deleted_items::{self, DeletedItem, PurgeError};
use crate::fault::Fault;
use crate::history::{self, BranchHistory, ProjectHistory};
use crate::operation::{self, fault::OperationFault};
use crate::postgres::binaries::PostgresVersion;
use crate::quarantine::{self, QuarantineError, Quarantined};
use crate::request_log::LoggedRequest;
use crate::shared::Shared;
use crate::space::DiskUse;
use crate::status::{self, ServerStatus};
use crate::sweep::{self, Loss};
use crate::usage;

/// A sandbox that runs. Dropping it tells the servers to stop without waiting for them.
#[derive(Debug)]
pub struct Running {
    /// `http://127.0.0.1:PORT/api/v2`
    pub base_url: String,
    /// `http://127.0.0.1:PORT`
    pub instant_url: String,
    /// The same at every start.
    pub key: String,
    /// New at every start.
    pub admin_key: String,
    /// The authority that clients trust, as PEM.
    pub ca_file: PathBuf,
    pub data_dir: PathBuf,
    /// None when the servers are turned off.
    pub postgres: Option<PostgresVersion>,
    pub(crate) shared: Arc<Shared>,
    serving: Mutex<Option<JoinHandle<()>>>,
    stopped: AtomicBool,
}

impl Running {
    pub(crate) fn new(shared: Arc<Shared>, serving: JoinHandle<()>) -> Self {
        Self {
            base_url: format!("{}/api/v2", shared.origin()),
            instant_url: shared.origin(),
            key: shared.key.reveal().to_owned(),
            admin_key: shared.admin_key.reveal().to_owned(),
            ca_file: shared.authority.ca_file(),
            data_dir: shared.folder.data_dir.clone(),
            postgres: shared
                .servers
                .as_ref()
                .map(|servers| servers.pool.pg.clone()),
            shared,
            serving: Mutex::new(Some(serving)),
            stopped: AtomicBool::new(false),
        }
    }

    /// What it was started with.
    pub fn config(&self) -> &Config {
        &self.shared.config
    }

    pub fn servers(&self) -> Vec<ServerStatus> {
        status::servers(&self.shared)
    }

    /// How many servers run at once at most: as the options say, or as the free memory at the start had room for.
    pub fn max_running(&self) -> usize {
        self.shared.pool().map_or(0, |pool| pool.max_running())
    }

    /// The folder of the servers' data, where that is not in the data folder: PostgreSQL can't run as root.
    pub fn servers_folder_elsewhere(&self) -> Option<&Path> {
        self.shared.folder.servers_elsewhere()
    }

    /// What the disk holds, as of the last measurement, which is half a minute ago at most while servers
    /// are in use.
    pub fn disk(&self) -> DiskUse {
        self.shared.space.last(self.shared.config.max_disk)
    }

    /// What was last seen of a branch's history; none before it was looked at.
    pub fn history(&self, branch_id: &str) -> Option<BranchHistory> {
        history::of(&self.shared, branch_id)
    }

    /// What was last seen of the histories of all projects that have one.
    pub fn histories(&self) -> Vec<ProjectHistory> {
        history::by_project(&self.shared)
    }

    /// Counts up when `servers` or the clock changed, at most once a second.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changed.subscribe()
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.shared.now()
    }

    pub fn clock_mode(&self) -> ClockMode {
        self.shared.clock.mode()
    }

    /// Moves a manual clock; what is due by then has happened when this returns.
    pub async fn advance(&self, by: Duration) -> Result<DateTime<Utc>, ClockError> {
        self.shared.advance(by).await
    }

    /// What moving the clock so far would take away, with its data.
    pub fn lost_after(&self, by: Duration) -> Vec<Loss> {
        let by = TimeDelta::from_std(by).unwrap_or(TimeDelta::MAX);
        let then = self.now().checked_add_signed(by);
        let then = then.unwrap_or(DateTime::<Utc>::MAX_UTC);
        self.shared.store.read(|state| sweep::losses(state, then))
    }

    /// Injects a fault; the error says why it makes no sense.
    pub fn inject_fault(&self, fault: Fault) -> Result<(), &'static str> {
        if let Some(invalid_because) = fault.invalid_because() {
            return Err(invalid_because);
        }
        self.shared.faults.add(fault);
        Ok(())
    }

    pub fn faults(&self) -> Vec<Fault> {
        self.shared.faults.all()
    }

    pub fn clear_faults(&self) {
        self.shared.faults.clear();
    }

    /// Injects a fault into operations; the error says why it makes no sense.
    pub fn inject_operation_fault(&self, fault: OperationFault) -> Result<(), &'static str> {
        if let Some(invalid_because) = fault.invalid_because() {
            return Err(invalid_because);
        }
        self.shared.engine.faults.add(fault);
        Ok(())
    }

    pub fn operation_faults(&self) -> Vec<OperationFault> {
        self.shared.engine.faults.all()
    }

    pub fn clear_operation_faults(&self) {
        self.shared.engine.faults.clear();
    }

    /// Waits until no project has an open operation; returns whether that came to be in time. One
    /// that waits to be tried again is open.
    pub async fn settled(&self, within: Duration) -> bool {
        operation::wait_for(&self.shared, within, |state| !state.has_open_operations()).await
    }

    /// The last requests, oldest first.
    pub fn requests(&self) -> Vec<LoggedRequest> {
        self.shared.log.all()
    }

    /// Wakes an endpoint's server, or that of a project's default branch.
    pub async fn wake(&self, id: &str) -> Result<(), ControlError> {
        control::wake(&self.shared, id).await
    }

    /// Suspends an endpoint's server, or that of a project's default branch, with clients connected to
    /// it.
    pub async fn suspend(&self, id: &str) -> Result<(), ControlError> {
        control::suspend(&self.shared, id).await
    }

    /// Data that nobody knows and stores that could not be read, the latest first.
    pub async fn quarantine(&self) -> Vec<Quarantined> {
        quarantine::list(&self.shared).await
    }

    /// How many of those there are.
    pub fn quarantined(&self) -> usize {
        quarantine::count(&self.shared)
    }

    /// Makes data that was quarantined a branch again. Returns its project.
    pub async fn put_back(&self, id: &str) -> Result<String, QuarantineError> {
        quarantine::put_back(&self.shared, id).await
    }

    /// Deletes for good what was quarantined.
    pub async fn discard(&self, id: &str) -> Result<(), QuarantineError> {
        quarantine::discard(&self.shared, id).await
    }

    /// Deleted projects and branches that can still be recovered, the first to expire first.
    pub async fn deleted_items(&self) -> Vec<DeletedItem> {
        deleted_items::list(&self.shared).await
    }

    /// Deletes deleted projects and branches for good, with their data. Returns what was deleted.
    pub async fn purge(&self, ids: &[String]) -> Result<Vec<DeletedItem>, PurgeError> {
        deleted_items::purge(&self.shared, ids).await
    }

    /// Removes every project, and whoever was added with their keys. The first user and
    /// organization stay, and the key and ports.
    pub async fn reset(&self) -> Result<(), ControlError> {
        control::reset(&self.shared).await
    }

    /// Stops listening and every server. A second call waits for nothing. The servers are told
    /// after five seconds at the latest, whatever is still under way.
    pub async fn stop(&self) {
        const REQUESTS_DEADLINE: Duration = Duration::from_secs(2);
        const TASKS_DEADLINE: Duration = Duration::from_secs(2);
        const STOP_GRACE: Duration = Duration::from_secs(1);
        let Some(mut serving) = self.take_serving() else {
            return;
        };
        self.shared.stop.cancel();
        if timeout(REQUESTS_DEADLINE, &mut serving).await.is_err() {
            serving.abort();
        }
        self.shared.tasks.close();
        if timeout(TASKS_DEADLINE, self.shared.tasks.wait())
            .await
            .is_err()
        {
            self.shared.give_up.cancel();
            if timeout(STOP_GRACE, self.shared.tasks.wait()).await.is_err() {
                tracing::warn!("background tasks did not stop in time");
            }
        }
        self.shared.give_up.cancel();
        if let Some(pool) = self.shared.pool() {
            pool.stop().await;
        }
        usage::count(&self.shared).await;
        sweep::update_key_uses(&self.shared).await;
        sweep::flush_counters(&self.shared).await;
        self.shared.folder.release();
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// Tells every server to stop and waits for none of them, for an owner that has no time left.
    pub fn signal_stop(&self) {
        self.shared.stop.cancel();
        self.shared.give_up.cancel();
        if let Some(serving) = self.take_serving() {
            serving.abort();
        }
        if let Some(pool) = self.shared.pool() {
            pool.signal_stop();
        }
        self.shared.folder.release();
    }

    fn take_serving(&self) -> Option<JoinHandle<()>> {
        self.serving
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.stopped.load(Ordering::SeqCst) {
            self.signal_stop();
        }
    }
}

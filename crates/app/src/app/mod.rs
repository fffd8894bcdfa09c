//! The product's core as one handle: opened, watched over and closed.

mod account_removal;
pub mod call_text;
mod kept_names;
mod keychain;
pub mod operations;
mod recovery;
mod watcher;

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use vault::Vault;

use crate::Error;
use crate::accounts::{Accounts, sync_ca_files};
use crate::base::checkpoint::{Checkpoints, NoCheckpoints};
use crate::base::clock::{Clock, NetworkOptions, SystemClock};
use crate::base::exclusive::ExclusiveIds;
use crate::base::folder::FolderLock;
use crate::base::guard::lock;
use crate::base::off_thread::off_thread;
use crate::base::tasks::Tasks;
use crate::core::event::{Event, Events};
use crate::core::jobs::Jobs;
use crate::core::keychain::Keychain;
use crate::core::names::Names;
use crate::core::network;
use crate::core::settings::{self, Saved};
use crate::core::{Core, Parts, Signals};
use crate::features::{Features, env_file};
use crate::platform::Platform;
use crate::store::{Store, table};
use crate::tools::contacts::Contacts;

pub use account_removal::{AccountRemove, remove as remove_account};
pub use kept_names::{KeptName, KeptNames};
pub use keychain::{KeychainRetry, retry_keychain};

/// How long closing waits for a request that is under way.
const CLOSE_GRACE: Duration = Duration::from_secs(5);

/// What the core is made of. Everything it takes from around it is here.
#[derive(Clone)]
pub struct Config {
    /// Folder of the store and the settings. Made when it is not there, for this user alone.
    pub data_dir: PathBuf,
    /// Where secrets are kept.
    pub vault: Arc<dyn Vault>,
    /// The product's time and randomness: expiry, warnings, the watcher's waits.
    pub clock: Arc<dyn Clock>,
    /// Deadlines and retries of requests. Its clock is the network's own, so that a product clock that is moved
    /// never ends a wait on a real socket.
    pub network: NetworkOptions,
    /// Called at each place between two writes.
    pub checkpoints: Arc<dyn Checkpoints>,
}

impl Config {
    /// The product as people run it, with its files in `data_dir`.
    #[must_use]
    pub fn new(data_dir: PathBuf, vault: Arc<dyn Vault>) -> Self {
        Self {
            data_dir,
            vault,
            clock: Arc::new(SystemClock),
            network: NetworkOptions::default(),
            checkpoints: Arc::new(NoCheckpoints),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}

/// The product's core. Clones are handles on the same one; when the last is dropped, its tasks stop.
///
/// What each layer may know is what its handle derefs to: [`Features`] over [`Platform`] over [`Accounts`] over [`Core`]. A
/// task holds one of those and never this one, so that it does not keep itself alive.
#[derive(Clone)]
pub struct App {
    features: Features,
    running: Arc<Running>,
}

/// What runs as long as somebody has an [`App`].
struct Running {
    core: Core,
    watchers: Mutex<Vec<JoinHandle<()>>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        for task in lock(&self.watchers).drain(..) {
            task.abort();
        }
        self.core.tasks.abort();
        self.core.release_folder();
    }
}

impl App {
    /// Opens the data folder, brings the store up to date, recovers what a crash left open and starts the watchers.
    ///
    /// # Errors
    /// The folder cannot be used or is used by another Plinth; the store is damaged (it is renamed, and the error
    /// says where) or was written by a newer version.
    pub async fn open(config: Config) -> Result<Self, Error> {
        let folder = config.data_dir.clone();
        let locked = off_thread(move || FolderLock::take(&folder));
        let lock = locked.await.unwrap_or_else(|_| Err(not_opened()))?;
        Self::open_with(config, Some(lock)).await
    }

    /// As [`App::open`], in a folder that the caller has locked and keeps locked until this is closed.
    ///
    /// # Errors
    /// As [`App::open`], but for another Plinth.
    pub async fn open_locked(config: Config, _lock: &FolderLock) -> Result<Self, Error> {
        Self::open_with(config, None).await
    }

    async fn open_with(config: Config, lock: Option<FolderLock>) -> Result<Self, Error> {
        let Config {
            data_dir,
            vault,
            clock,
            network,
            checkpoints,
        } = config;
        let (folder, now) = (data_dir.clone(), clock.now());
        let opened = off_thread(move || {
            let store = Store::open(&folder, now)?;
            let (saved, complaint) = Saved::load(&folder, now)?;
            Ok::<_, Error>((store, saved, complaint))
        });
        let (store, saved, complaint) = opened.await.unwrap_or_else(|_| Err(not_opened()))?;
        let offsets = store.read(table::clocks::all).await?;
        let accounts = store.read(table::accounts::all).await?;
        sync_ca_files(&data_dir, &accounts).await;
        env_file::sweep(&data_dir).await;
        let core = Core::new(Parts {
            data_dir,
            contacts: Contacts::new(Arc::clone(&clock)),
            saving_contacts: tokio::sync::Mutex::default(),
            clock,
            network,
            checkpoints,
            store,
            keychain: Keychain::new(vault),
            settings: saved,
            names: Names::default(),
            events: Events::new(),
            jobs: Jobs::default(),
            active_intents: ExclusiveIds::default(),
            tasks: Tasks::default(),
            signals: Signals::default(),
            lock,
        });
        let platform = Platform::new(Accounts::new(core.clone(), accounts), offsets);
        let features = Features::new(platform);
        if let Some(complaint) = complaint {
            settings::report_complaint(&core, complaint).await;
        }
        let watchers = Mutex::new(watcher::begin(&features));
        let running = Arc::new(Running { core, watchers });
        Ok(Self { features, running })
    }

    /// What happens from now on. The first listener also gets what was published before it came.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.events.listen()
    }

    /// The folder of the store and the settings.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Stops watching and seeding, waits a few seconds for a create that is under way, and lets the folder go. What
    /// could not be waited for is recovered at the next start.
    pub async fn close(&self) {
        self.bulks.close();
        self.jobs.cancel_all();
        self.one_time_secrets.clear();
        self.transfers.end(None);
        self.probes.stop();
        self.sql.stop();
        self.stop_watchers().await;
        let environment = self.network.environment.as_ref();
        self.tasks.finish(CLOSE_GRACE, environment).await;
        network::save(self).await;
        self.release_folder();
    }

    /// Ends the watchers and waits until they have ended, so that nothing is stored as published that nobody receives.
    pub(crate) async fn stop_watchers(&self) {
        let watchers = std::mem::take(&mut *lock(&self.running.watchers));
        for task in watchers {
            task.abort();
            // An aborted task ends with an error.
            drop(task.await);
        }
    }
}

fn not_opened() -> Error {
    Error::internal("Couldn't open the data folder")
}

impl Deref for App {
    type Target = Features;

    fn deref(&self) -> &Features {
        &self.features
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}

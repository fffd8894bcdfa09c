//! The product's core as one handle.

mod keychain;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::Recorder;
use tokio::sync::broadcast;
use vault::Vault;

use crate::accounts::{Accounts, Places, lay_out};
use crate::bulk::Bulks;
use crate::checkpoint::{Checkpoints, NoCheckpoints};
use crate::claims::Claims;
use crate::clock::{Clock, NetworkOptions, SystemClock};
use crate::env::Drafts;
use crate::fact::{Fact, Facts};
use crate::folder::FolderLock;
use crate::held::Holds;
use crate::keychain::Keychain;
use crate::management::Managements;
use crate::mutation::Turns;
use crate::names::Names;
use crate::projects::Readings;
use crate::rotation::Rotations;
use crate::secrets::Secrets;
use crate::settings::Saved;
use crate::store::{Store, table};
use crate::tasks::Tasks;
use crate::usable::Probes;
use crate::watch::Watch;
use crate::work::Works;
use crate::{Error, env, settings};

pub use keychain::retry_keychain;

/// How long closing waits for a request that is under way.
const LAST_WORDS: Duration = Duration::from_secs(5);

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
    /// Told at each place between two writes.
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
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
    /// Takes down what this handle would send, in place of sending it.
    drafts_to: Option<Recorder>,
}

/// What an [`App`] holds. Public in name only: nothing of it can be reached from outside the crate.
pub struct Inner {
    pub(crate) data_dir: PathBuf,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) network: NetworkOptions,
    pub(crate) checkpoints: Arc<dyn Checkpoints>,
    pub(crate) store: Store,
    pub(crate) keychain: Keychain,
    pub(crate) secrets: Secrets,
    pub(crate) settings: Saved,
    pub(crate) accounts: Accounts,
    pub(crate) places: Places,
    pub(crate) managements: Managements,
    pub(crate) turns: Turns,
    pub(crate) names: Names,
    pub(crate) readings: Readings,
    pub(crate) bulks: Bulks,
    pub(crate) rotations: Rotations,
    /// Milliseconds to add to this machine's clock, by place.
    pub(crate) offsets: Mutex<HashMap<String, i64>>,
    pub(crate) facts: Facts,
    pub(crate) works: Works,
    pub(crate) drafts: Drafts,
    pub(crate) holds: Holds,
    pub(crate) probes: Probes,
    pub(crate) watch: Watch,
    /// Intents that this run sees to their end now. Nobody else may take them up.
    pub(crate) in_hand: Claims,
    pub(crate) tasks: Tasks,
    folder: FolderLock,
}

impl App {
    /// Opens the data folder, brings the store up to date, takes up what a crash left open and begins to watch.
    ///
    /// # Errors
    /// The folder cannot be used or is used by another Plinth; the store is damaged (it is put aside, and the error
    /// says where) or was written by a newer version.
    pub async fn open(config: Config) -> Result<Self, Error> {
        let Config {
            data_dir,
            vault,
            clock,
            network,
            checkpoints,
        } = config;
        let (folder, now) = (data_dir.clone(), clock.now());
        let opened = tokio::task::spawn_blocking(move || {
            let lock = FolderLock::take(&folder)?;
            let store = Store::open(&folder, now)?;
            let (saved, complaint) = Saved::load(&folder, now)?;
            Ok::<_, Error>((lock, store, saved, complaint))
        });
        let (folder, store, saved, complaint) = opened
            .await
            .unwrap_or_else(|_| Err(Error::internal("The data folder could not be opened")))?;
        let offsets = store.read(table::clocks::all).await?;
        let accounts = store.read(table::accounts::all).await?;
        lay_out(&data_dir, &accounts).await;
        env::sweep(&data_dir).await;
        let managements = Managements::new(Arc::clone(&network.environment));
        managements.lock(&accounts);
        let inner = Arc::new(Inner {
            data_dir,
            clock,
            network,
            checkpoints,
            store,
            keychain: Keychain::new(vault),
            secrets: Secrets::default(),
            settings: saved,
            accounts: Accounts::new(accounts),
            places: Places::default(),
            managements,
            turns: Turns::default(),
            names: Names::default(),
            readings: Readings::default(),
            bulks: Bulks::default(),
            rotations: Rotations::default(),
            offsets: Mutex::new(offsets),
            facts: Facts::new(),
            works: Works::default(),
            drafts: Drafts::default(),
            holds: Holds::default(),
            probes: Probes::default(),
            watch: Watch::default(),
            in_hand: Claims::default(),
            tasks: Tasks::default(),
            folder,
        });
        let app = Self {
            inner,
            drafts_to: None,
        };
        if let Some(complaint) = complaint {
            settings::report_complaint(&app, complaint).await;
        }
        crate::watch::begin(&app);
        Ok(app)
    }

    /// What happens from now on. The first listener also gets what was told before it came.
    #[must_use]
    pub fn facts(&self) -> broadcast::Receiver<Fact> {
        self.inner.facts.listen()
    }

    /// The folder of the store and the settings.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        &self.inner.data_dir
    }

    /// Stops watching and seeding, waits a few seconds for a create that is under way, and lets the folder go. What
    /// could not be waited for is taken up at the next start.
    pub async fn close(&self) {
        self.inner.bulks.close();
        self.inner.works.cancel_all();
        self.inner.holds.clear();
        self.inner.probes.stop();
        self.inner.watch.stop().await;
        self.inner
            .tasks
            .finish(LAST_WORDS, self.inner.network.environment.as_ref())
            .await;
        self.inner.folder.release();
    }

    /// The same core by a handle that sends no call of the Management API: the recorder gets its request instead.
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            drafts_to: Some(recorder),
        }
    }

    /// Who gets the requests of this handle instead of the platform.
    pub(crate) fn drafts_to(&self) -> Option<&Recorder> {
        self.drafts_to.as_ref()
    }

    pub(crate) fn weak(&self) -> WeakApp {
        WeakApp {
            inner: Arc::downgrade(&self.inner),
            drafts_to: self.drafts_to.clone(),
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

/// A handle that does not keep the core alive, for tasks that end with it. It sends where the handle sends that it was made
/// of.
#[derive(Clone)]
pub(crate) struct WeakApp {
    inner: std::sync::Weak<Inner>,
    drafts_to: Option<Recorder>,
}

impl WeakApp {
    pub(crate) fn upgrade(&self) -> Option<App> {
        Some(App {
            inner: self.inner.upgrade()?,
            drafts_to: self.drafts_to.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_weak_handle_of_a_core_that_drafts_sends_nothing_either() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(vault::Memory::new());
        let app = App::open(Config::new(folder.path().to_owned(), vault)).await;
        let app = app.unwrap();
        let drafting = app.drafting(Recorder::dry_run());
        assert!(drafting.weak().upgrade().unwrap().drafts_to().is_some());
        assert!(app.weak().upgrade().unwrap().drafts_to().is_none());
        app.close().await;
    }
}

//! What each test owns: a folder, a clock, a vault, a service and the core on top of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::connect::PsqlParameters;
use app::view::words::Action;
use app::view::{
    AccountView, ConnectSource, ErrorCode, FormId, InstantServiceChoice, TemporaryOptions,
    TemporaryView,
};
use app::{
    App, Checkpoint, Checkpoints, Config, Error, Event, LocalPlatform, NetworkOptions, accounts,
    connection_card, temporary,
};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{broadcast, watch};
use vault::{Entry, ErrorKind, Memory, Vault};

use super::clock::TestClock;
use super::service::Service;

/// Longest wait for anything a test waits for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A vault that fails on demand.
#[derive(Debug)]
pub struct TestVault {
    inner: Memory,
    probe: Mutex<Option<ErrorKind>>,
    access: Mutex<Option<ErrorKind>>,
    stored: Mutex<BTreeSet<Entry>>,
    /// Entries with this text wait at the gate before they are stored.
    held: Mutex<Option<String>>,
    /// How many wait there, or waited.
    arrived: watch::Sender<usize>,
    gate: tokio::sync::Semaphore,
    /// This entry is refused like this.
    refused: Mutex<Option<(Entry, ErrorKind)>>,
    late: AtomicBool,
    /// Entries cannot be removed.
    sticky: AtomicBool,
    pub reads: AtomicU64,
    pub probes: watch::Sender<u64>,
}

impl Default for TestVault {
    fn default() -> Self {
        Self {
            inner: Memory::default(),
            probe: Mutex::default(),
            access: Mutex::default(),
            stored: Mutex::default(),
            held: Mutex::default(),
            arrived: watch::Sender::new(0),
            gate: tokio::sync::Semaphore::new(0),
            refused: Mutex::default(),
            late: AtomicBool::default(),
            sticky: AtomicBool::default(),
            reads: AtomicU64::default(),
            probes: watch::Sender::new(0),
        }
    }
}

impl TestVault {
    /// From now on an entry that holds this text waits until it is let through.
    pub fn hold(&self, text: &str) {
        *self.held.lock().unwrap() = Some(text.to_owned());
    }

    /// Waits until an entry waits.
    pub async fn until_waiting(&self) {
        let mut arrived = self.arrived.subscribe();
        let wait = arrived.wait_for(|arrived| *arrived > 0);
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        drop(waited.expect("nothing was stored").unwrap());
    }

    pub fn let_through(&self) {
        *self.held.lock().unwrap() = None;
        self.gate.close();
    }

    /// This entry is refused.
    pub fn refuse(&self, id: &str, kind: ErrorKind) {
        *self.refused.lock().unwrap() = Some((Entry::new("temporary", id), kind));
    }

    /// The key of this account is not stored, or it is again.
    pub fn refuse_key(&self, account_id: &str, kind: Option<ErrorKind>) {
        let entry = Entry::new("account-key", account_id);
        *self.refused.lock().unwrap() = kind.map(|kind| (entry, kind));
    }

    /// The key of an account.
    pub async fn key_of(&self, account_id: &str) -> Option<String> {
        let entry = Entry::new("account-key", account_id);
        let found = self.inner.get(&entry).await.unwrap();
        found.map(|key| key.expose_secret().to_owned())
    }

    /// Whether an entry with this in its name is there.
    pub fn holds_any(&self, text: &str) -> bool {
        let stored = self.stored.lock().unwrap();
        stored.iter().any(|entry| entry.to_string().contains(text))
    }

    /// What is stored is stored, but only after nobody waits for it any more.
    pub fn store_late(&self, late: bool) {
        self.late.store(late, Ordering::Relaxed);
    }

    /// No entry can be removed, or they can again.
    pub fn refuse_erasing(&self, refuse: bool) {
        self.sticky.store(refuse, Ordering::Relaxed);
    }

    /// Whether the key of an account is there.
    pub async fn holds_key(&self, account_id: &str) -> bool {
        let entry = Entry::new("account-key", account_id);
        self.inner.get(&entry).await.unwrap().is_some()
    }

    /// Every call fails like this.
    pub fn fail(&self, kind: Option<ErrorKind>) {
        *self.probe.lock().unwrap() = kind;
        *self.access.lock().unwrap() = kind;
    }

    /// The probe goes well, the rest fails like this.
    pub fn fail_behind_probe(&self, kind: Option<ErrorKind>) {
        *self.access.lock().unwrap() = kind;
    }

    /// Whether everything that was ever stored is gone.
    pub fn is_empty(&self) -> bool {
        self.stored.lock().unwrap().is_empty()
    }

    pub async fn holds(&self, id: &str) -> bool {
        self.inner
            .get(&Entry::new("temporary", id))
            .await
            .unwrap()
            .is_some()
    }

    fn access(&self) -> Result<(), vault::Error> {
        self.access
            .lock()
            .unwrap()
            .map_or(Ok(()), |kind| Err(kind.into()))
    }
}

#[async_trait]
impl Vault for TestVault {
    async fn get(&self, entry: &Entry) -> Result<Option<SecretString>, vault::Error> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.access()?;
        self.inner.get(entry).await
    }

    async fn set(&self, entry: &Entry, secret: SecretString) -> Result<(), vault::Error> {
        let held = self.held.lock().unwrap().clone();
        if held.is_some_and(|text| secret.expose_secret().contains(&text)) {
            self.arrived.send_modify(|arrived| *arrived += 1);
            drop(self.gate.acquire().await);
        }
        self.access()?;
        if let Some((refused, kind)) = self.refused.lock().unwrap().as_ref()
            && refused == entry
        {
            return Err((*kind).into());
        }
        self.stored.lock().unwrap().insert(entry.clone());
        self.inner.set(entry, secret).await?;
        if self.late.load(Ordering::Relaxed) {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(())
    }

    async fn delete(&self, entry: &Entry) -> Result<(), vault::Error> {
        self.access()?;
        if self.sticky.load(Ordering::Relaxed) {
            return Err(ErrorKind::Failed.into());
        }
        self.stored.lock().unwrap().remove(entry);
        self.inner.delete(entry).await
    }

    async fn probe(&self) -> Result<(), vault::Error> {
        self.probes.send_modify(|probes| *probes += 1);
        self.probe
            .lock()
            .unwrap()
            .map_or(Ok(()), |kind| Err(kind.into()))
    }

    async fn unlock(&self) -> Result<(), vault::Error> {
        self.probe().await
    }

    fn kind(&self) -> vault::Kind {
        vault::Kind::Keychain
    }
}

/// Ends the work at one checkpoint, as a crash there would.
#[derive(Debug, Default)]
pub struct CrashAt(Mutex<Option<Checkpoint>>);

impl Checkpoints for CrashAt {
    fn passed(&self, checkpoint: Checkpoint) {
        let mut crash = self.0.lock().unwrap();
        if *crash == Some(checkpoint) {
            // The watcher of a process that ended recovers nothing.
            *crash = Some(Checkpoint::IntentTaken);
            drop(crash);
            std::panic::resume_unwind(Box::new("the process ends here"));
        }
    }
}

pub struct CoreFixture {
    pub folder: tempfile::TempDir,
    pub clock: TestClock,
    pub vault: Arc<TestVault>,
    pub service: Service,
    pub app: App,
    crash: Arc<CrashAt>,
}

impl CoreFixture {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::in_folder(folder).await.unwrap()
    }

    pub async fn in_folder(folder: tempfile::TempDir) -> Result<Self, Error> {
        let clock = TestClock::new();
        let service = Service::start(clock.clone()).await;
        let (vault, crash) = (Arc::<TestVault>::default(), Arc::<CrashAt>::default());
        let config = config(folder.path(), &clock, &vault, &crash);
        let app = App::open(config).await?;
        Ok(Self {
            folder,
            clock,
            vault,
            service,
            app,
            crash,
        })
    }

    /// From now on no row of a temporary database can be changed, as on a full disk, or it can again.
    pub fn refuse_row_changes(&self, refuse: bool) {
        let statement = if refuse {
            "CREATE TRIGGER disk_full BEFORE UPDATE ON temporary BEGIN SELECT RAISE(ABORT, 'full'); END"
        } else {
            "DROP TRIGGER disk_full"
        };
        rusqlite::Connection::open(self.folder.path().join("plinth.db"))
            .unwrap()
            .execute_batch(statement)
            .unwrap();
    }

    /// The work ends at this checkpoint the next time it is passed.
    pub fn crash_at(&self, checkpoint: Checkpoint) {
        *self.crash.0.lock().unwrap() = Some(checkpoint);
    }

    /// The work ends nowhere any more.
    pub fn do_not_crash(&self) {
        *self.crash.0.lock().unwrap() = None;
    }

    /// Drops the core as it is, without closing it, and opens the folder again.
    pub async fn restart(&mut self) {
        self.crash = Arc::default();
        let config = config(self.folder.path(), &self.clock, &self.vault, &self.crash);
        // An app in memory takes the place of the one that is dropped.
        let spare = tempfile::tempdir().unwrap();
        let stand_in = App::open(Config::new(
            spare.path().to_owned(),
            Arc::new(Memory::new()),
        ))
        .await
        .unwrap();
        drop(std::mem::replace(&mut self.app, stand_in));
        let begun = std::time::Instant::now();
        self.app = loop {
            match App::open(config.clone()).await {
                Ok(app) => break app,
                // A poll of the former core may still hold it for a moment.
                Err(error) if begun.elapsed() > PATIENCE => panic!("{error}"),
                Err(_) => tokio::task::yield_now().await,
            }
        };
    }

    /// The service is a platform that runs on this machine.
    pub async fn start_platform(&self) -> AccountView {
        let platform = local(&self.service.url, &self.service.url, "napi_secret");
        accounts::set_local(&self.app, platform).await.unwrap()
    }

    pub fn options(&self) -> TemporaryOptions {
        TemporaryOptions {
            service: Some(self.service()),
            ..TemporaryOptions::default()
        }
    }

    pub fn service(&self) -> InstantServiceChoice {
        InstantServiceChoice::Custom {
            address: self.service.url.clone(),
        }
    }

    pub async fn create(&self) -> TemporaryView {
        temporary::create(&self.app, self.options()).await.unwrap()
    }

    /// Its pooled connection string.
    pub async fn reveal(&self, id: &str) -> String {
        let shown = connection_card::reveal(&self.app, &source_of(id), FormId::Pooled).await;
        shown.unwrap().text
    }

    pub async fn get(&self, id: &str) -> TemporaryView {
        temporary::get(&self.app, id).await.unwrap()
    }

    pub async fn list(&self) -> Vec<TemporaryView> {
        temporary::list(&self.app).await.unwrap().items
    }

    /// Waits until a row is like this.
    pub async fn until(&self, id: &str, is: impl Fn(&TemporaryView) -> bool) -> TemporaryView {
        let mut events = self.app.events();
        let wait = async {
            loop {
                let view = self.get(id).await;
                if is(&view) {
                    return view;
                }
                // Also checks again without an event, for what a row shows without being changed.
                drop(tokio::time::timeout(Duration::from_millis(50), events.recv()).await);
            }
        };
        match tokio::time::timeout(PATIENCE, wait).await {
            Ok(view) => view,
            Err(_) => panic!("the row never got there: {:?}", self.get(id).await),
        }
    }

    /// Waits until the vault holds nothing at all.
    pub async fn until_empty(&self) {
        let wait = async {
            while !self.vault.is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait)
            .await
            .expect("the vault still holds secrets");
    }

    /// Waits until the vault holds nothing of a row.
    pub async fn until_erased(&self, id: &str) {
        let wait = async {
            while self.vault.holds(id).await {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait)
            .await
            .expect("the vault still holds the secrets");
    }
}

/// A platform that runs on this machine.
pub fn local(base_url: &str, instant_url: &str, key: &str) -> LocalPlatform {
    LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: base_url.to_owned(),
        instant_url: instant_url.to_owned(),
        key: key.into(),
        admin_key: None,
        ca_file: None,
        postgres: "PostgreSQL 17.10".to_owned(),
        names: app::accounts::LocalNames::default(),
    }
}

pub fn config(
    folder: &Path,
    clock: &TestClock,
    vault: &Arc<TestVault>,
    crash: &Arc<CrashAt>,
) -> Config {
    let mut network = NetworkOptions::default();
    network.retry.attempts = 2;
    network.retry.limited_attempts = 2;
    network.retry.base = Duration::from_millis(1);
    network.deadline = Duration::from_secs(5);
    let vault: Arc<dyn Vault> = vault.clone();
    Config {
        clock: Arc::new(clock.clone()),
        network,
        checkpoints: crash.clone(),
        ..Config::new(folder.to_owned(), vault)
    }
}

/// The next event that is like this.
pub async fn event(events: &mut broadcast::Receiver<Event>, is: impl Fn(&Event) -> bool) -> Event {
    let wait = async {
        loop {
            let event = events.recv().await.unwrap();
            if is(&event) {
                return event;
            }
        }
    };
    tokio::time::timeout(PATIENCE, wait)
        .await
        .expect("the event was never told")
}

/// The code of the error that must have come.
/// What psql gets that is opened on a connection.
pub async fn psql_parameters(app: &App, source: &ConnectSource) -> Result<PsqlParameters, Error> {
    let (parameters, _) = connection_card::parameters(app, source).await?;
    connection_card::opened(app, source, Action::OpenPsql).await?;
    Ok(parameters)
}

/// The connection of a temporary database.
pub fn source_of(id: &str) -> ConnectSource {
    ConnectSource::Temporary { id: id.to_owned() }
}

pub fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorCode {
    result.unwrap_err().code()
}

pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else {
            files.push(path);
        }
    }
    files
}

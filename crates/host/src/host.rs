use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use app::FolderLock;
use app::view::EventView;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::abort_on_drop::AbortOnDrop;
use crate::data::Data;
use crate::events::Events;
use crate::marks::Remembered;
use crate::opening::{Core, Opening};
use crate::reply::Reply;
use crate::sandbox::Control;
use crate::shared::Shared;
use crate::told::Told;

/// The core has so long to close.
const CORE: Duration = Duration::from_secs(8);
/// The sandbox has so long: a few seconds for what is under way in it, then its servers write their checkpoints.
const SANDBOX: Duration = Duration::from_secs(15);

/// What a host is made of.
#[derive(Clone, Debug)]
pub struct Config {
    pub data: Data,
    /// The core over the same folder.
    pub core: app::Config,
    /// Folders of the PostgreSQL that comes with the program, for the sandbox.
    pub postgres: Vec<PathBuf>,
    /// Whether the sandbox starts with this program, where it has the data folder and the settings say so.
    pub starts_sandbox: bool,
}

impl Config {
    /// The product as people run it, with its secrets in the keychain and no sandbox that starts by itself.
    pub fn new(data: Data, postgres: Vec<PathBuf>) -> Self {
        let vault = Arc::new(vault::Keychain::new(&data.keychain));
        #[cfg_attr(not(debug_assertions), expect(unused_mut))]
        let mut core = app::Config::new(data.dir.clone(), vault);
        #[cfg(debug_assertions)]
        if let Some(point) = crate::kill_point::KillPoint::of_this_process() {
            core.checkpoints = Arc::new(point);
        }
        Self {
            data,
            core,
            postgres,
            starts_sandbox: false,
        }
    }

    /// A folder whose secrets nothing keeps, such as that of a key that is for one command.
    pub fn with_secrets_in_memory(data: Data) -> Self {
        let vault = Arc::new(vault::Memory::default());
        Self {
            core: app::Config::new(data.dir.clone(), vault),
            data,
            postgres: Vec::new(),
            starts_sandbox: false,
        }
    }
}

/// The opened core with the sandbox beside it. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Host(Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
    pub sandbox: Control,
    shared: Shared,
    config: app::Config,
    /// Passes the core's events on.
    pump: OnceLock<AbortOnDrop>,
}

impl Host {
    /// Opens nothing yet: what is asked waits for [`Host::open`]. What happens is published to `events`.
    pub fn new(config: Config, events: Events) -> Self {
        Self(Arc::new(Inner {
            sandbox: Control::default(),
            shared: Shared {
                core: Opening::default(),
                events,
                marks: Remembered::load(&config.data.dir),
                told: Told::default(),
                data: config.data,
                postgres: config.postgres,
            },
            config: config.core,
            pump: OnceLock::new(),
        }))
    }

    /// Opens the data folder, which the caller has locked. Its errors are those of `app::App::open_locked`.
    pub async fn open(&self, lock: &FolderLock) -> Reply<()> {
        let core = self.core.open(self.config.clone(), lock).await?;
        let pump = pump(core.events(), self.events.clone());
        let _ = self.pump.set(AbortOnDrop::spawn(pump));
        Ok(())
    }

    /// The core, as soon as it is open.
    pub async fn ready(&self) -> Reply<Core> {
        self.core.ready().await
    }

    /// What happens from now on.
    pub fn events(&self) -> Receiver<EventView> {
        self.events.listen()
    }

    /// Starts the sandbox, if it was started before and the settings say so.
    pub async fn start_sandbox_if_wanted(&self) {
        if let Some(core) = self.core.now() {
            self.sandbox.start_with_app(self, &core).await;
        }
    }

    /// Closes the core, then the sandbox, which answers until then: a create under way is answered, work that is cancelled
    /// says so, and nobody takes a platform that closes for one that fails.
    pub async fn close(&self) {
        self.sandbox.start_no_more();
        if let Some(core) = self.core.now()
            && tokio::time::timeout(CORE, core.close()).await.is_err()
        {
            tracing::warn!("the core did not close in time");
        }
        let stopped = tokio::time::timeout(SANDBOX, self.sandbox.shut_down()).await;
        if stopped.is_err() {
            tracing::warn!("the sandbox did not stop in time");
            self.sandbox.abandon();
        }
    }
}

impl Deref for Host {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Deref for Inner {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

/// It is no argument of a command to the window.
impl specta::function::FunctionArg for &Host {
    fn to_datatype(_: &mut specta::Types) -> Option<specta::datatype::DataType> {
        None
    }
}

async fn pump(mut from: Receiver<EventView>, to: Events) {
    loop {
        match from.recv().await {
            Ok(event) => to.publish(event),
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "events were missed; everything may have changed");
                to.publish(EventView::MuchChanged);
            }
            Err(RecvError::Closed) => return,
        }
    }
}

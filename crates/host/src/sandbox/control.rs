use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::App;
use app::accounts::LocalPlatform;
use app::jobs;
use app::view::{ContactReason, EventView, JobVerb, TemporaryView};
use sandbox::{ClockMode, Config, MailObserver, PostgresChoice, Running, Sandbox};
use tokio::sync::watch;

use super::phase::Phase;
use super::view::{FaultKind, FaultTarget, SandboxView};
use super::{failure, fault, history, options, show};
use crate::abort_on_drop::AbortOnDrop;
use crate::reply::Reply;
use crate::shared::Shared;

/// The first start makes a certificate authority and may copy PostgreSQL to where its user can run it.
const START: Duration = Duration::from_secs(60);
/// Longer than the sandbox gives its own servers.
const STOP: Duration = Duration::from_secs(20);
const TURN: Duration = Duration::from_secs(2);
const RESET: Duration = Duration::from_secs(60);
const NAME: &str = "Sandbox";

/// Starts and stops the sandbox, one change at a time.
#[derive(Debug)]
pub struct Control {
    phase: Mutex<Phase>,
    turn: tokio::sync::Mutex<()>,
    /// Set once, when the app closes: a start under way is given up, and no other begins.
    leaving: watch::Sender<bool>,
    /// Passes changes of the running sandbox on to the window.
    follower: Mutex<Option<AbortOnDrop>>,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            phase: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            leaving: watch::Sender::new(false),
            follower: Mutex::default(),
        }
    }
}

impl Control {
    pub async fn view(&self, shared: &Shared) -> SandboxView {
        let phase = self.phase();
        let databases = match phase.running() {
            Some(_) => temporary_databases(shared).await,
            None => Vec::new(),
        };
        let settings = shared.core.now().map(|core| app::settings::get(&core));
        let data_dir = shared.data.sandbox();
        show::sandbox(&phase, &databases, settings.as_ref(), &data_dir)
    }

    /// Starts it because the person asked for it; it then starts with the app too.
    pub async fn start_by_hand(&self, shared: &Shared) -> Reply<()> {
        let core = shared.core.ready().await?;
        self.start(shared, &core).await?;
        shared.marks.change(|marks| marks.sandbox = true);
        Ok(())
    }

    /// Starts it with the app, if it was started before and the settings say so.
    pub async fn start_with_app(&self, shared: &Shared, core: &App) {
        let wanted = shared.marks.now().sandbox && app::settings::get(core).start_sandbox;
        if wanted && let Err(error) = self.start(shared, core).await {
            tracing::warn!(
                message = error.message,
                "the sandbox did not start with the app"
            );
        }
    }

    pub async fn stop_by_hand(&self, shared: &Shared) -> Reply<()> {
        let core = shared.core.ready().await?;
        shared.marks.change(|marks| marks.sandbox = false);
        let _turn = self.turn.lock().await;
        let Some(running) = self.phase().running().cloned() else {
            self.set(shared, Phase::Stopped);
            return Ok(());
        };
        let _job = jobs::begin(&core, JobVerb::StopSandbox, NAME, None, false);
        self.set(shared, Phase::Stopping(Arc::clone(&running)));
        app::accounts::clear_local(&core);
        stop(&running).await;
        self.follow(None);
        self.set(shared, Phase::Stopped);
        Ok(())
    }

    /// Removes every database of it. Started first when it does not run.
    pub async fn reset(&self, shared: &Shared) -> Reply<()> {
        self.start_by_hand(shared).await?;
        let _turn = self.turn.lock().await;
        let running = self.running()?;
        let done = tokio::time::timeout(RESET, running.reset()).await;
        let done = done.map_err(|_| failure::reset_late())?;
        done.map_err(|error| failure::refused("Couldn't empty the sandbox", &error))?;
        shared.events.publish(EventView::SandboxChanged);
        self.refresh_databases(shared);
        history::reset(shared).await;
        Ok(())
    }

    /// Moves its clock forward. What is due by then has happened when this returns.
    pub async fn advance(&self, shared: &Shared, seconds: u32) -> Reply<()> {
        let (running, by) = (self.running()?, Duration::from_secs(seconds.into()));
        let expired = running.lost_after(by).len();
        let moved = running.advance(by).await;
        moved.map_err(|error| failure::refused("Couldn't move the clock", &error))?;
        shared.events.publish(EventView::SandboxChanged);
        self.refresh_databases(shared);
        history::moved(shared, seconds, expired).await;
        Ok(())
    }

    pub fn inject_fault(
        &self,
        shared: &Shared,
        kind: FaultKind,
        target: FaultTarget,
        times: u32,
    ) -> Reply<()> {
        let fault = fault::of_kind(kind, target, times);
        let injected = self.running()?.inject_fault(fault);
        injected.map_err(failure::objection)?;
        shared.events.publish(EventView::SandboxChanged);
        Ok(())
    }

    pub fn clear_faults(&self, shared: &Shared) -> Reply<()> {
        self.running()?.clear_faults();
        shared.events.publish(EventView::SandboxChanged);
        Ok(())
    }

    pub async fn wake(&self, endpoint_id: &str) -> Reply<()> {
        let woken = self.running()?.wake(endpoint_id).await;
        woken.map_err(|error| failure::server("start", endpoint_id, &error))
    }

    pub async fn suspend(&self, endpoint_id: &str) -> Reply<()> {
        let suspended = self.running()?.suspend(endpoint_id).await;
        suspended.map_err(|error| failure::server("stop", endpoint_id, &error))
    }

    /// Databases it holds, and connections that are open to them.
    pub fn occupancy(&self) -> (u32, u32) {
        self.phase()
            .running()
            .map_or((0, 0), |running| show::occupancy(&running.servers()))
    }

    /// The app closes: gives up a start under way and begins no other.
    pub fn start_no_more(&self) {
        self.leaving.send_replace(true);
    }

    /// Stops everything because the app closes. A change under way that does not end soon is overtaken.
    pub async fn shut_down(&self) {
        self.start_no_more();
        let turn = tokio::time::timeout(TURN, self.turn.lock()).await;
        if turn.is_err() {
            tracing::warn!("the sandbox is stopped in the middle of a change");
        }
        self.follow(None);
        if let Phase::Running(running) | Phase::Stopping(running) = self.phase() {
            stop(&running).await;
        }
        self.put(Phase::Stopped);
    }

    /// Tells the servers to stop and waits for nothing, because [`Control::shut_down`] took too long.
    pub fn abandon(&self) {
        if let Phase::Running(running) | Phase::Stopping(running) = self.phase() {
            running.signal_stop();
        }
        self.put(Phase::Stopped);
    }

    async fn start(&self, shared: &Shared, core: &App) -> Reply<()> {
        let _turn = self.turn.lock().await;
        if self.phase().running().is_some() {
            return Ok(());
        }
        if *self.leaving.borrow() {
            return Err(failure::start_given_up());
        }
        let _job = jobs::begin(core, JobVerb::StartSandbox, NAME, None, false);
        self.set(shared, Phase::Starting);
        match self.start_it(shared, core).await {
            Ok(running) => {
                self.follow(Some(follow(shared, &running)));
                self.set(shared, Phase::Running(running));
                Ok(())
            }
            Err(error) => {
                self.set(shared, Phase::Failed(error.clone()));
                Err(error)
            }
        }
    }

    async fn start_it(&self, shared: &Shared, core: &App) -> Reply<Arc<Running>> {
        let config = config(shared, core);
        let mut leaving = self.leaving.subscribe();
        let started = tokio::select! {
            started = tokio::time::timeout(START, Sandbox::start(config)) => started,
            _ = leaving.wait_for(|leaving| *leaving) => return Err(failure::start_given_up()),
        };
        let running = started
            .map_err(|_| failure::start_late())?
            .map_err(|error| failure::start(&error))?;
        let running = Arc::new(running);
        if let Err(error) = app::accounts::set_local(core, platform(&running)).await {
            stop(&running).await;
            return Err(error.into());
        }
        tracing::info!(address = running.instant_url, "the sandbox runs");
        Ok(running)
    }

    /// Has the temporary databases read again, without making anybody wait for it.
    fn refresh_databases(&self, shared: &Shared) {
        if let Some(core) = shared.core.now() {
            tokio::spawn(async move {
                if let Err(error) = app::temporary::refresh_all(&core).await {
                    tracing::warn!(%error, "the temporary databases could not be reloaded");
                }
            });
        }
    }

    pub fn running(&self) -> Reply<Arc<Running>> {
        self.phase().running().cloned().ok_or_else(failure::stopped)
    }

    fn phase(&self) -> Phase {
        self.phase
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn put(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn set(&self, shared: &Shared, phase: Phase) {
        self.put(phase);
        shared.events.publish(EventView::SandboxChanged);
    }

    fn follow(&self, follower: Option<AbortOnDrop>) {
        *self.follower.lock().unwrap_or_else(PoisonError::into_inner) = follower;
    }
}

/// The temporary databases that are known here, whose names the sandbox's things go by.
pub async fn temporary_databases(shared: &Shared) -> Vec<TemporaryView> {
    let Some(core) = shared.core.now() else {
        return Vec::new();
    };
    let list = app::temporary::list(&core).await;
    list.map(|list| list.items).unwrap_or_default()
}

fn follow(shared: &Shared, running: &Running) -> AbortOnDrop {
    let (events, mut changes) = (shared.events.clone(), running.changes());
    AbortOnDrop::spawn(async move {
        while changes.changed().await.is_ok() {
            events.publish(EventView::SandboxChanged);
        }
    })
}

async fn stop(running: &Running) {
    if tokio::time::timeout(STOP, running.stop()).await.is_err() {
        tracing::warn!("the sandbox did not stop in time");
    }
}

fn config(shared: &Shared, core: &App) -> Config {
    let settings = app::settings::get(core);
    Config {
        postgres: PostgresChoice::Auto {
            bundled: shared.postgres.clone(),
        },
        clock: ClockMode::Manual,
        mail_observer: Some(mail_observer(core)),
        ..options::chosen(&settings, shared.data.sandbox())
    }
}

/// Counts the mail servers that the sandbox connects to, among the hosts that Plinth contacts.
fn mail_observer(core: &App) -> MailObserver {
    let contacts = app::network::recorder(core, ContactReason::SandboxMail);
    MailObserver::new(contacts)
}

fn platform(running: &Running) -> LocalPlatform {
    let version = running
        .postgres
        .as_ref()
        .map(|postgres| postgres.version.as_str());
    LocalPlatform {
        name: NAME.to_owned(),
        base_url: running.base_url.clone(),
        instant_url: running.instant_url.clone(),
        key: running.key.clone().into(),
        admin_key: Some(running.admin_key.clone().into()),
        ca_file: Some(running.ca_file.clone()),
        names: options::names(running.config()),
        postgres: format!("PostgreSQL {}", version.unwrap_or_default())
            .trim_end()
            .to_owned(),
    }
}

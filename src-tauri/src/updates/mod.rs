//! Newer versions of Plinth: asked for at the start and once a day where the person wants it, installed on a click.

mod install;
mod release;
mod source;
mod view;

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use app::updates::Contacted;
use app::view::{ContactReason, ErrorCode, ErrorView, EventView, SettingsView};
use chrono::{DateTime, TimeDelta, Utc};
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _};
use tokio::sync::Notify;

use self::install::Place;
use self::release::Release;
use self::source::{Source, Updating};
pub use self::view::{DownloadView, UpdatesView};
use crate::core_event;

const DAY: TimeDelta = TimeDelta::days(1);
/// How often it is looked whether that has passed.
const LOOK: Duration = Duration::from_secs(60 * 60);
/// How often the window is told how far a download is.
const TOLD: Duration = Duration::from_millis(200);

/// What is known of newer versions.
#[derive(Default)]
pub struct Updates {
    /// Found out once: it is the same for as long as this program runs.
    updating: OnceLock<Updating>,
    known: Mutex<Known>,
    /// One check or installation at a time.
    work: tokio::sync::Mutex<()>,
    cancelled: Notify,
    settings_changed: Notify,
}

#[derive(Default)]
struct Known {
    checked_at: Option<DateTime<Utc>>,
    release: Option<Release>,
    download: Option<DownloadView>,
    installed: Option<String>,
}

impl Updates {
    fn updating(&self, app: &AppHandle) -> &Updating {
        self.updating.get_or_init(|| Updating::of_this_build(app))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The settings may say something else about updates now.
    pub fn follow_settings(&self) {
        self.settings_changed.notify_one();
    }

    /// Ends a download that runs.
    pub fn cancel(&self) {
        self.cancelled.notify_waiters();
    }
}

pub fn view(app: &AppHandle) -> UpdatesView {
    let updates = app.state::<Updates>();
    let updating = updates.updating(app);
    let source = updating.own_source();
    let known = updates.known();
    UpdatesView {
        version: app.package_info().version.to_string(),
        by: updating.by,
        host: source.and_then(|it| app::updates::host_of(&it.address)),
        checked_at: known.checked_at,
        release: known.release.as_ref().map(|it| it.view.clone()),
        download: known.download,
        installed: known.installed.clone(),
    }
}

async fn prepare() -> Reply<Place> {
    let prepared = tokio::task::spawn_blocking(Place::prepare).await;
    prepared.unwrap_or_else(|_| Err(interrupted()))
}

fn interrupted() -> ErrorView {
    let message = "Couldn't install the update";
    ErrorView::new(
        ErrorCode::Internal,
        message,
        "Restart Plinth, then try again.",
    )
}

/// Asks whether there is a newer version.
pub async fn check(app: &AppHandle) -> Reply<UpdatesView> {
    let source = own_source(app)?;
    let updates = app.state::<Updates>();
    let _one = updates.work.lock().await;
    let announced = app::updates::announcement(&source.address, contacted(app)).await?;
    let found = match announced {
        Some(announced) => release::read(app, &source, announced)?,
        None => None,
    };
    if let Some(found) = &found {
        tracing::info!(version = found.view.version, "a newer version is there");
    }
    change(app, |known| {
        known.checked_at = Some(Utc::now());
        // One that is installed runs from the next start.
        known.release = found.filter(|it| known.installed.as_ref() != Some(&it.view.version));
    });
    Ok(view(app))
}

/// Downloads the version that was found, checks its signature and puts it in the place of this one.
pub async fn install(app: &AppHandle) -> Reply<UpdatesView> {
    let source = own_source(app)?;
    let updates = app.state::<Updates>();
    let _one = updates.work.lock().await;
    let release = updates.known().release.clone().ok_or_else(|| {
        let message = "There is no update to install";
        ErrorView::new(ErrorCode::NotFound, message, "Check for updates first.")
    })?;
    let place = prepare().await?;
    let version = release.view.version.clone();
    let done = async {
        let package = download(app, &source, &release).await?;
        change(app, |known| {
            if let Some(download) = &mut known.download {
                download.installing = true;
            }
        });
        put(app, source, release, place, package).await
    };
    let done = done.await;
    if done.is_ok() {
        tracing::info!(version, "a newer version was installed");
    }
    change(app, |known| {
        known.download = None;
        if done.is_ok() {
            known.release = None;
            known.installed = Some(version);
        }
    });
    done.map(|()| view(app))
}

async fn put(
    app: &AppHandle,
    source: Source,
    release: Release,
    place: Place,
    package: Vec<u8>,
) -> Reply<()> {
    #[cfg(windows)]
    {
        // The installer ends this process, and is started for what is signed alone.
        place.check(&release, &package)?;
        app.state::<Connection>().close().await;
    }
    let app = app.clone();
    let installing =
        tokio::task::spawn_blocking(move || place.install(&app, &source, &release, &package));
    installing.await.unwrap_or_else(|_| Err(interrupted()))
}

async fn download(app: &AppHandle, source: &Source, release: &Release) -> Reply<Vec<u8>> {
    let updates = app.state::<Updates>();
    let cancelled = updates.cancelled.notified();
    let (mut told, mut is_length_told) = (Instant::now(), false);
    let mut tell = |bytes: usize, total: Option<NonZeroU64>, at_once: bool| {
        if at_once || told.elapsed() >= TOLD {
            told = Instant::now();
            change(app, |known| known.download = Some(progress(bytes, total)));
        }
    };
    tell(0, None, true);
    let package = release.update.download_url.as_str();
    let contacted = contacted(app);
    let download = app::updates::package(&source.address, package, contacted, |bytes, total| {
        let is_news = total.is_some() && !is_length_told;
        is_length_told |= is_news;
        tell(bytes, total, is_news);
    });
    tokio::select! {
        read = download => Ok(read?),
        () = cancelled => Err(ErrorView::new(
            ErrorCode::Cancelled,
            "The download was canceled",
            "Start it again whenever you like.",
        )),
    }
}

#[expect(clippy::cast_precision_loss, reason = "no package has 2^53 bytes")]
fn progress(bytes: usize, total: Option<NonZeroU64>) -> DownloadView {
    DownloadView {
        bytes: bytes as f64,
        total: total.map(|it| it.get() as f64),
        installing: false,
    }
}

/// Checks where the person wants it: at the start, once a day, and as soon as they switch it on.
pub async fn follow(app: AppHandle) {
    if own_source(&app).is_err() {
        return;
    }
    let updates = app.state::<Updates>();
    let mut last: Option<DateTime<Utc>> = None;
    loop {
        let now = Utc::now();
        if !wants_checks(&app).await {
            last = None;
        } else if last.is_none_or(|at| now - at >= DAY || now < at) {
            last = Some(now);
            if let Err(error) = check(&app).await {
                tracing::warn!(message = error.message, "updates could not be looked for");
            }
        }
        // By the time of day, which also passes while the machine is asleep.
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = updates.settings_changed.notified() => {}
        }
    }
}

async fn wants_checks(app: &AppHandle) -> bool {
    let core = app.state::<Connection>();
    let settings = core.call::<SettingsView>("settings_get", json!({})).await;
    settings.is_ok_and(|it| it.check_for_updates)
}

fn own_source(app: &AppHandle) -> Reply<Source> {
    let updates = app.state::<Updates>();
    updates.updating(app).own_source().cloned().ok_or_else(|| {
        let message = "Plinth can't update itself in this installation";
        ErrorView::new(
            ErrorCode::Invalid,
            message,
            "Update it the way you installed it.",
        )
    })
}

fn change(app: &AppHandle, change: impl FnOnce(&mut Known)) {
    change(&mut app.state::<Updates>().known());
    core_event::publish(app, EventView::UpdatesChanged);
}

/// Has the core list the hosts that are contacted.
fn contacted(app: &AppHandle) -> Contacted {
    let app = app.clone();
    Arc::new(move |reason: ContactReason, host, port, unanswered| {
        let args =
            json!({ "reason": reason, "host": host, "port": port, "unanswered": unanswered });
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            let core = app.state::<Connection>();
            if let Err(error) = core.call::<()>("network_contacted", args).await {
                tracing::warn!(message = error.message, "a contacted host was not counted");
            }
        });
    })
}

//! Settings: one JSON file in the data folder, written atomically.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use crate::activity::{self, Note};
use crate::fact::Fact;
use crate::guard::lock;
use crate::view::{ErrorCode, PlaceChoice, SettingsView};
use crate::{App, Error, options};

const FILE: &str = "settings.json";

const NOTIFICATIONS: &str = "notifications";
const OPERATION_NOTIFICATIONS: &str = "operationNotifications";

/// The longest time after which a sandbox server sleeps: a day.
const LONGEST_IDLE: u32 = 24 * 60;
const MOST_UNCLAIMED: u32 = 10_000;
const MOST_GIGABYTES: u32 = 100_000;

/// The settings as they are in the file.
#[derive(Debug)]
pub(crate) struct Saved {
    path: PathBuf,
    settings: Mutex<SettingsView>,
    /// One write at a time, so that the file and the memory agree.
    turn: tokio::sync::Mutex<()>,
}

impl Saved {
    /// Reads the file. One that cannot be read as settings is renamed with its time, the defaults are used, and the
    /// second value says so.
    pub(crate) fn load(folder: &Path, now: DateTime<Utc>) -> Result<(Self, Option<Error>), Error> {
        let path = folder.join(FILE);
        let (settings, complaint) = match fs::read(&path) {
            Ok(bytes) => match read(&bytes) {
                Ok(settings) => (settings, None),
                Err(_) => (SettingsView::default(), Some(put_aside(&path, now))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (SettingsView::default(), None)
            }
            Err(error) => return Err(failed(&path, "read", &error)),
        };
        Ok((
            Self {
                path,
                settings: Mutex::new(settings),
                turn: tokio::sync::Mutex::default(),
            },
            complaint,
        ))
    }

    pub(crate) fn now(&self) -> SettingsView {
        lock(&self.settings).clone()
    }
}

/// The saved settings.
pub async fn get(app: &App) -> Result<SettingsView, Error> {
    Ok(app.settings.now())
}

/// Checks and saves the settings, whole or not at all.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a value that cannot be used, [`ErrorCode::File`] when they cannot be written; the former
/// settings then stay.
pub async fn set(app: &App, settings: SettingsView) -> Result<SettingsView, Error> {
    check(&settings)?;
    let before = app.settings.now();
    let saved = change(app, |now| *now = settings).await?;
    if saved != before {
        activity::record(app, Note::new(app, "Change settings", "Settings", "")).await;
    }
    Ok(saved)
}

/// Changes settings and saves them.
pub(crate) async fn change(
    app: &App,
    change: impl FnOnce(&mut SettingsView),
) -> Result<SettingsView, Error> {
    let _turn = app.settings.turn.lock().await;
    let before = app.settings.now();
    let mut settings = before.clone();
    change(&mut settings);
    if settings == before {
        return Ok(settings);
    }
    let (path, wanted) = (app.settings.path.clone(), settings.clone());
    let written = tokio::task::spawn_blocking(move || write(&path, &wanted)).await;
    written.unwrap_or_else(|_| Err(Error::internal("The settings could not be written")))?;
    *lock(&app.settings.settings) = settings.clone();
    app.facts.tell(Fact::SettingsChanged);
    Ok(settings)
}

/// Tells in the log that the file could not be read.
pub(crate) async fn report_complaint(app: &App, complaint: Error) {
    tracing::warn!(%complaint, "defaults are used");
    activity::record(
        app,
        Note::new(app, "Read settings", "Settings", "").failed(&complaint),
    )
    .await;
}

/// Settings from a file. What it does not say is as by default, and what this version does not know is left out, so that
/// files of other versions can be read.
fn read(bytes: &[u8]) -> serde_json::Result<SettingsView> {
    let mut said = serde_json::from_slice::<Map<String, Value>>(bytes)?;
    if let Some(both) = said.get(NOTIFICATIONS).cloned() {
        // In files of earlier versions one switch was for both.
        said.entry(OPERATION_NOTIFICATIONS).or_insert(both);
    }
    let mut settings = serde_json::to_value(SettingsView::default())?;
    lay_over(&mut settings, Value::Object(said));
    serde_json::from_value(settings)
}

fn lay_over(below: &mut Value, above: Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                lay_over(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above,
    }
}

fn check(settings: &SettingsView) -> Result<(), Error> {
    if !(1..=LONGEST_IDLE).contains(&settings.sandbox_idle_minutes) {
        return Err(Error::invalid(
            "A sandbox server can sleep after 1 to 1,440 minutes",
        ));
    }
    if !(1..=MOST_UNCLAIMED).contains(&settings.sandbox_max_unclaimed) {
        return Err(Error::invalid(
            "The sandbox can keep 1 to 10,000 databases that nobody has claimed",
        ));
    }
    let disk = settings.sandbox_max_disk_gb;
    if disk.is_some_and(|gigabytes| !(1..=MOST_GIGABYTES).contains(&gigabytes)) {
        return Err(Error::invalid(
            "The sandbox can take 1 to 100,000 gigabytes of the disk",
        ));
    }
    options::check_words(&settings.temporary)?;
    if let Some(PlaceChoice::Custom { address }) = &settings.temporary.place {
        options::address(address)?;
    }
    Ok(())
}

fn write(path: &Path, settings: &SettingsView) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(settings);
    let text = text.map_err(|_| Error::internal("The settings could not be written down"))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = (|| {
        let mut file = tempfile::Builder::new()
            .prefix(".settings-")
            .tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        // The rename is done; that it also survives a power cut is tried.
        drop(File::open(folder).and_then(|folder| folder.sync_all()));
        Ok(())
    })();
    written.map_err(|error| failed(path, "written", &error))
}

fn put_aside(path: &Path, now: DateTime<Utc>) -> Error {
    let kept = PathBuf::from(format!(
        "{}.unreadable-{}",
        path.display(),
        now.format("%Y%m%dT%H%M%SZ")
    ));
    match fs::rename(path, &kept) {
        Ok(()) => Error::new(
            ErrorCode::File,
            format!(
                "The settings could not be read; they were kept as {} and defaults are used",
                kept.display()
            ),
        ),
        Err(error) => failed(path, "read or put aside", &error),
    }
}

fn failed(path: &Path, action: &str, error: &io::Error) -> Error {
    Error::new(
        ErrorCode::File,
        format!("{} could not be {action}: {}", path.display(), error.kind()),
    )
    .hint("Check the permissions of the data folder and the space on the disk.")
}

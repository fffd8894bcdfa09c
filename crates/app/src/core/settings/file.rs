//! The settings' file: read at the start, written whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use crate::Error;
use crate::base::disk::{read_file, why};
use crate::base::guard::lock;
use crate::view::{ErrorCode, SettingsView};

const FILE: &str = "settings.json";
const NOTIFICATIONS: &str = "notifications";
const OPERATION_NOTIFICATIONS: &str = "operationNotifications";

/// The settings as they are in the file.
#[derive(Debug)]
pub(crate) struct Saved {
    pub(super) path: PathBuf,
    pub(super) settings: Mutex<SettingsView>,
    /// One write at a time, so that the file and the memory agree.
    pub(super) write_lock: tokio::sync::Mutex<()>,
}

impl Saved {
    /// Reads the file. One that cannot be read as settings is renamed with its time, the defaults are used, and the
    /// second value says so.
    pub(crate) fn load(folder: &Path, now: DateTime<Utc>) -> Result<(Self, Option<Error>), Error> {
        let path = folder.join(FILE);
        let (settings, complaint) = match read_file(&path) {
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
                write_lock: tokio::sync::Mutex::default(),
            },
            complaint,
        ))
    }

    pub(crate) fn now(&self) -> SettingsView {
        lock(&self.settings).clone()
    }
}

/// Settings from a file. What it does not say is as by default, and what this version does not know is left out, so that
/// files of other versions can be read.
pub(super) fn read(bytes: &[u8]) -> serde_json::Result<SettingsView> {
    let mut said = serde_json::from_slice::<Map<String, Value>>(bytes)?;
    if let Some(both) = said.get(NOTIFICATIONS).cloned() {
        // In files of earlier versions one switch was for both.
        said.entry(OPERATION_NOTIFICATIONS).or_insert(both);
    }
    let mut settings = serde_json::to_value(SettingsView::default())?;
    merge(&mut settings, Value::Object(said));
    serde_json::from_value(settings)
}

fn merge(below: &mut Value, above: Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                merge(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above,
    }
}

pub(super) fn write(path: &Path, settings: &SettingsView) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(settings);
    let text = text.map_err(|_| Error::internal("Couldn't save the settings"))?;
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
    written.map_err(|error| failed(path, "write", &error))
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
                "Couldn't read the settings. They are kept as {}, and defaults are used",
                kept.display()
            ),
        )
        .hint("Change them again in Settings, or repair that file and put it back."),
        Err(error) => failed(path, "read or move", &error),
    }
}

fn failed(path: &Path, action: &str, error: &io::Error) -> Error {
    Error::new(
        ErrorCode::File,
        format!("Couldn't {action} {}: {}", path.display(), why(error)),
    )
    .hint("Check the data folder's permissions and the free disk space.")
}

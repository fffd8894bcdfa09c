//! What lies in the quarantine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Serialize;

use super::about::About;
use super::error::QuarantineError;
use super::size_cache::{SizeCache, within};
use crate::folder::Folder;
use crate::postgres::{cluster, control_file};
use crate::shared::Shared;

pub const TIME_FORMAT: &str = "%Y%m%dT%H%M%SZ";
/// What a damaged store is called, before the moment in which it was renamed.
pub const DAMAGED_PREFIX: &str = "world.db.damaged-";
/// What SQLite keeps beside a database.
pub const SQLITE_FILES: [&str; 3] = ["", "-wal", "-shm"];

/// What one of these is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuarantinedKind {
    /// A branch's data, which can be put back.
    Branch,
    /// A store that could not be read.
    #[serde(rename = "catalogue")]
    Store,
}

/// Something that was quarantined, and what it seems to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Quarantined {
    /// Its name in the quarantine.
    pub id: String,
    pub kind: QuarantinedKind,
    pub path: PathBuf,
    pub size_bytes: u64,
    /// By this machine's clock, as all times here.
    #[serde(rename = "put_aside_at")]
    pub quarantined_at: DateTime<Utc>,
    /// When its server wrote to it last.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The major version that its files say.
    pub postgres: Option<String>,
    /// Whether a whole cluster is there, which alone can be put back.
    pub is_whole: bool,
    pub project_id: Option<String>,
    pub project: Option<String>,
    pub branch_id: Option<String>,
    pub branch: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Item {
    pub id: String,
    pub kind: QuarantinedKind,
    pub path: PathBuf,
    pub quarantined_at: DateTime<Utc>,
}

pub fn find(shared: &Shared, id: &str) -> Result<Item, QuarantineError> {
    let mut all = items(&shared.folder).into_iter();
    all.find(|it| it.id == id).ok_or(QuarantineError::Unknown)
}

pub fn items(folder: &Folder) -> Vec<Item> {
    let (quarantine, data_dir) = (folder.quarantine(), &folder.data_dir);
    let branches = within(&quarantine)
        .filter(|(_, path)| path.is_dir())
        .map(|(id, path)| Item {
            quarantined_at: moment(id.rsplit('.').next()).unwrap_or_else(|| changed(&path)),
            kind: QuarantinedKind::Branch,
            id,
            path,
        });
    let stores = within(data_dir)
        .filter(|(name, path)| {
            let is_part = SQLITE_FILES[1..].iter().any(|part| name.ends_with(part));
            name.starts_with(DAMAGED_PREFIX) && !is_part && path.is_file()
        })
        .map(|(id, path)| Item {
            quarantined_at: moment(id.strip_prefix(DAMAGED_PREFIX))
                .unwrap_or_else(|| changed(&path)),
            kind: QuarantinedKind::Store,
            id,
            path,
        });
    stores.chain(branches).collect()
}

/// As `quarantine_folder` writes it, with or without a number behind it.
fn moment(text: Option<&str>) -> Option<DateTime<Utc>> {
    let text = text?.split('-').next()?;
    let naive = NaiveDateTime::parse_from_str(text, TIME_FORMAT).ok()?;
    Some(naive.and_utc())
}

fn changed(path: &Path) -> DateTime<Utc> {
    let meta = fs::metadata(path).and_then(|meta| meta.modified());
    meta.unwrap_or(SystemTime::UNIX_EPOCH).into()
}

impl Item {
    pub fn inspect(self, sizes: &SizeCache) -> Quarantined {
        let about = About::read(&self.path);
        let size_bytes = sizes.size(&self.id, &self.path);
        let control = self.path.join(control_file::PATH);
        let is_whole = cluster::exists(&self.path) && control.is_file();
        Quarantined {
            size_bytes,
            last_used_at: control.is_file().then(|| changed(&control)),
            postgres: cluster::major(&self.path),
            is_whole,
            project_id: about.as_ref().map(|it| it.project_id.clone()),
            project: about.as_ref().map(|it| it.project.clone()),
            branch_id: about.as_ref().map(|it| it.branch_id.clone()),
            branch: about.map(|it| it.branch),
            id: self.id,
            kind: self.kind,
            path: self.path,
            quarantined_at: self.quarantined_at,
        }
    }
}

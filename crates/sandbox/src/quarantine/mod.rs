//! Data that nobody knows: what a start finds on the disk and the catalogue has no word of, as when
//! the catalogue was lost. It is kept until somebody puts it back or deletes it.

pub mod about;
mod adopt;
mod error;
mod roles;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Serialize;

use self::about::About;
pub use self::adopt::put_back;
pub use self::error::QuarantineError;
use crate::disk;
use crate::folder::Folder;
use crate::postgres::{cluster, control_file, tree};
use crate::shared::Shared;

const MOMENT: &str = "%Y%m%dT%H%M%SZ";
/// What a damaged catalogue is called, before the moment in which it was kept aside.
const DAMAGED: &str = "world.db.damaged-";
/// What SQLite keeps beside a database.
const PARTS: [&str; 3] = ["", "-wal", "-shm"];

/// One step at a time, and sizes that were measured once: nothing changes in here by itself.
#[derive(Debug, Default)]
pub struct Turn {
    turn: tokio::sync::Mutex<()>,
    sizes: Mutex<HashMap<String, u64>>,
}

/// What one of these is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuarantinedKind {
    /// A branch's data, which can be put back.
    Branch,
    /// A catalogue that could not be read.
    Catalogue,
}

/// Something that was put aside, and what it seems to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Quarantined {
    /// Its name in the quarantine.
    pub id: String,
    pub kind: QuarantinedKind,
    pub path: PathBuf,
    pub size_bytes: u64,
    /// By this machine's clock, as all times here.
    pub put_aside_at: DateTime<Utc>,
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

/// Moves a folder into the quarantine. One without anything in it is removed.
pub fn put_aside(folder: &Path, quarantine: &Path, now: DateTime<Utc>) -> io::Result<()> {
    if !folder.is_dir() || fs::remove_dir(folder).is_ok() {
        return Ok(());
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let to = free(quarantine, &format!("{name}.{}", now.format(MOMENT)));
    tracing::warn!(folder = %folder.display(), to = %to.display(), "data that nobody knows is put aside");
    disk::rename(folder, &to)
}

/// Gives a damaged catalogue another name, with what SQLite has beside it.
pub fn keep_catalogue_aside(folder: &Folder, now: DateTime<Utc>) -> io::Result<()> {
    let catalogue = folder.catalogue();
    let name = format!("{DAMAGED}{}", now.format(MOMENT));
    let aside = free(&folder.data_dir, &name);
    for part in PARTS {
        let from = with(&catalogue, part);
        if from.exists() {
            disk::rename(&from, &with(&aside, part))?;
        }
    }
    Ok(())
}

fn with(path: &Path, part: &str) -> PathBuf {
    let mut whole = path.as_os_str().to_owned();
    whole.push(part);
    PathBuf::from(whole)
}

/// A name in the folder that nothing has yet.
fn free(folder: &Path, name: &str) -> PathBuf {
    let numbered = (2..).map(|number| folder.join(format!("{name}-{number}")));
    let mut names = std::iter::once(folder.join(name)).chain(numbered);
    names
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(name))
}

/// Everything that was put aside, the latest first.
pub async fn list(shared: &Arc<Shared>) -> Vec<Quarantined> {
    let this = Arc::clone(shared);
    let listed = tokio::task::spawn_blocking(move || {
        let mut all: Vec<Quarantined> = entries(&this.folder)
            .into_iter()
            .map(|entry| entry.told(&this.quarantine))
            .collect();
        all.sort_by(|left, right| {
            (right.put_aside_at, &left.id).cmp(&(left.put_aside_at, &right.id))
        });
        all
    });
    listed.await.unwrap_or_default()
}

/// How many there are, without a look into them.
pub fn count(shared: &Shared) -> usize {
    entries(&shared.folder).len()
}

/// Deletes one for good.
pub async fn discard(shared: &Arc<Shared>, id: &str) -> Result<(), QuarantineError> {
    let _turn = shared.quarantine.turn.lock().await;
    let entry = find(shared, id)?;
    let removed = tokio::task::spawn_blocking(move || match entry.kind {
        QuarantinedKind::Branch => tree::remove(&entry.path),
        QuarantinedKind::Catalogue => PARTS.iter().try_for_each(|part| {
            let path = with(&entry.path, part);
            match path.exists() {
                true => disk::remove_file(&path),
                false => Ok(()),
            }
        }),
    });
    removed
        .await
        .unwrap_or_else(|_| Err(io::ErrorKind::Interrupted.into()))?;
    tracing::info!(id, "data that was put aside is deleted");
    shared.changed.notify();
    Ok(())
}

#[derive(Debug, Clone)]
struct Entry {
    id: String,
    kind: QuarantinedKind,
    path: PathBuf,
    put_aside_at: DateTime<Utc>,
}

fn find(shared: &Shared, id: &str) -> Result<Entry, QuarantineError> {
    let mut all = entries(&shared.folder).into_iter();
    all.find(|it| it.id == id).ok_or(QuarantineError::Unknown)
}

fn entries(folder: &Folder) -> Vec<Entry> {
    let (quarantine, data_dir) = (folder.quarantine(), &folder.data_dir);
    let branches = within(&quarantine)
        .filter(|(_, path)| path.is_dir())
        .map(|(id, path)| Entry {
            put_aside_at: moment(id.rsplit('.').next()).unwrap_or_else(|| changed(&path)),
            kind: QuarantinedKind::Branch,
            id,
            path,
        });
    let catalogues = within(data_dir)
        .filter(|(name, path)| {
            let is_part = PARTS[1..].iter().any(|part| name.ends_with(part));
            name.starts_with(DAMAGED) && !is_part && path.is_file()
        })
        .map(|(id, path)| Entry {
            put_aside_at: moment(id.strip_prefix(DAMAGED)).unwrap_or_else(|| changed(&path)),
            kind: QuarantinedKind::Catalogue,
            id,
            path,
        });
    catalogues.chain(branches).collect()
}

fn within(folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|it| Some((it.file_name().into_string().ok()?, it.path())))
}

/// As `put_aside` writes it, with or without a number behind it.
fn moment(text: Option<&str>) -> Option<DateTime<Utc>> {
    let text = text?.split('-').next()?;
    let naive = NaiveDateTime::parse_from_str(text, MOMENT).ok()?;
    Some(naive.and_utc())
}

fn changed(path: &Path) -> DateTime<Utc> {
    let meta = fs::metadata(path).and_then(|meta| meta.modified());
    meta.unwrap_or(SystemTime::UNIX_EPOCH).into()
}

impl Entry {
    fn told(self, known: &Turn) -> Quarantined {
        let about = About::read(&self.path);
        let size_bytes = known.size(&self.id, &self.path);
        let control = self.path.join(control_file::PATH);
        let is_whole = cluster::is_there(&self.path) && control.is_file();
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
            put_aside_at: self.put_aside_at,
        }
    }
}

impl Turn {
    fn size(&self, id: &str, path: &Path) -> u64 {
        let known = self.sizes().get(id).copied();
        known.unwrap_or_else(|| {
            let size = bytes(path);
            self.sizes().insert(id.to_owned(), size);
            size
        })
    }

    fn forget(&self, id: &str) {
        self.sizes().remove(id);
    }

    fn sizes(&self) -> std::sync::MutexGuard<'_, HashMap<String, u64>> {
        self.sizes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of a file, or of all that lies below a folder.
fn bytes(path: &Path) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_dir() => within(path).map(|(_, path)| bytes(&path)).sum(),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    }
}

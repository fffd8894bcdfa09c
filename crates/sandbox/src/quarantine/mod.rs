//! Data that nobody knows: what a start finds on the disk and the store has no word of, as when
//! the store was lost. It is kept until somebody puts it back or deletes it.

pub mod about;
mod adopt;
mod error;
mod item;
mod roles;
pub mod size_cache;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

pub use self::adopt::put_back;
pub use self::error::QuarantineError;
use self::item::{DAMAGED_PREFIX, SQLITE_FILES, TIME_FORMAT, find, items};
pub use self::item::{Quarantined, QuarantinedKind};
use crate::disk;
use crate::folder::Folder;
use crate::postgres::{blocking, tree};
use crate::shared::Shared;

/// Moves a folder into the quarantine. One without anything in it is removed.
pub fn quarantine_folder(folder: &Path, quarantine: &Path, now: DateTime<Utc>) -> io::Result<()> {
    if !folder.is_dir() || fs::remove_dir(folder).is_ok() {
        return Ok(());
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let to = free(quarantine, &format!("{name}.{}", now.format(TIME_FORMAT)));
    tracing::warn!(folder = %folder.display(), to = %to.display(), "unknown data is moved to the quarantine");
    disk::rename(folder, &to)
}

/// Gives a damaged store another name, with what SQLite has beside it.
pub fn quarantine_store(folder: &Folder, now: DateTime<Utc>) -> io::Result<()> {
    let store = folder.store();
    let name = format!("{DAMAGED_PREFIX}{}", now.format(TIME_FORMAT));
    let renamed = free(&folder.data_dir, &name);
    for part in SQLITE_FILES {
        let from = with(&store, part);
        if from.exists() {
            disk::rename(&from, &with(&renamed, part))?;
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

/// Everything that was quarantined, the latest first.
pub async fn list(shared: &Arc<Shared>) -> Vec<Quarantined> {
    let this = Arc::clone(shared);
    let listed = tokio::task::spawn_blocking(move || {
        let mut all: Vec<Quarantined> = items(&this.folder)
            .into_iter()
            .map(|item| item.inspect(&this.quarantine))
            .collect();
        all.sort_by(|left, right| {
            (right.quarantined_at, &left.id).cmp(&(left.quarantined_at, &right.id))
        });
        all
    });
    listed.await.unwrap_or_default()
}

/// How many there are, without reading them.
pub fn count(shared: &Shared) -> usize {
    items(&shared.folder).len()
}

/// Deletes one for good.
pub async fn discard(shared: &Arc<Shared>, id: &str) -> Result<(), QuarantineError> {
    let _turn = shared.quarantine.turn.lock().await;
    let item = find(shared, id)?;
    blocking(move || match item.kind {
        QuarantinedKind::Branch => tree::remove(&item.path),
        QuarantinedKind::Store => SQLITE_FILES.iter().try_for_each(|part| {
            let path = with(&item.path, part);
            match path.exists() {
                true => disk::remove_file(&path),
                false => Ok(()),
            }
        }),
    })
    .await?;
    tracing::info!(id, "quarantined data is deleted");
    shared.changed.notify();
    Ok(())
}

//! Names from all replies so far, so that ids can be shown as names and found by them without asking any platform.
//!
//! They are kept in memory and in the store. A new name is in memory at once and in the store soon after, as no reply should
//! wait for a write.

mod known;
mod memory;
mod update;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::Error;
use crate::base::guard::lock;
use crate::core::Core;
use crate::model::name::{Key, NameChanges};
use crate::store::table;
use crate::view::FoundKind;

pub(crate) use known::Known;
pub(crate) use memory::Names;
use memory::Unwritten;
pub(crate) use update::{NameUpdate, Scope, SeenName};

/// The last known name of a project, also of one that is gone.
pub(crate) async fn project_name(app: &Core, account: &str, project: &str) -> Option<String> {
    name_of(app, Key::project(account, project)).await
}

/// The last known name of a branch, also of one that is gone.
pub(crate) async fn branch_name(
    app: &Core,
    account: &str,
    project: &str,
    branch: &str,
) -> Option<String> {
    name_of(app, Key::branch(account, project, branch)).await
}

/// The last known name of an API key. The ids of keys are unique in an account.
pub(crate) async fn key_name(app: &Core, account: &str, id: &str) -> Option<String> {
    let find = |known: &Known| {
        let mut keys = known.iter().filter(|(key, _)| key.kind == FoundKind::Key);
        let found = keys.find(|(key, _)| key.account == account && key.id == id);
        found.map(|(_, named)| named.name.clone())
    };
    with_known(app, find).await
}

/// The last known name of a compute; its id where it has none. The ids of computes are unique in a project.
pub(crate) async fn compute_name(
    app: &Core,
    account: &str,
    project: &str,
    id: &str,
) -> Option<String> {
    let find = |known: &Known| {
        let named = known.inside(account, project);
        let mut computes = named.filter(|(key, _)| key.kind == FoundKind::Compute);
        let found = computes.find(|(key, _)| key.id == id);
        found.map(|(_, named)| named.name.clone())
    };
    with_known(app, find).await
}

/// Reads the known names, under their lock.
pub(crate) async fn with_known<T>(app: &Core, read: impl FnOnce(&Known) -> T) -> T {
    ready(app).await;
    read(&lock(&app.names.known))
}

/// Applies updates in memory, and has them stored soon after.
pub(crate) fn update(app: &Core, updates: impl IntoIterator<Item = NameUpdate>) {
    let mut changes = BTreeMap::new();
    {
        let mut known = lock(&app.names.known);
        for update in updates {
            known.apply(update, &mut changes);
        }
        if changes.is_empty() {
            return;
        }
        // Under the same lock: the stored names are merged under both locks, and must find an update in both or in neither.
        lock(&app.names.unwritten).changes.append(&mut changes);
    }
    write_down(app);
}

/// Removes all names of an account that was removed.
pub(crate) async fn forget_account(app: &Core, account: &str) {
    // Before the names of earlier runs are loaded they could not be removed.
    ready(app).await;
    update(app, [NameUpdate::Account(account.to_owned())]);
}

async fn name_of(app: &Core, key: Key) -> Option<String> {
    with_known(app, |known| known.last_name(&key).map(ToOwned::to_owned)).await
}

/// Waits until the names of earlier runs are loaded. After a failure the next caller tries again.
async fn ready(app: &Core) {
    let read = async {
        let stored = |store: &rusqlite::Connection| {
            Ok((table::names::all(store)?, table::names::former(store)?))
        };
        let (rows, former) = app.store.read(stored).await?;
        let mut known = lock(&app.names.known);
        let mut unwritten = lock(&app.names.unwritten);
        known.merge_stored(rows, former, &mut unwritten.changes);
        Ok::<_, Error>(())
    };
    if let Err(error) = app.names.read.get_or_try_init(|| read).await {
        tracing::warn!(%error, "the names of an earlier run could not be read");
    }
}

/// Stores the changes in a task of its own, until there are none left. Only one such task runs at a time, so that an older
/// name never overwrites a newer one.
fn write_down(app: &Core) {
    {
        let mut unwritten = lock(&app.names.unwritten);
        if unwritten.is_writing {
            return;
        }
        unwritten.is_writing = true;
    }
    let this = app.clone();
    let mut writer = Writer::of(app);
    app.tasks.spawn(async move {
        // The stored names are loaded first. Loaded beside a write, they could bring back a name that it has just removed.
        ready(&this).await;
        while writer.take() {
            let changes = writer.changes.clone();
            let write =
                move |store: &rusqlite::Transaction<'_>| table::names::save(store, &changes);
            if let Err(error) = this.store.write(write).await {
                tracing::warn!(%error, "names could not be stored");
            }
            writer.changes.clear();
        }
    });
}

/// The one task that stores names. When it is dropped before the end, as by a panic, the rest is put back for the next one.
struct Writer {
    unwritten: Arc<Mutex<Unwritten>>,
    /// What is being written.
    changes: NameChanges,
    is_done: bool,
}

impl Writer {
    fn of(app: &Core) -> Self {
        Self {
            unwritten: Arc::clone(&app.names.unwritten),
            changes: NameChanges::new(),
            is_done: false,
        }
    }

    /// Takes the changes to be stored next. False when there are none; another task may begin from then on.
    fn take(&mut self) -> bool {
        let mut unwritten = lock(&self.unwritten);
        self.changes = std::mem::take(&mut unwritten.changes);
        self.is_done = self.changes.is_empty();
        unwritten.is_writing = !self.is_done;
        !self.is_done
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.is_done {
            let mut unwritten = lock(&self.unwritten);
            for (key, named) in std::mem::take(&mut self.changes) {
                // A change that came since then is newer.
                unwritten.changes.entry(key).or_insert(named);
            }
            unwritten.is_writing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{App, Config};

    #[tokio::test]
    async fn what_a_writer_left_when_it_panicked_is_written_by_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(vault::Memory::new());
        let app = App::open(Config::new(folder.path().to_owned(), vault)).await;
        let app = app.unwrap();
        let key = |project: &str| Key::project("account", project);
        let seen = |project: &str| {
            NameUpdate::Seen(vec![SeenName::of(key(project), project.into(), None)])
        };
        let mut changes = NameChanges::new();
        lock(&app.names.known).apply(seen("first"), &mut changes);
        *lock(&app.names.unwritten) = Unwritten {
            changes,
            is_writing: true,
        };
        let mut writer = Writer::of(&app);
        let panicked = std::thread::spawn(move || {
            assert!(writer.take());
            std::panic::resume_unwind(Box::new("as ordered"));
        });
        assert!(panicked.join().is_err());
        update(&app, [seen("second")]);
        let written = async {
            while app.store.read(table::names::all).await.unwrap().len() < 2 {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(std::time::Duration::from_secs(20), written).await;
        waited.expect("names are never written again");
        app.close().await;
    }
}

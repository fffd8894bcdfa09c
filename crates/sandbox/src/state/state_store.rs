use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::broadcast;

use super::model::PlatformState;
use super::record::{Counter, Record};
use super::sqlite::{Store, StoreError};
use super::state_change::StateChange;

/// How many changes wait for a slow listener. It misses the rest, and learns that it did.
const BACKLOG: usize = 256;

/// The state with its store: read from memory, changed on disk first.
#[derive(Debug, Clone)]
pub struct StateStore {
    state: Arc<RwLock<PlatformState>>,
    store: Arc<Mutex<Writer>>,
    changes: broadcast::Sender<StateChange>,
}

#[derive(Debug)]
struct Writer {
    store: Store,
    /// What shows already and is not on the disk yet.
    dirty: BTreeSet<Counter>,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E> {
    #[error("the step was refused")]
    Refused(E),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the sandbox is stopping")]
    Stopping,
}

impl StateStore {
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::open(path)?;
        let state = store.load()?;
        Ok(Self {
            state: Arc::new(RwLock::new(state)),
            store: Arc::new(Mutex::new(Writer {
                store,
                dirty: BTreeSet::new(),
            })),
            changes: broadcast::Sender::new(BACKLOG),
        })
    }

    pub fn read<T>(&self, read: impl FnOnce(&PlatformState) -> T) -> T {
        read(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Each change from now on, once it can be read. Counters are none.
    pub fn changes(&self) -> broadcast::Receiver<StateChange> {
        self.changes.subscribe()
    }

    /// Decides a step from the present state, writes it, and makes it visible. Steps happen one
    /// after the other.
    pub async fn change<T, E>(
        &self,
        decide: impl FnOnce(&PlatformState) -> Result<(Vec<Record>, T), E> + Send + 'static,
    ) -> Result<T, ChangeError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let this = self.clone();
        tokio::task::spawn_blocking(move || this.change_now(decide))
            .await
            .unwrap_or(Err(ChangeError::Stopping))
    }

    /// The same, on the thread that calls.
    pub fn change_now<T, E>(
        &self,
        decide: impl FnOnce(&PlatformState) -> Result<(Vec<Record>, T), E>,
    ) -> Result<T, ChangeError<E>> {
        let mut writer = self.writer();
        let (records, value) = self.read(decide).map_err(ChangeError::Refused)?;
        if records.is_empty() {
            return Ok(value);
        }
        self.save(&mut writer, &records)?;
        let changes = self.read(|state| StateChange::of(&records, state));
        self.apply(records);
        for change in changes {
            // A send without listeners is no failure.
            drop(self.changes.send(change));
        }
        Ok(value)
    }

    /// Shows what was counted, at once; it reaches the disk with the next change of anything, or
    /// by `flush_counters`. What a crash takes is what was counted since. Rows of other kinds than
    /// `Counter` are let be.
    pub async fn count(&self, decide: impl FnOnce(&PlatformState) -> Vec<Record> + Send + 'static) {
        let this = self.clone();
        let counter = tokio::task::spawn_blocking(move || {
            let mut writer = this.writer();
            let mut records = this.read(decide);
            records.retain(|record| record.counter().is_some());
            writer
                .dirty
                .extend(records.iter().filter_map(Record::counter));
            this.apply(records);
        });
        if let Err(error) = counter.await {
            tracing::warn!(%error, "the counters in memory could not be updated");
        }
    }

    /// Stores what was counted; nothing when that is on the disk already.
    pub async fn flush_counters(&self) -> Result<(), StoreError> {
        let this = self.clone();
        let written = tokio::task::spawn_blocking(move || {
            let mut writer = this.writer();
            match writer.dirty.is_empty() {
                true => Ok(()),
                false => this.save(&mut writer, &[]),
            }
        });
        written.await.unwrap_or(Ok(()))
    }

    /// In one transaction, with all that was counted before.
    fn save(&self, writer: &mut Writer, records: &[Record]) -> Result<(), StoreError> {
        let dirty = writer.dirty.iter();
        let mut all: Vec<Record> =
            self.read(|state| dirty.filter_map(|it| it.record(state)).collect());
        all.extend_from_slice(records);
        writer.store.save(&all)?;
        writer.dirty.clear();
        Ok(())
    }

    fn apply(&self, records: Vec<Record>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        for record in records {
            state.apply(record);
        }
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.writer().store.meta(name)
    }

    pub fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.writer().store.set_meta(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::people::Key;
    use crate::state::{Delete, Hour, KeyScope, Organization};
    use chrono::{DateTime, Utc};

    fn at() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn hour(seconds: u64) -> Hour {
        Hour {
            active_seconds: seconds,
            ..Hour::new("plain-field-1", "br-one-1", at(), 0)
        }
    }

    fn key(name: &str, used: bool) -> Key {
        Key {
            id: 7,
            name: name.into(),
            scope: KeyScope::Personal,
            created_by: "u".into(),
            created_at: at(),
            last_used_at: used.then(at),
            last_used_from_addr: String::new(),
            revoked_at: None,
            token_hash: "hash".into(),
        }
    }

    /// What another program finds on the disk.
    fn on_disk(folder: &tempfile::TempDir) -> PlatformState {
        Store::open(&folder.path().join("world.db"))
            .unwrap()
            .load()
            .unwrap()
    }

    #[tokio::test]
    async fn what_is_counted_shows_at_once_and_is_written_with_the_next_change() {
        let folder = tempfile::tempdir().unwrap();
        let store = StateStore::open(&folder.path().join("world.db")).unwrap();
        for seconds in [5, 10] {
            store
                .count(move |_| vec![Record::Hour(hour(seconds))])
                .await;
        }
        let seen = |state: &PlatformState| state.hours.values().next().map(|it| it.active_seconds);
        assert_eq!(store.read(seen), Some(10));
        assert_eq!(seen(&on_disk(&folder)), None);
        let organization = Organization::new("org-1".into(), "One".into(), at());
        let change = vec![Record::Organization(organization)];
        let committed = store.change(|_| Ok::<_, ()>((change, ())));
        committed.await.unwrap();
        assert_eq!(seen(&on_disk(&folder)), Some(10));
        store.count(|_| vec![Record::Hour(hour(15))]).await;
        store.flush_counters().await.unwrap();
        assert_eq!(seen(&on_disk(&folder)), Some(15));
    }

    #[tokio::test]
    async fn what_was_counted_undoes_no_change_that_came_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = StateStore::open(&folder.path().join("world.db")).unwrap();
        let write = async |record: Record| {
            let committed = store.change(move |_| Ok::<_, ()>((vec![record], ())));
            committed.await.unwrap();
        };
        write(Record::Key(key("before", false))).await;
        store
            .count(|_| vec![Record::Key(key("before", true))])
            .await;
        write(Record::Key(key("after", true))).await;
        store.flush_counters().await.unwrap();
        assert_eq!(on_disk(&folder).keys[&7].name, "after");
        store
            .count(|_| vec![Record::Key(key("after", false))])
            .await;
        write(Record::Delete(Delete::Key(7))).await;
        store.flush_counters().await.unwrap();
        assert!(on_disk(&folder).keys.is_empty());
    }
}

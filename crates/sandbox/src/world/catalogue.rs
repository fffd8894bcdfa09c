use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use super::model::World;
use super::row::{Counted, Row};
use super::store::{Store, StoreError};

/// The world with its store: read from memory, changed on disk first.
#[derive(Debug, Clone)]
pub struct Catalogue {
    world: Arc<RwLock<World>>,
    store: Arc<Mutex<Kept>>,
}

#[derive(Debug)]
struct Kept {
    store: Store,
    /// What shows already and is not on the disk yet.
    unwritten: BTreeSet<Counted>,
}

#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E> {
    #[error("the step is refused")]
    Refused(E),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the sandbox is stopping")]
    Stopping,
}

impl Catalogue {
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::open(path)?;
        let world = store.load()?;
        Ok(Self {
            world: Arc::new(RwLock::new(world)),
            store: Arc::new(Mutex::new(Kept {
                store,
                unwritten: BTreeSet::new(),
            })),
        })
    }

    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Decides a step from the present world, writes it, and makes it visible. Steps happen one
    /// after the other.
    pub async fn change<T, E>(
        &self,
        decide: impl FnOnce(&World) -> Result<(Vec<Row>, T), E> + Send + 'static,
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
        decide: impl FnOnce(&World) -> Result<(Vec<Row>, T), E>,
    ) -> Result<T, ChangeError<E>> {
        let mut kept = self.kept();
        let (rows, value) = self.read(decide).map_err(ChangeError::Refused)?;
        if rows.is_empty() {
            return Ok(value);
        }
        self.save(&mut kept, &rows)?;
        self.show(rows);
        Ok(value)
    }

    /// Shows what was counted, at once; it reaches the disk with the next change of anything, or
    /// by `write_counted`. What a crash takes is what was counted since. Rows of other kinds than
    /// `Counted` are let be.
    pub async fn count(&self, decide: impl FnOnce(&World) -> Vec<Row> + Send + 'static) {
        let this = self.clone();
        let counted = tokio::task::spawn_blocking(move || {
            let mut kept = this.kept();
            let mut rows = this.read(decide);
            rows.retain(|row| row.counted().is_some());
            kept.unwritten.extend(rows.iter().filter_map(Row::counted));
            this.show(rows);
        });
        if let Err(error) = counted.await {
            tracing::warn!(%error, "something was not counted");
        }
    }

    /// Writes down what was counted; nothing when that is on the disk already.
    pub async fn write_counted(&self) -> Result<(), StoreError> {
        let this = self.clone();
        let written = tokio::task::spawn_blocking(move || {
            let mut kept = this.kept();
            match kept.unwritten.is_empty() {
                true => Ok(()),
                false => this.save(&mut kept, &[]),
            }
        });
        written.await.unwrap_or(Ok(()))
    }

    /// In one transaction, with all that was counted before.
    fn save(&self, kept: &mut Kept, rows: &[Row]) -> Result<(), StoreError> {
        let unwritten = kept.unwritten.iter();
        let mut all: Vec<Row> =
            self.read(|world| unwritten.filter_map(|it| it.row(world)).collect());
        all.extend_from_slice(rows);
        kept.store.save(&all)?;
        kept.unwritten.clear();
        Ok(())
    }

    fn show(&self, rows: Vec<Row>) {
        let mut world = self.world.write().unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            world.apply(row);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.kept().store.meta(name)
    }

    pub fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.kept().store.set_meta(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::people::Key;
    use crate::world::{Gone, Hour, KeyScope, Organization};
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
    fn on_disk(folder: &tempfile::TempDir) -> World {
        Store::open(&folder.path().join("world.db"))
            .unwrap()
            .load()
            .unwrap()
    }

    #[tokio::test]
    async fn what_is_counted_shows_at_once_and_is_written_with_the_next_change() {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::open(&folder.path().join("world.db")).unwrap();
        for seconds in [5, 10] {
            catalogue
                .count(move |_| vec![Row::Hour(hour(seconds))])
                .await;
        }
        let seen = |world: &World| world.hours.values().next().map(|it| it.active_seconds);
        assert_eq!(catalogue.read(seen), Some(10));
        assert_eq!(seen(&on_disk(&folder)), None);
        let organization = Organization {
            id: "org-1".into(),
            name: "One".into(),
            created_at: at(),
            updated_at: at(),
        };
        let change = vec![Row::Organization(organization)];
        let kept = catalogue.change(|_| Ok::<_, ()>((change, ())));
        kept.await.unwrap();
        assert_eq!(seen(&on_disk(&folder)), Some(10));
        catalogue.count(|_| vec![Row::Hour(hour(15))]).await;
        catalogue.write_counted().await.unwrap();
        assert_eq!(seen(&on_disk(&folder)), Some(15));
    }

    #[tokio::test]
    async fn what_was_counted_undoes_no_change_that_came_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::open(&folder.path().join("world.db")).unwrap();
        let write = async |row: Row| {
            let kept = catalogue.change(move |_| Ok::<_, ()>((vec![row], ())));
            kept.await.unwrap();
        };
        write(Row::Key(key("before", false))).await;
        catalogue
            .count(|_| vec![Row::Key(key("before", true))])
            .await;
        write(Row::Key(key("after", true))).await;
        catalogue.write_counted().await.unwrap();
        assert_eq!(on_disk(&folder).keys[&7].name, "after");
        catalogue
            .count(|_| vec![Row::Key(key("after", false))])
            .await;
        write(Row::Gone(Gone::Key(7))).await;
        catalogue.write_counted().await.unwrap();
        assert!(on_disk(&folder).keys.is_empty());
    }
}

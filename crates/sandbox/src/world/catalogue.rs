use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::model::World;
use super::row::Row;
use super::store::{Store, StoreError};

/// The world with its store: read from memory, changed on disk first.
#[derive(Debug, Clone)]
pub struct Catalogue {
    world: Arc<RwLock<World>>,
    store: Arc<Mutex<Store>>,
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
            store: Arc::new(Mutex::new(store)),
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
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, value) = self.read(decide).map_err(ChangeError::Refused)?;
        if rows.is_empty() {
            return Ok(value);
        }
        store.save(&rows)?;
        let mut world = self.world.write().unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            world.apply(row);
        }
        Ok(value)
    }

    pub fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.store
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .meta(name)
    }

    pub fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.store
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .set_meta(name, value)
    }
}

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction};

use super::migrations::MIGRATIONS;
use super::model::World;
use super::row::{self, Row};

const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("the catalogue's database failed")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the catalogue was written by a newer version")]
    Newer,
    #[error("the catalogue holds what it should not: {0}")]
    Unreadable(&'static str),
}

/// The world on disk. Each save is one transaction that has reached the disk when it returns.
#[derive(Debug)]
pub struct Store(Connection);

impl Store {
    /// A sandbox that ended a moment ago may still be closing the file, and SQLite does not wait
    /// for that by itself.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        for _ in 0..TRIES {
            match Self::open_now(path) {
                Err(StoreError::Sqlite(error))
                    if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) =>
                {
                    sleep(PAUSE);
                }
                opened => return opened,
            }
        }
        Self::open_now(path)
    }

    fn open_now(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        migrate(&mut connection)?;
        Ok(Self(connection))
    }

    pub fn load(&self) -> Result<World, StoreError> {
        let mut world = World::default();
        row::load(&self.0, |row| world.apply(row))?;
        Ok(world)
    }

    pub fn save(&mut self, changes: &[Row]) -> Result<(), StoreError> {
        let transaction = self.0.transaction()?;
        for row in changes {
            row::write(&transaction, row)?;
        }
        transaction.commit()?;
        Ok(())
    }

    pub fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self
            .0
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
                row.get(0)
            })
            .optional()?)
    }

    pub fn set_meta(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO meta (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value],
        )?;
        Ok(())
    }
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let applied = version(&transaction)?;
    if applied > MIGRATIONS.len() {
        return Err(StoreError::Newer);
    }
    for sql in MIGRATIONS.iter().skip(applied) {
        transaction.execute_batch(sql)?;
    }
    let count = i64::try_from(MIGRATIONS.len()).map_err(|_| StoreError::Newer)?;
    transaction.pragma_update(None, "user_version", count)?;
    transaction.commit()?;
    Ok(())
}

fn version(transaction: &Transaction<'_>) -> Result<usize, StoreError> {
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| StoreError::Unreadable("user_version"))
}

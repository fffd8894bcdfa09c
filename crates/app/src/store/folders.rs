//! Project folders, and how far giving each its database has come.

use rusqlite::{Connection, OptionalExtension, params};

use super::word;
use crate::Error;
use crate::model::folder::FolderRecord;

/// Every one, by path. What a newer version wrote is left alone.
pub(crate) fn all(connection: &Connection) -> Result<Vec<FolderRecord>, Error> {
    let mut statement = connection.prepare_cached("SELECT record FROM folder ORDER BY path")?;
    let rows = statement.query_map([], |row| Ok(word::read_json(row.get(0)?)))?;
    let rows: Vec<Option<FolderRecord>> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// One by its id.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<FolderRecord>, Error> {
    let mut statement = connection.prepare_cached("SELECT record FROM folder WHERE id = ?1")?;
    let found = statement.query_row([id], |row| Ok(word::read_json(row.get(0)?)));
    Ok(found.optional()?.flatten())
}

/// One by its path.
pub(crate) fn at(connection: &Connection, path: &str) -> Result<Option<FolderRecord>, Error> {
    let mut statement = connection.prepare_cached("SELECT record FROM folder WHERE path = ?1")?;
    let found = statement.query_row([path], |row| Ok(word::read_json(row.get(0)?)));
    Ok(found.optional()?.flatten())
}

/// Writes a new one.
pub(crate) fn add(connection: &Connection, record: &FolderRecord) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO folder (id, path, record) VALUES (?1, ?2, ?3)",
        params![record.id, record.path, word::json(Some(record))],
    )?;
    Ok(())
}

/// Writes how one stands. One that was removed does not come back by that.
pub(crate) fn save(connection: &Connection, record: &FolderRecord) -> Result<(), Error> {
    connection.execute(
        "UPDATE folder SET record = ?2 WHERE id = ?1",
        params![record.id, word::json(Some(record))],
    )?;
    Ok(())
}

/// It was removed.
pub(crate) fn remove(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM folder WHERE id = ?1", [id])?;
    Ok(())
}

//! Changes of an account's key for a new one, and how far each is.

use rusqlite::{Connection, OptionalExtension, params};

use super::word;
use crate::Error;
use crate::base::clock::millis;
use crate::model::rotation::RotationRecord;

/// Every one, the newest first. What a newer version wrote is left alone.
pub(crate) fn all(connection: &Connection) -> Result<Vec<RotationRecord>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT record FROM rotation ORDER BY started_at DESC, id DESC")?;
    let rows = statement.query_map([], |row| Ok(word::read_json(row.get(0)?)))?;
    let rows: Vec<Option<RotationRecord>> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// One, unless it was dismissed.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<RotationRecord>, Error> {
    let mut statement = connection.prepare_cached("SELECT record FROM rotation WHERE id = ?1")?;
    let found = statement.query_row([id], |row| Ok(word::read_json(row.get(0)?)));
    Ok(found.optional()?.flatten())
}

/// Writes a new one.
pub(crate) fn add(connection: &Connection, record: &RotationRecord) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO rotation (id, account_id, started_at, record) VALUES (?1, ?2, ?3, ?4)",
        params![
            record.id,
            record.account_id,
            millis(record.started_at),
            word::json(Some(record))
        ],
    )?;
    Ok(())
}

/// Writes how far one is. False for one that was dismissed: it does not come back by that.
pub(crate) fn save(connection: &Connection, record: &RotationRecord) -> Result<bool, Error> {
    let changed = connection.execute(
        "UPDATE rotation SET record = ?2 WHERE id = ?1",
        params![record.id, word::json(Some(record))],
    )?;
    Ok(changed > 0)
}

/// It was dismissed.
pub(crate) fn forget(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM rotation WHERE id = ?1", [id])?;
    Ok(())
}

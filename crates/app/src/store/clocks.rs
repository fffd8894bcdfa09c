//! How far the platforms' clocks are from this machine's, as last seen.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use crate::Error;
use crate::base::clock::millis;

/// Every known distance in milliseconds, by instant service.
pub(crate) fn all(connection: &Connection) -> Result<HashMap<String, i64>, Error> {
    let mut statement = connection.prepare_cached("SELECT place, offset_ms FROM platform_clock")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Keeps a distance.
pub(crate) fn save(
    connection: &Connection,
    place: &str,
    offset_ms: i64,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO platform_clock (place, offset_ms, seen_at) VALUES (?1, ?2, ?3) \
         ON CONFLICT (place) DO UPDATE SET offset_ms = ?2, seen_at = ?3",
        params![place, offset_ms, millis(now)],
    )?;
    Ok(())
}

//! Which hosts were contacted.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::model::contact::{Contact, Counts, Unsaved};

/// How long a host is listed after it was contacted last.
pub(crate) const KEPT_DAYS: u32 = 30;
/// How many rows are kept; those contacted longest ago go first.
const KEPT: i64 = 2_000;

/// Adds counts, and lets those go that are too old or too many.
pub(crate) fn add(
    connection: &Connection,
    counted: &Unsaved,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO contact (reason, host, port, first_at, last_at, count, unanswered) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (reason, host, port) DO UPDATE SET \
         first_at = min(first_at, ?4), last_at = max(last_at, ?5), count = count + ?6, \
         unanswered = unanswered + ?7",
    )?;
    for (contact, counts) in counted {
        statement.execute(params![
            word::of(&contact.reason),
            contact.host,
            contact.port,
            millis(counts.first_at),
            millis(counts.last_at),
            number(counts.count),
            number(counts.unanswered),
        ])?;
    }
    let oldest = now - TimeDelta::days(KEPT_DAYS.into());
    connection.execute("DELETE FROM contact WHERE last_at < ?1", [millis(oldest)])?;
    connection.execute(
        "DELETE FROM contact WHERE rowid NOT IN \
         (SELECT rowid FROM contact ORDER BY last_at DESC, rowid DESC LIMIT ?1)",
        [KEPT],
    )?;
    Ok(())
}

/// All that is kept. A reason that this version does not know is left out.
pub(crate) fn all(connection: &Connection) -> Result<Vec<(Contact, Counts)>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT reason, host, port, first_at, last_at, count, unanswered FROM contact",
    )?;
    let rows = statement.query_map([], |row| {
        let Some(reason) = word::read(&row.get::<_, String>(0)?) else {
            return Ok(None);
        };
        let contact = Contact {
            reason,
            host: row.get(1)?,
            port: row.get(2)?,
        };
        let counts = Counts {
            first_at: time(row.get(3)?),
            last_at: time(row.get(4)?),
            count: row.get::<_, i64>(5)?.unsigned_abs(),
            unanswered: row.get::<_, i64>(6)?.unsigned_abs(),
        };
        Ok(Some((contact, counts)))
    })?;
    let rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(rows.into_iter().flatten().collect())
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

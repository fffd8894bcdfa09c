//! The activity log.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::clock::{millis, time};
use crate::view::{ActivityView, Outcome};

/// How many entries are kept; the oldest go first.
const KEPT: i64 = 10_000;

/// An entry before it has its place in the log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) at: DateTime<Utc>,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) place: String,
    pub(crate) outcome: Outcome,
    pub(crate) detail: Option<String>,
    pub(crate) request_id: Option<String>,
    pub(crate) temporary_id: Option<String>,
}

/// Adds an entry and lets those go that are too many.
pub(crate) fn add(connection: &Connection, entry: &Entry) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO activity (at, action, subject, place, outcome, detail, request_id, temporary_id) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            millis(entry.at),
            entry.action,
            entry.subject,
            entry.place,
            word::of(&entry.outcome),
            entry.detail,
            entry.request_id,
            entry.temporary_id
        ],
    )?;
    connection.execute(
        "DELETE FROM activity WHERE id <= ?1",
        [connection.last_insert_rowid() - KEPT],
    )?;
    Ok(())
}

/// At most `limit` entries that are older than `before`, newest first. Row ids are told only while the row is there.
pub(crate) fn page(
    connection: &Connection,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<ActivityView>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT activity.id, at, action, subject, activity.place, outcome, detail, request_id, temporary.id \
         FROM activity LEFT JOIN temporary ON temporary.id = activity.temporary_id \
         WHERE activity.id < ?1 ORDER BY activity.id DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![before.unwrap_or(i64::MAX), limit], |row| {
        Ok(ActivityView {
            id: row.get::<_, i64>(0)?.to_string(),
            at: time(row.get(1)?),
            action: row.get(2)?,
            subject: row.get(3)?,
            place: row.get(4)?,
            outcome: word::read(&row.get::<_, String>(5)?).unwrap_or(Outcome::Unclear),
            detail: row.get(6)?,
            request_id: row.get(7)?,
            temporary_id: row.get(8)?,
            account_id: None,
            project_id: None,
            operation_ids: Vec::new(),
            curl: None,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

//! Operations that are followed to their end, and those whose end was published.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};

/// How many ended ones are kept to be shown; the oldest go first.
const KEPT: u32 = 1_000;

const SELECT: &str = "SELECT account_id, project_id, id, tracked_at, clicked_action, clicked_target, seen, ended_at, \
    failure_told, telling FROM operation";

/// An operation as it was last read, and what of it was published.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tracked {
    pub(crate) account_id: String,
    pub(crate) project_id: String,
    pub(crate) id: String,
    /// When it was first read.
    pub(crate) tracked_at: DateTime<Utc>,
    pub(crate) clicked: Option<Click>,
    pub(crate) state: OperationState,
    /// When its end was read.
    pub(crate) ended_at: Option<DateTime<Utc>>,
    /// That it failed was published, or was known before it was followed.
    pub(crate) failure_published: bool,
    /// What has to be published and is not marked as published yet.
    pub(crate) pending_event: Option<PendingEvent>,
}

/// What somebody clicked that began it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Click {
    /// Such as `Create branch`.
    pub(crate) action: String,
    /// On what, such as a name.
    pub(crate) target: String,
}

/// What the platform says of it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct OperationState {
    pub(crate) status: String,
    pub(crate) branch_id: Option<String>,
    /// What the branch was called when it was seen last: the name outlives the branch.
    pub(crate) branch_name: Option<String>,
    pub(crate) compute_id: Option<String>,
    pub(crate) action: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) failures: u32,
    pub(crate) retry_at: Option<DateTime<Utc>>,
    pub(crate) created_at: Option<DateTime<Utc>>,
    pub(crate) updated_at: Option<DateTime<Utc>>,
}

/// A change that has to be published.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum PendingEvent {
    /// It failed for the first time.
    Failed,
    /// It ended.
    Ended,
}

word::words! {
    PendingEvent {
        Failed = "failed",
        Ended = "ended",
    }
}

/// Those that have not ended, and those with a change that may not have been published; oldest first.
pub(crate) fn open(connection: &Connection) -> Result<Vec<Tracked>, Error> {
    select(
        connection,
        "WHERE ended_at IS NULL OR telling IS NOT NULL ORDER BY tracked_at, id LIMIT ?1",
        u32::MAX,
    )
}

/// Those that ended lately, the newest end first.
pub(crate) fn ended(connection: &Connection, limit: u32) -> Result<Vec<Tracked>, Error> {
    select(
        connection,
        "WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, id LIMIT ?1",
        limit,
    )
}

/// All operations of the click that began this one; none when no click did.
pub(crate) fn of_click(
    connection: &Connection,
    account_id: &str,
    project_id: &str,
    id: &str,
) -> Result<Vec<Tracked>, Error> {
    let mut statement = connection.prepare_cached(&format!(
        "{SELECT} WHERE (account_id, project_id, tracked_at, clicked_action, clicked_target) = \
         (SELECT account_id, project_id, tracked_at, clicked_action, clicked_target FROM operation \
          WHERE account_id = ?1 AND project_id = ?2 AND id = ?3)"
    ))?;
    let rows = statement.query_map(params![account_id, project_id, id], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Whether the end of this one is stored.
pub(crate) fn has_ended(connection: &Connection, row: &Tracked) -> Result<bool, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT 1 FROM operation WHERE account_id = ?1 AND project_id = ?2 AND id = ?3 AND ended_at IS NOT NULL",
    )?;
    Ok(statement.exists(params![row.account_id, row.project_id, row.id])?)
}

/// Writes operations, new or not.
pub(crate) fn save(connection: &Connection, rows: &[Tracked]) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO operation (account_id, project_id, id, tracked_at, clicked_action, clicked_target, seen, \
         ended_at, failure_told, telling) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
         ON CONFLICT (account_id, project_id, id) DO UPDATE SET clicked_action = ?5, clicked_target = ?6, seen = ?7, \
         ended_at = ?8, failure_told = ?9, telling = ?10",
    )?;
    for row in rows {
        let click = row.clicked.as_ref();
        statement.execute(params![
            row.account_id,
            row.project_id,
            row.id,
            millis(row.tracked_at),
            click.map(|click| &click.action),
            click.map(|click| &click.target),
            word::json(Some(&row.state)),
            row.ended_at.map(millis),
            row.failure_published,
            row.pending_event.as_ref().map(word::of)
        ])?;
    }
    if rows.iter().any(|row| row.ended_at.is_some()) {
        connection.execute(
            "DELETE FROM operation WHERE telling IS NULL AND ended_at < \
             (SELECT ended_at FROM operation WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1 OFFSET ?1)",
            [KEPT],
        )?;
    }
    Ok(())
}

/// Marks what was pending of these as published.
pub(crate) fn mark_published(connection: &Connection, rows: &[Tracked]) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(
        "UPDATE operation SET telling = NULL WHERE account_id = ?1 AND project_id = ?2 AND id = ?3 AND telling = ?4",
    )?;
    for row in rows {
        let pending_event = row.pending_event.as_ref().map(word::of);
        statement.execute(params![
            row.account_id,
            row.project_id,
            row.id,
            pending_event
        ])?;
    }
    Ok(())
}

/// Deletes the operations of an account that was removed.
pub(crate) fn forget_account(connection: &Connection, account_id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM operation WHERE account_id = ?1", [account_id])?;
    Ok(())
}

fn select(connection: &Connection, rest: &str, limit: u32) -> Result<Vec<Tracked>, Error> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} {rest}"))?;
    let rows = statement.query_map([limit], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Tracked> {
    let action: Option<String> = row.get(4)?;
    let target: Option<String> = row.get(5)?;
    let pending_event: Option<String> = row.get(9)?;
    Ok(Tracked {
        account_id: row.get(0)?,
        project_id: row.get(1)?,
        id: row.get(2)?,
        tracked_at: time(row.get(3)?),
        clicked: action.map(|action| Click {
            action,
            target: target.unwrap_or_default(),
        }),
        state: word::read_json(row.get(6)?).unwrap_or_default(),
        ended_at: row.get::<_, Option<i64>>(7)?.map(time),
        failure_published: row.get(8)?,
        pending_event: pending_event.and_then(|pending_event| word::read(&pending_event)),
    })
}

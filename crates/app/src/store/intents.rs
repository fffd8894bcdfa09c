//! Mutations that were begun and not yet seen to their end.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};

/// What was begun. Its secret fields are never part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Intent {
    pub(crate) id: String,
    pub(crate) kind: IntentKind,
    /// Local id of what it is about.
    pub(crate) subject: String,
    pub(crate) recorded_at: DateTime<Utc>,
    /// What is needed to see it to its end, without secrets.
    pub(crate) detail: serde_json::Value,
}

/// The kinds of mutations that leave an intent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum IntentKind {
    /// A temporary database is being made.
    CreateTemporary,
    /// A row is gone and its secrets must go.
    ForgetTemporary,
    /// An account is gone, or is not there yet, and its key must go.
    ForgetAccountKey,
    /// A branch is made to be looked at and deleted again.
    PreviewRestore,
    /// A change was asked of a platform's Management API.
    ManagementCall,
}

word::words! {
    IntentKind {
        CreateTemporary = "createTemporary",
        ForgetTemporary = "forgetTemporary",
        ForgetAccountKey = "forgetAccountKey",
        PreviewRestore = "previewRestore",
        ManagementCall = "managementCall",
    }
}

pub(crate) fn record(connection: &Connection, intent: &Intent) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO intent (id, kind, subject, recorded_at, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            intent.id,
            word::of(&intent.kind),
            intent.subject,
            millis(intent.recorded_at),
            intent.detail.to_string()
        ],
    )?;
    Ok(())
}

/// The end of an intent was seen and is in the store.
pub(crate) fn close(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM intent WHERE id = ?1", [id])?;
    Ok(())
}

/// The end of every intent of this kind about this subject was seen.
pub(crate) fn close_all_of(
    connection: &Connection,
    kind: IntentKind,
    subject: &str,
) -> Result<(), Error> {
    connection.execute(
        "DELETE FROM intent WHERE kind = ?1 AND subject = ?2",
        params![word::of(&kind), subject],
    )?;
    Ok(())
}

/// Writes what is needed to see an open intent to its end anew.
pub(crate) fn change(connection: &Connection, intent: &Intent) -> Result<(), Error> {
    connection.execute(
        "UPDATE intent SET detail = ?2 WHERE id = ?1",
        params![intent.id, intent.detail.to_string()],
    )?;
    Ok(())
}

/// One intent, while it is open.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<Intent>, Error> {
    Ok(open(connection)?.into_iter().find(|intent| intent.id == id))
}

/// Every open intent, oldest first. Kinds of a newer version are left alone.
pub(crate) fn open(connection: &Connection) -> Result<Vec<Intent>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT id, kind, subject, recorded_at, detail FROM intent ORDER BY recorded_at, id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, i64>(3)?,
            row.get::<_, String>(4)?,
        ))
    })?;
    let mut intents = Vec::new();
    for row in rows {
        let (id, kind, subject, recorded_at, detail) = row?;
        let Some(kind) = word::read(&kind) else {
            continue;
        };
        let detail = serde_json::from_str(&detail).unwrap_or_default();
        intents.push(Intent {
            id,
            kind,
            subject,
            recorded_at: time(recorded_at),
            detail,
        });
    }
    Ok(intents)
}

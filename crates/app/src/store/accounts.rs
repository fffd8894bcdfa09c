//! Accounts, and hosts whose links were opened before.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::word;
use crate::Error;
use crate::clock::{millis, time};
use crate::view::PlatformKind;

/// An account without its key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) platform: PlatformKind,
    pub(crate) added_at: DateTime<Utc>,
}

/// Every account in the order they were added.
pub(crate) fn all(connection: &Connection) -> Result<Vec<Account>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT id, name, platform, added_at FROM account ORDER BY added_at, id")?;
    let rows = statement
        .query_map([], read)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

/// The first account of a platform.
pub(crate) fn of_platform(
    connection: &Connection,
    platform: PlatformKind,
) -> Result<Option<Account>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT id, name, platform, added_at FROM account WHERE platform = ?1 ORDER BY added_at, id")?;
    Ok(statement
        .query_row([word::of(&platform)], read)
        .optional()?)
}

/// Writes an account, new or not.
pub(crate) fn save(connection: &Connection, account: &Account) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO account (id, name, platform, added_at) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (id) DO UPDATE SET name = ?2, platform = ?3, added_at = ?4",
        params![
            account.id,
            account.name,
            word::of(&account.platform),
            millis(account.added_at)
        ],
    )?;
    Ok(())
}

/// Whether a link to this host was opened before.
pub(crate) fn knows_host(connection: &Connection, host: &str) -> Result<bool, Error> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM known_host WHERE host = ?1")?;
    Ok(statement.exists([host])?)
}

/// A link to this host was opened.
pub(crate) fn remember_host(
    connection: &Connection,
    host: &str,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO known_host (host, opened_at) VALUES (?1, ?2) ON CONFLICT (host) DO UPDATE SET opened_at = ?2",
        params![host, millis(now)],
    )?;
    Ok(())
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        platform: word::read(&row.get::<_, String>(2)?).unwrap_or(PlatformKind::Custom),
        added_at: time(row.get(3)?),
    })
}

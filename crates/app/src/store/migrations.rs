//! The shape of the store, one numbered step after the other. A step that was released is never changed.

use rusqlite::Connection;

use crate::Error;
use crate::view::ErrorCode;

const STEPS: &[&str] = &[
    // 1: accounts, shelf, intents, platform clocks, activity.
    "CREATE TABLE account (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        platform TEXT NOT NULL,
        added_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE temporary (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        place TEXT NOT NULL,
        place_label TEXT NOT NULL,
        origin TEXT,
        account_id TEXT,
        state TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        reference TEXT NOT NULL,
        logical_replication INTEGER NOT NULL,
        project_id TEXT,
        host TEXT,
        port INTEGER,
        database TEXT,
        role TEXT,
        before_claim INTEGER NOT NULL DEFAULT 0,
        kept TEXT NOT NULL,
        env TEXT,
        seed TEXT,
        checked_at INTEGER,
        check_error TEXT,
        claim_opened_at INTEGER,
        warned TEXT
    ) STRICT;
    CREATE TABLE intent (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        recorded_at INTEGER NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;
    CREATE TABLE platform_clock (
        place TEXT PRIMARY KEY,
        offset_ms INTEGER NOT NULL,
        seen_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE known_host (
        host TEXT PRIMARY KEY,
        opened_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE activity (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        place TEXT NOT NULL,
        outcome TEXT NOT NULL,
        detail TEXT,
        request_id TEXT,
        temporary_id TEXT
    ) STRICT;",
    // 2: operations that are followed.
    "CREATE TABLE operation (
        account_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        id TEXT NOT NULL,
        tracked_at INTEGER NOT NULL,
        clicked_action TEXT,
        clicked_target TEXT,
        seen TEXT,
        ended_at INTEGER,
        failure_told INTEGER NOT NULL,
        telling TEXT,
        PRIMARY KEY (account_id, project_id, id)
    ) STRICT;
    CREATE INDEX operation_ended ON operation (ended_at);",
];

/// Applies the steps that are missing, each in a transaction of its own.
pub(super) fn apply(connection: &mut Connection) -> Result<(), Error> {
    let done: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(usize::MAX);
    if done > STEPS.len() {
        return Err(Error::new(
            ErrorCode::File,
            "The shelf's file was written by a newer version of Plinth",
        )
        .hint("Update Plinth and start it again."));
    }
    for (number, step) in (1_i64..).zip(STEPS).skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

//! The shape of the store, one numbered step after the other. A step that was released is never changed.

use rusqlite::Connection;

use super::lists;
use crate::Error;
use crate::view::ErrorCode;

const STEPS: &[&str] = &[
    // 1: accounts, temporary databases, intents, platform clocks, activity.
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
    // 3: what an account is besides its name.
    "ALTER TABLE account ADD COLUMN base_url TEXT;
    ALTER TABLE account ADD COLUMN instant_url TEXT;
    ALTER TABLE account ADD COLUMN colour TEXT NOT NULL DEFAULT 'verdigris';
    ALTER TABLE account ADD COLUMN is_production INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account ADD COLUMN is_read_only INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account ADD COLUMN is_current INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account ADD COLUMN key_kept TEXT NOT NULL DEFAULT 'none';
    ALTER TABLE account ADD COLUMN key_kind TEXT;
    ALTER TABLE account ADD COLUMN owner TEXT;
    ALTER TABLE account ADD COLUMN owner_id TEXT;
    ALTER TABLE account ADD COLUMN key_project_id TEXT;
    ALTER TABLE account ADD COLUMN organization_id TEXT;
    ALTER TABLE account ADD COLUMN project_id TEXT;
    UPDATE account SET is_current = 1 WHERE id = (SELECT id FROM account ORDER BY added_at, id LIMIT 1);
    CREATE UNIQUE INDEX account_current ON account (is_current) WHERE is_current = 1;",
    // 4: names that were seen, whole lists of projects, what can be brought back, and what is done to many projects.
    "CREATE TABLE seen_name (
        account_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        branch_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        detail TEXT,
        PRIMARY KEY (account_id, project_id, branch_id, kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE project_list (
        account_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        organization_id TEXT NOT NULL,
        as_of INTEGER NOT NULL,
        PRIMARY KEY (account_id, scope, organization_id)
    ) STRICT;
    CREATE TABLE listed_project (
        account_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        organization_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (account_id, scope, organization_id, project_id)
    ) STRICT;
    CREATE TABLE undo (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        branch_id TEXT NOT NULL,
        name TEXT NOT NULL,
        deleted_at INTEGER NOT NULL,
        until INTEGER NOT NULL,
        UNIQUE (account_id, project_id, branch_id)
    ) STRICT;
    CREATE TABLE bulk (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL,
        verb TEXT NOT NULL,
        state TEXT NOT NULL,
        problem TEXT,
        started_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE bulk_item (
        bulk_id TEXT NOT NULL REFERENCES bulk (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        project_id TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        begun INTEGER NOT NULL,
        error TEXT,
        PRIMARY KEY (bulk_id, position)
    ) STRICT;",
    // 5: whose an entry of the log is, what it began, the request as text, and what it is found by.
    "ALTER TABLE activity ADD COLUMN account_id TEXT;
    ALTER TABLE activity ADD COLUMN project_id TEXT;
    ALTER TABLE activity ADD COLUMN operation_ids TEXT;
    ALTER TABLE activity ADD COLUMN curl TEXT;
    ALTER TABLE activity ADD COLUMN words TEXT NOT NULL DEFAULT '';
    UPDATE activity SET words = lower(
        action || char(10) || subject || char(10) || place || char(10) ||
        coalesce(detail, '') || char(10) || coalesce(request_id, ''));
    CREATE INDEX activity_action ON activity (action);",
    // 6: which key an account has, how often it got another one, whose keys a bulk revokes, and keys that are changed.
    "ALTER TABLE account ADD COLUMN key_id TEXT;
    ALTER TABLE account ADD COLUMN key_number INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bulk ADD COLUMN organization_id TEXT;
    CREATE TABLE rotation (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;",
    // 7: the certificate authority of an account's servers, as PEM.
    "ALTER TABLE account ADD COLUMN ca TEXT;",
    // 8: in which shape a listed project is written down. What is in that of today goes to the window as it is.
    "ALTER TABLE listed_project ADD COLUMN shape INTEGER NOT NULL DEFAULT 0;",
    // 9: whose branches or computes a bulk job changes, until when branches are kept, and what was deleted at once.
    "ALTER TABLE bulk ADD COLUMN project_id TEXT;
    ALTER TABLE bulk ADD COLUMN expires_at INTEGER;
    ALTER TABLE undo ADD COLUMN bulk_id TEXT;",
    // 10: when the platform's record of a temporary database last changed.
    "ALTER TABLE temporary ADD COLUMN updated_at INTEGER;",
    // 11: the order of a list of projects by name, and how many it has: its first rows cost the same whatever follows.
    "ALTER TABLE listed_project DROP COLUMN position;
    ALTER TABLE listed_project ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE project_list ADD COLUMN projects INTEGER NOT NULL DEFAULT 0;",
    // 12: project folders, what they are to get and how far that is.
    "CREATE TABLE folder (
        id TEXT PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        record TEXT NOT NULL
    ) STRICT;",
    // 13: which hosts were contacted, and with which code an action failed.
    "CREATE TABLE contact (
        reason TEXT NOT NULL,
        host TEXT NOT NULL,
        port INTEGER NOT NULL,
        first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        count INTEGER NOT NULL,
        unanswered INTEGER NOT NULL,
        PRIMARY KEY (reason, host, port)
    ) STRICT;
    ALTER TABLE activity ADD COLUMN code TEXT;",
    // 14: how the last save of a temporary database stands.
    "ALTER TABLE temporary ADD COLUMN saved TEXT;",
    // 15: what projects and branches were called that are gone.
    "CREATE TABLE former_name (
        account_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        branch_id TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (account_id, project_id, branch_id)
    ) STRICT;
    INSERT INTO former_name SELECT account_id, project_id, branch_id, name FROM undo;",
];

/// Applies the steps that are missing, each in a transaction of its own.
pub(super) fn apply(connection: &mut Connection) -> Result<(), Error> {
    let done: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(done).unwrap_or(usize::MAX);
    if done > STEPS.len() {
        return Err(Error::new(
            ErrorCode::File,
            "Plinth's data file was written by a newer version",
        )
        .hint("Update Plinth and restart it."));
    }
    for (number, step) in (1_i64..).zip(STEPS).skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        if number == 11 {
            lists::order_by_name(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_before_are_ordered_by_name_and_counted() {
        let mut store = Connection::open_in_memory().unwrap();
        for step in &STEPS[..10] {
            store.execute_batch(step).unwrap();
        }
        store.pragma_update(None, "user_version", 10).unwrap();
        store
            .execute_batch(
                r#"INSERT INTO project_list VALUES ('a', 'own', '', 1), ('a', 'shared', '', 1);
                INSERT INTO listed_project VALUES
                    ('a', 'own', '', '1', 0, '{"name":"shop 10"}', 2),
                    ('a', 'own', '', '2', 1, '{"name":"Shop 9"}', 2),
                    ('a', 'own', '', '3', 2, '{broken', 2);"#,
            )
            .unwrap();
        apply(&mut store).unwrap();
        let rows = "SELECT group_concat(project_id, '') FROM \
            (SELECT project_id FROM listed_project ORDER BY name_key, project_id)";
        let order: String = store.query_row(rows, [], |row| row.get(0)).unwrap();
        assert_eq!(order, "321");
        let counts = "SELECT group_concat(projects) FROM \
            (SELECT projects FROM project_list ORDER BY scope)";
        let counts: String = store.query_row(counts, [], |row| row.get(0)).unwrap();
        assert_eq!(counts, "3,0");
        apply(&mut store).unwrap();
    }
}

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction};

use super::migrations::MIGRATIONS;
use super::model::PlatformState;
use super::record::{self, Record};
use crate::crash;

const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("the state store's database failed")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the state store was written by a newer version")]
    Newer,
    #[error("the state store's file is damaged: {0}")]
    Damaged(String),
    #[error("the state store has unexpected data: {0}")]
    Unreadable(&'static str),
}

impl StoreError {
    /// Whether the file itself is broken, so that no start could ever read it.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) => true,
            Self::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ),
            Self::Newer | Self::Unreadable(_) => false,
        }
    }

    pub fn is_full_disk(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code() == Some(ErrorCode::DiskFull),
            Self::Newer | Self::Damaged(_) | Self::Unreadable(_) => false,
        }
    }
}

/// The state on disk. Each save is one transaction that has reached the disk when it returns.
#[derive(Debug)]
pub struct Store(Connection);

impl Store {
    /// A sandbox that ended a moment ago may still be closing the file, and SQLite does not wait
    /// for that by itself.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        for _ in 0..TRIES {
            match Self::open_now(path) {
                Err(StoreError::Sqlite(error))
                    if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) =>
                {
                    sleep(PAUSE);
                }
                opened => return opened,
            }
        }
        Self::open_now(path)
    }

    fn open_now(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Where bringing it to the drive is less than bringing it through the drive's own memory.
        connection.pragma_update(None, "fullfsync", "ON")?;
        connection.pragma_update(None, "checkpoint_fullfsync", "ON")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        check(&connection)?;
        migrate(&mut connection)?;
        Ok(Self(connection))
    }

    pub fn load(&self) -> Result<PlatformState, StoreError> {
        let mut state = PlatformState::default();
        record::load(&self.0, |row| state.apply(row))?;
        Ok(state)
    }

    pub fn save(&mut self, changes: &[Record]) -> Result<(), StoreError> {
        let transaction = self.0.transaction()?;
        for record in changes {
            record::write(&transaction, record)?;
        }
        crash::point();
        transaction.commit()?;
        crash::point();
        Ok(())
    }

    pub fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self
            .0
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
                row.get(0)
            })
            .optional()?)
    }

    pub fn set_meta(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO meta (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value],
        )?;
        Ok(())
    }
}

/// Looks at every page, so that damage is found before anything is decided on what can be read.
fn check(connection: &Connection) -> Result<(), StoreError> {
    let answer: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    match answer.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged(answer)),
    }
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let applied = version(&transaction)?;
    if applied > MIGRATIONS.len() {
        return Err(StoreError::Newer);
    }
    for sql in MIGRATIONS.iter().skip(applied) {
        transaction.execute_batch(sql)?;
    }
    let count = i64::try_from(MIGRATIONS.len()).map_err(|_| StoreError::Newer)?;
    transaction.pragma_update(None, "user_version", count)?;
    transaction.commit()?;
    Ok(())
}

fn version(transaction: &Transaction<'_>) -> Result<usize, StoreError> {
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| StoreError::Unreadable("user_version"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A store as that version made it.
    fn of_version(path: &Path, version: usize) -> Connection {
        let db = Connection::open(path).unwrap();
        for sql in &MIGRATIONS[..version] {
            db.execute_batch(sql).unwrap();
        }
        let version = i64::try_from(version).unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
        db
    }

    /// A record as the second version wrote it.
    fn put(db: &Connection, kind: &str, key: &str, body: &serde_json::Value) {
        let project = body["project_id"].as_str();
        db.execute(
            "INSERT INTO records (kind, key, project_id, branch_id, body) VALUES (?1, ?2, ?3, NULL, ?4)",
            rusqlite::params![kind, key, project, body.to_string()],
        )
        .unwrap();
    }

    fn temporary(db: &Connection, number: u8, status: &str, branches: &[&str], noted: bool) {
        let now = "2026-01-01T00:00:00Z";
        let project = format!("p{number}");
        let id = uuid::Uuid::from_u128(number.into()).to_string();
        let body = json!({
            "id": id, "project_id": project, "referrer": "tests", "status": status,
            "claim_token": "t", "claiming_since": null,
            "created_at": now, "updated_at": now, "expires_at": now,
        });
        put(db, "temporary", &id, &body);
        for (at, state) in branches.iter().enumerate() {
            let id = format!("{project}-{at}");
            let body = json!({
                "id": id, "project_id": project, "name": id, "state": state,
                "created_at": now, "updated_at": now, "state_changed_at": now,
            });
            put(db, "branch", &id, &body);
        }
        if noted {
            let body = json!({
                "id": project, "project_id": project, "action": "start_compute",
                "status": "finished", "created_at": now, "updated_at": now, "chain": "c",
                "task": "note",
            });
            put(db, "operation", &project, &body);
        }
    }

    #[test]
    fn of_an_older_store_only_what_was_never_answered_counts_as_half_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.db");
        let db = of_version(&path, 2);
        temporary(&db, 1, "UNCLAIMED", &["init"], false);
        temporary(&db, 2, "UNCLAIMED", &["ready"], true);
        temporary(&db, 3, "CLAIMED", &["ready", "init"], true);
        temporary(&db, 4, "CLAIMED", &["init"], false);
        temporary(&db, 5, "UNCLAIMED", &["init"], true);
        temporary(&db, 6, "UNCLAIMED", &["ready"], false);
        drop(db);
        let state = Store::open(&path).unwrap().load().unwrap();
        assert_eq!(state.unanswered_creates(), ["p1"]);
    }

    #[test]
    fn of_an_older_store_what_was_filled_in_alone_has_its_data_made_yet() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.db");
        let db = of_version(&path, 3);
        for (number, port) in [(1, None), (2, Some(5433))] {
            temporary(&db, number, "CLAIMED", &["ready"], true);
            let (project, now) = (format!("p{number}"), "2026-11-22T00:00:00Z");
            let body = json!({
                "id": format!("ep{number}"), "project_id": project,
                "branch_id": format!("{project}-0"), "port": port, "state": "idle",
                "transfer_bytes": 0, "creation_source": "instant",
                "created_at": now, "updated_at": now,
            });
            put(&db, "endpoint", &project, &body);
        }
        drop(db);
        let state = Store::open(&path).unwrap().load().unwrap();
        let marks = state
            .branches
            .values()
            .map(|it| (it.project_id.as_str(), it.unmade));
        let marks: std::collections::BTreeMap<_, _> = marks.collect();
        assert_eq!(marks, [("p1", true), ("p2", false)].into());
    }

    #[test]
    fn of_an_older_store_the_auth_of_a_project_is_that_of_its_branch() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.db");
        let db = of_version(&path, 4);
        let now = "2026-11-22T00:00:00Z";
        for number in [1, 2] {
            temporary(&db, number, "CLAIMED", &["ready"], true);
            let project = format!("p{number}");
            // The branch of the second one is gone.
            let branch = format!("{project}-{}", number - 1);
            let integration = json!({
                "project_id": project, "branch_id": branch, "provider": "provider_one",
                "provider_project_id": "x", "database": "svcdb", "role": "svcdb_owner",
                "owned_by": "platform", "transfer": null, "transfer_token": "t",
                "signing_key_pem": "pem", "secret_key_hash": "h", "pub_client_key": "k",
                "providers": [], "email_server": "shared", "domains": [], "created_at": now,
            });
            put(&db, "auth_integration", &project, &integration);
            let id = format!("u{number}");
            let user = json!({
                "id": id, "project_id": project, "email": "a@example.com", "name": null,
                "created_at": now,
            });
            put(&db, "auth_user", &id, &user);
        }
        drop(db);
        let state = Store::open(&path).unwrap().load().unwrap();
        let integrations: Vec<_> = state.auth.keys().collect();
        assert_eq!(integrations, ["p1-0"]);
        assert!(state.auth["p1-0"].settings.allow_localhost);
        let users = state.auth_users.values();
        let users: Vec<_> = users.map(|it| (&*it.id, &*it.branch_id)).collect();
        assert_eq!(users, [("u1", "p1-0")]);
    }

    #[test]
    fn a_file_that_is_no_store_is_damage_and_a_newer_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.db");
        std::fs::write(&path, "no state store".repeat(1_000)).unwrap();
        assert!(Store::open(&path).unwrap_err().is_damage());
        let newer = folder.path().join("newer.db");
        drop(Store::open(&newer).unwrap());
        let db = Connection::open(&newer).unwrap();
        db.pragma_update(None, "user_version", 1_000).unwrap();
        drop(db);
        assert!(!Store::open(&newer).unwrap_err().is_damage());
    }
}

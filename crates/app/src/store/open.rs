//! Opening the store, and putting a damaged one aside.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, ErrorCode as Sqlite, OpenFlags};

use super::{FILE, Store, migrations};
use crate::Error;
use crate::base::disk::why;
use crate::base::private;
use crate::view::ErrorCode;

impl Store {
    /// Opens the file in `folder`, makes it when it is not there, and brings it up to date. A file that is damaged is
    /// renamed with its time, never overwritten, and the error says so; the next open begins with an empty one.
    pub(crate) fn open(folder: &Path, now: DateTime<Utc>) -> Result<Self, Error> {
        let path = folder.join(FILE);
        close_to_others(&path).map_err(|error| {
            let message = format!("Couldn't open {}: {}", path.display(), why(&error));
            Error::new(ErrorCode::File, message).hint("Check its owner and its permissions.")
        })?;
        match connect(&path) {
            Ok(mut connection) => {
                migrations::apply(&mut connection)?;
                Ok(Self {
                    connection: Arc::new(Mutex::new(connection)),
                })
            }
            Err(error) if is_damage(&error) => Err(put_aside(&path, now)),
            Err(error) => Err(error.into()),
        }
    }

    /// A connection that only reads, beside the process that has the folder open. It waits for no write.
    pub(crate) fn read_only(folder: &Path) -> Result<Connection, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        Ok(connection)
    }
}

/// Only this user reads the store, from its first byte on, and the files that SQLite keeps beside it.
fn close_to_others(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    private::open(path, &mut options)?;
    ["-wal", "-shm"].iter().try_for_each(|suffix| {
        private::close(&PathBuf::from(format!("{}{suffix}", path.display())))
    })
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check == "ok" {
        return Ok(connection);
    }
    Err(rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some("quick_check failed".to_owned()),
    ))
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(Sqlite::DatabaseCorrupt | Sqlite::NotADatabase)
    )
}

fn put_aside(path: &Path, now: DateTime<Utc>) -> Error {
    let stamp = now.format("%Y%m%dT%H%M%SZ");
    let mut kept = PathBuf::from(format!("{}.damaged-{stamp}", path.display()));
    let mut count = 1;
    while kept.exists() {
        count += 1;
        kept = PathBuf::from(format!("{}.damaged-{stamp}-{count}", path.display()));
    }
    if let Err(error) = std::fs::rename(path, &kept) {
        tracing::error!(%error, "a damaged store could not be renamed");
        return Error::new(
            ErrorCode::File,
            "Plinth's data file is damaged, and Plinth couldn't move it",
        )
        .hint(format!("Move {} away and restart Plinth.", path.display()));
    }
    for suffix in ["-wal", "-shm"] {
        let beside = PathBuf::from(format!("{}{suffix}", path.display()));
        if beside.exists() {
            drop(std::fs::rename(
                &beside,
                format!("{}{suffix}", kept.display()),
            ));
        }
    }
    Error::new(
        ErrorCode::File,
        format!(
            "Plinth's data file is damaged. It is kept as {}",
            kept.display()
        ),
    )
    .hint("Restart Plinth to continue with an empty list. Existing databases are not affected.")
}

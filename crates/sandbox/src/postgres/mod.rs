//! Real PostgreSQL: finding it, making clusters, running one server per endpoint behind a port
//! that never changes.

pub mod apply;
pub mod authority;
pub mod binaries;
pub mod cluster;
mod cluster_locks;
pub mod compute;
pub mod compute_status;
pub mod control_file;
pub mod copy;
pub mod empty;
mod hello;
pub mod inventory;
mod keep_alive;
pub mod maintenance;
mod maintenance_registry;
#[cfg(unix)]
mod no_links;
pub mod opening;
mod opening_note;
pub mod own_roles;
pub mod owner;
pub mod password;
pub mod process;
pub mod programs;
pub mod proxy;
pub mod refuse;
mod replication;
mod search_paths;
pub mod server_context;
pub mod server_log;
pub mod server_pool;
pub mod session;
mod single;
pub mod sql;
pub mod stock;
mod subscriptions;
pub mod template;
pub mod transition;
pub mod tree;
pub mod user_code;
pub mod users;
pub mod verifier;
pub mod wal;

#[cfg(test)]
mod tests;

use std::io;

use crate::open_files::TooManyOpen;

/// Why a server does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WakeError {
    #[error("all {max} servers that may run at once are in use")]
    Full { max: usize },
    #[error("the server did not start: {log_tail}")]
    NotStarted { log_tail: String },
    #[error("the server did not start in time")]
    TooSlow,
    #[error("the database is gone")]
    Gone,
    #[error("the database's data is not there yet")]
    NoData,
    /// What its owner wants clients that connect to read.
    #[error("{0}")]
    Refused(String),
    #[error("the sandbox is stopping")]
    Stopping,
    #[error(transparent)]
    TooManyOpen(#[from] TooManyOpen),
    #[error("the server's files cannot be used: {0}")]
    Files(String),
    /// Nothing of it was touched.
    #[error(
        "its data belongs to PostgreSQL {found}, and {runs} runs here; nothing was changed: to have \
         it here, start a server of PostgreSQL {found} on a copy of the data, export it with \
         pg_dump and import that into a new database"
    )]
    OtherMajor { found: String, runs: String },
    /// Nothing of it was touched.
    #[error(
        "{databases} sorts by ICU collations, which the PostgreSQL {runs} that runs here cannot do; \
         nothing was changed: to export it, name the programs of a PostgreSQL 17 that has ICU in \
         PLINTH_POSTGRES_BIN, start the sandbox again and run pg_dump"
    )]
    Collations { databases: String, runs: String },
}

impl From<io::Error> for WakeError {
    fn from(error: io::Error) -> Self {
        Self::Files(error.to_string())
    }
}

impl WakeError {
    /// Whether the server itself is what failed, and not something around it.
    fn is_of_the_server(&self) -> bool {
        matches!(
            self,
            Self::NotStarted { .. } | Self::TooSlow | Self::Files(_)
        ) || self.is_of_the_data()
    }

    /// Whether this PostgreSQL cannot serve the data, however often it is tried.
    pub fn is_of_the_data(&self) -> bool {
        matches!(self, Self::OtherMajor { .. } | Self::Collations { .. })
    }
}

/// Works with files on a thread that may wait for them.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(io::ErrorKind::Interrupted.into()))
}

//! Real PostgreSQL: finding it, making clusters, running one server per endpoint behind a port
//! that never changes.

mod accounts;
pub mod admission;
pub mod advisor;
pub mod apply;
pub mod authority;
pub mod bare_cluster;
pub mod binaries;
pub mod cancel;
pub mod client_version;
pub mod cluster;
mod cluster_locks;
pub mod cluster_program;
pub mod compute;
pub mod compute_status;
pub mod control_file;
pub mod copy;
mod creatable_extensions;
pub mod empty;
mod fallback_owner;
pub mod follow;
pub mod hello;
pub mod history;
pub mod inventory;
mod keep_alive;
pub mod login;
pub mod maintenance;
mod maintenance_registry;
pub mod one_time_role;
pub mod opening;
mod opening_note;
pub mod own_roles;
pub mod password;
pub mod process;
pub mod programs;
pub mod proxy;
pub mod refuse;
mod relay;
pub mod replica;
mod replica_settings;
mod replication;
mod role_limit;
pub mod schema_dump;
pub mod schema_tables;
pub mod search_paths;
pub mod server_context;
pub mod server_error;
pub mod server_log;
pub mod server_pool;
pub mod server_process;
pub mod server_settings;
pub mod session;
mod shared_memory;
mod single;
pub mod slots;
pub mod sql;
pub mod startup;
pub mod stock;
mod subscriptions;
pub mod template;
pub mod text_query;
mod tls;
pub mod transition;
pub mod tree;
pub mod user_code;
pub mod users;
pub mod verifier;
pub mod wal;

#[cfg(test)]
mod tests;

use std::io;
use std::net::IpAddr;

use crate::disk;
use crate::open_files::TooManyOpen;
use crate::state::Quota;

fn in_use(servers: usize) -> String {
    match servers {
        1 => "the only server is in use".into(),
        servers => format!("all {servers} servers are in use"),
    }
}

/// Why a server does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WakeError {
    /// With how many wait for one, this start included.
    #[error("{}; {waiting} {}", in_use(*max), if *waiting == 1 { "waits" } else { "wait" })]
    Full { max: usize, waiting: usize },
    #[error("the server did not start: {log_tail}")]
    NotStarted { log_tail: String },
    #[error("the server did not start: the disk of the sandbox's data folder is full")]
    DiskFull,
    #[error("the server did not start in time")]
    TooSlow,
    #[error("the database was deleted")]
    Deleted,
    #[error("the database's data is not ready yet")]
    NoData,
    /// What its owner wants clients that connect to read.
    #[error("{0}")]
    Refused(String),
    #[error("This IP address {from} is not allowed to connect to this endpoint.")]
    Forbidden { from: IpAddr },
    #[error("Your project has exceeded the {0} quota. Upgrade your plan to increase limits.")]
    OverQuota(Quota),
    #[error("the sandbox is stopping")]
    Stopping,
    #[error(transparent)]
    TooManyOpen(#[from] TooManyOpen),
    #[error("the server's files are not usable: {0}")]
    Files(String),
    /// Nothing of it was touched.
    #[error(
        "its data is from PostgreSQL {found}, but {runs} is running; nothing was changed. To use it, start \
         PostgreSQL {found} on a copy of the data, export it with pg_dump and import it into a new database"
    )]
    OtherMajor { found: String, runs: String },
    /// Nothing of it was touched.
    #[error(
        "{databases} uses ICU collations, which the running PostgreSQL {runs} does not support; nothing was \
         changed. To export it, set PLINTH_POSTGRES_BIN to the `bin` folder of a PostgreSQL 17 with ICU, restart \
         the sandbox and run pg_dump"
    )]
    Collations { databases: String, runs: String },
}

impl From<io::Error> for WakeError {
    fn from(error: io::Error) -> Self {
        match disk::is_full(&error) {
            true => Self::DiskFull,
            false => Self::Files(error.to_string()),
        }
    }
}

impl WakeError {
    /// Whether the server itself is what failed, and not something around it.
    fn is_of_the_server(&self) -> bool {
        matches!(
            self,
            Self::NotStarted { .. } | Self::DiskFull | Self::TooSlow | Self::Files(_)
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

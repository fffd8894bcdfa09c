//! Real PostgreSQL: finding it, making clusters, running one server per endpoint behind a port
//! that never changes.

pub mod authority;
pub mod binaries;
pub mod cluster;
pub mod compute;
pub mod fleet;
pub mod owner;
pub mod process;
pub mod programs;
pub mod proxy;
pub mod refuse;
pub mod sql;
pub mod stock;
pub mod template;
pub mod tree;

use std::io;

/// Why a server does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WakeError {
    #[error("all {max} servers that may run at once are in use")]
    Full { max: usize },
    #[error("the server did not start: {last_words}")]
    NotStarted { last_words: String },
    #[error("the server did not start in time")]
    TooSlow,
    #[error("the database is gone")]
    Gone,
    #[error("the sandbox is stopping")]
    Stopping,
    #[error("the server's files cannot be used: {0}")]
    Files(String),
}

impl From<io::Error> for WakeError {
    fn from(error: io::Error) -> Self {
        Self::Files(error.to_string())
    }
}

//! What is dumped, within which bounds, and why it may not be.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::postgres::authority::Leaf;
use crate::postgres::sql::SqlError;
use crate::state::Secret;

/// As much as a reply may hold, with room for a comparison of two.
pub const LARGEST: usize = 3 * 1024 * 1024;
/// For the program itself. Whoever asked waits no longer than 30 seconds for a reply.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// Where a database is, and what it is read with.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    pub port: u16,
    /// The certificate that its server shows.
    pub leaf: Arc<Leaf>,
    /// The server's data, beside which the program's key for the relay lies while it runs.
    pub folder: &'a Path,
    pub database: &'a str,
    /// The role's password for this one time.
    pub password: &'a Secret,
}

#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    #[error("pg_dump is not in {}", bin_dir.display())]
    NoProgram { bin_dir: PathBuf },
    #[error("pg_dump {version} in {} has known security holes", bin_dir.display())]
    Old { version: String, bin_dir: PathBuf },
    #[error("the database does not exist")]
    NoDatabase,
    #[error("pg_dump failed: {0}")]
    Failed(String),
    #[error("the schema is larger than {} MB", LARGEST / 1024 / 1024)]
    TooLarge,
    #[error("pg_dump did not end within {} seconds", DEADLINE.as_secs())]
    TooSlow,
    #[error("pg_dump did not run")]
    Files(#[from] std::io::Error),
    #[error(transparent)]
    Sql(#[from] SqlError),
}

//! Why an operation did not do what it is for.

use std::io;

use tokio_postgres::error::{DbError, SqlState};

use crate::disk;
use crate::postgres::sql::SqlError;
use crate::postgres::stock::StockError;
use crate::postgres::{WakeError, copy};

/// How often an operation is tried before it is given up.
pub const MAX_ATTEMPTS: i32 = 6;

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    ClusterStock(#[from] StockError),
    #[error(transparent)]
    Copy(#[from] copy::CopyError),
    #[error(transparent)]
    Sql(#[from] SqlError),
    #[error("couldn't move or remove the data")]
    Files(#[from] io::Error),
    #[error("no port is free")]
    NoPort(#[source] io::Error),
    #[error("the target no longer exists")]
    Missing,
    #[error("the sandbox couldn't save this")]
    CommitFailed,
    #[error("the sandbox is stopping")]
    Stopping,
    #[error("it timed out")]
    TooLong,
    #[error("the sandbox has an internal error")]
    Broken,
}

impl TaskError {
    /// Whether another try would end the same, and would only keep the project from its other work.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Wake(WakeError::OverQuota(_)) => true,
            Self::Wake(error) | Self::Copy(copy::CopyError::Wake(error)) => error.is_of_the_data(),
            Self::Copy(
                copy::CopyError::BeforeHistory { .. } | copy::CopyError::AfterHistory { .. },
            )
            | Self::Sql(
                SqlError::UnfitName(_) | SqlError::Found { .. } | SqlError::OfAnother { .. },
            ) => true,
            // Class 42: a wrong name or a missing right.
            Self::Sql(SqlError::Server(_)) => {
                let code = self.server_code().map(SqlState::code);
                code.is_some_and(|code| code.starts_with("42"))
            }
            _ => false,
        }
    }

    /// How often it is tried. Whoever finds all servers in use has waited for one already.
    pub fn attempts(&self) -> i32 {
        match self {
            Self::Wake(WakeError::Full { .. })
            | Self::Copy(copy::CopyError::Wake(WakeError::Full { .. })) => 2,
            _ => MAX_ATTEMPTS,
        }
    }

    /// What the server refused the sandbox's own statement with.
    pub fn server_code(&self) -> Option<&SqlState> {
        match self {
            Self::Sql(SqlError::Server(error)) => error.code(),
            _ => None,
        }
    }

    /// In one line, with what the server itself said.
    pub fn message(&self) -> String {
        self.line(|error| match server_error(error) {
            Some(said) => said.message().to_owned(),
            None => error.to_string(),
        })
    }

    /// The same to be kept: of what a server said only the code, since its text may hold what
    /// people have in their databases.
    pub fn stored_message(&self) -> String {
        self.line(|error| match server_error(error) {
            Some(said) => format!("SQLSTATE {}", said.code().code()),
            None => error.to_string(),
        })
    }

    fn line(&self, say: impl Fn(&(dyn std::error::Error + 'static)) -> String) -> String {
        let mut line = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(error) = source {
            let is_server = error.is::<tokio_postgres::Error>();
            let said = match is_full_disk(error) {
                true => "the disk is full".to_owned(),
                false => say(error),
            };
            line = format!("{line}: {said}");
            // What is below is what it was asked for.
            source = error.source().filter(|_| !is_server);
        }
        line
    }
}

fn is_full_disk(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref().is_some_and(disk::is_full)
}

fn server_error<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a DbError> {
    error.downcast_ref::<tokio_postgres::Error>()?.as_db_error()
}

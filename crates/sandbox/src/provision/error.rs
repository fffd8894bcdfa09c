use std::convert::Infallible;
use std::io;

use super::capacity::NoCapacity;
use crate::open_files;
use crate::postgres::stock::StockError;
use crate::postgres::{WakeError, sql};
use crate::state::ChangeError;

/// Why no temporary database is made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    #[error("the limit of {max} unclaimed databases is reached")]
    Unclaimed { max: usize },
    #[error(transparent)]
    NoCapacity(#[from] NoCapacity),
    #[error("no port is free")]
    NoPort(#[source] std::io::Error),
    #[error(transparent)]
    ClusterStock(#[from] StockError),
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Sql(#[from] sql::SqlError),
    #[error(transparent)]
    Store(#[from] ChangeError<Infallible>),
    #[error("couldn't write the data to the disk")]
    Files(#[from] io::Error),
    #[error("the database was deleted while it was created")]
    TakenAway,
    #[error("the sandbox is stopping")]
    Stopping,
}

impl CreateError {
    pub fn of_change(error: ChangeError<()>, refused: Self) -> Self {
        match error {
            ChangeError::Refused(()) => refused,
            ChangeError::Store(error) => Self::Store(error.into()),
            ChangeError::Stopping => Self::Stopping,
        }
    }

    /// What the person can do, where they can.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Wake(full @ WakeError::Full { .. }) => Some(format!(
                "Close the connections to one of the databases: {full}."
            )),
            Self::Unclaimed { .. } => Some(
                "Delete or claim one, or wait until one expires. Plinth's window has the limit as `Unclaimed temporary databases`, \
                 `plinth sandbox options` as `maxUnclaimed`, `plinth-sandbox` as `--max-unclaimed`."
                    .into(),
            ),
            Self::NoCapacity(error) => Some(error.hint()),
            Self::NoPort(error) if open_files::is_about(error) => {
                Some(open_files::TooManyOpen::HINT.into())
            }
            Self::NoPort(_) => Some("No port is free. Delete some databases.".into()),
            Self::ClusterStock(error) => Some(format!("The sandbox says: {error}.")),
            _ => None,
        }
    }
}

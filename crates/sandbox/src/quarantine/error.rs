use crate::postgres::WakeError;
use crate::postgres::cluster_program::ClusterError;
use crate::postgres::sql::SqlError;
use crate::state::StoreError;

/// Why something in the quarantine was neither put back nor deleted. It is still there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuarantineError {
    #[error("not found in quarantine")]
    Unknown,
    #[error("the servers are turned off")]
    NoServers,
    #[error("this database is incomplete: files are missing")]
    NotWhole,
    #[error("couldn't restore a state store")]
    NotData,
    #[error("the data is from PostgreSQL {found}, but this sandbox runs {runs}")]
    OtherVersion { found: String, runs: String },
    #[error("another branch now has its ID")]
    Taken,
    #[error("couldn't move or remove the files")]
    Files(#[from] std::io::Error),
    #[error("the server over the data did not start")]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Admit(#[from] ClusterError),
    #[error(transparent)]
    Sql(#[from] SqlError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the sandbox is stopping")]
    Stopping,
}

impl QuarantineError {
    /// What to do next, as a whole sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unknown => "It was restored or deleted.",
            Self::NoServers => "Start the sandbox with PostgreSQL.",
            Self::NotWhole | Self::NotData => "Copy what you need from its folder, then delete it.",
            Self::OtherVersion { .. } => {
                "Start that PostgreSQL version on the folder, export with pg_dump, and import into a new project."
            }
            Self::Taken => "Try again: it gets another ID.",
            Self::Files(_) => "Check that the data folder is writable and has free space.",
            Self::Wake(_) | Self::Admit(_) | Self::Sql(_) => {
                "It stays in quarantine. Check attended.log in its folder."
            }
            Self::Store(_) => "Check that the disk has free space, then try again.",
            Self::Stopping => "Start the sandbox and try again.",
        }
    }
}

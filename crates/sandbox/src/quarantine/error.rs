use crate::postgres::WakeError;
use crate::postgres::sql::SqlError;
use crate::postgres::template::TemplateError;
use crate::state::StoreError;

/// Why something in the quarantine was neither put back nor deleted. It is still there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuarantineError {
    #[error("nothing of this name was put aside")]
    Unknown,
    #[error("the servers are switched off")]
    NoServers,
    #[error("this is no whole database: files are missing")]
    NotWhole,
    #[error("a catalogue cannot be put back")]
    NotData,
    #[error("the data is of PostgreSQL {found}, and this sandbox runs {runs}")]
    OtherVersion { found: String, runs: String },
    #[error("another branch got its id meanwhile")]
    Taken,
    #[error("the files cannot be moved or removed")]
    Files(#[from] std::io::Error),
    #[error("the server over the data did not start")]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Admit(#[from] TemplateError),
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
            Self::Unknown => "It was put back or deleted meanwhile.",
            Self::NoServers => "Start the sandbox with its servers.",
            Self::NotWhole | Self::NotData => {
                "Save what you need of it from its folder, then delete it."
            }
            Self::OtherVersion { .. } => {
                "Start a PostgreSQL of that version over the folder, export with pg_dump, and import into a new project."
            }
            Self::Taken => "Try again: it gets another id.",
            Self::Files(_) => "Check that the data folder can be written and has space left.",
            Self::Wake(_) | Self::Admit(_) | Self::Sql(_) => {
                "It stays where it is. Look at attended.log in its folder for what the server said."
            }
            Self::Store(_) => "Check that the disk has space left, and try again.",
            Self::Stopping => "Start the sandbox and try again.",
        }
    }
}

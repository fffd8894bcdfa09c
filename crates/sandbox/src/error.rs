use std::io;
use std::path::PathBuf;

/// Why a sandbox did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    #[error("a sandbox already runs on {}{}", data_dir.display(), pid.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    AlreadyRunning { data_dir: PathBuf, pid: Option<u32> },
    #[error("port {port} is taken by another program")]
    PortTaken { port: u16 },
    #[error("no PostgreSQL 17 was found")]
    PostgresNotFound {
        looked_in: Vec<PathBuf>,
        hint: String,
    },
    #[error("PostgreSQL {version} in {} has known security holes", bin_dir.display())]
    PostgresTooOld { version: String, bin_dir: PathBuf },
    #[error("PostgreSQL {version} in {} is not version 17", bin_dir.display())]
    PostgresOtherMajor { version: String, bin_dir: PathBuf },
    #[error("PostgreSQL in {} does not run: {why}", bin_dir.display())]
    PostgresBroken { bin_dir: PathBuf, why: String },
    #[error("the data folder {} cannot be used", path.display())]
    DataFolder {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("others may write to the data folder {}, and the sandbox runs as root", path.display())]
    OthersFolder { path: PathBuf },
    #[error("no ordinary user is there for the servers to run as")]
    NoServerUser,
    #[error("the sandbox's catalogue cannot be read")]
    Store(#[from] crate::state::StoreError),
    #[error("the sandbox's certificates cannot be made")]
    Certificates(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("`{name}` cannot be the name of a database, role or schema here")]
    UnfitName { name: String },
    #[error("the address cannot be listened on")]
    Listen(#[source] io::Error),
}

impl StartError {
    /// What to do next, as a whole sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::AlreadyRunning { .. } => {
                "Close the other sandbox, or start this one with another data folder.".into()
            }
            Self::PortTaken { port } => format!(
                "Stop the program that listens on {port}, or start the sandbox on another port; claim links made earlier name the old one."
            ),
            Self::PostgresNotFound { hint, .. } => hint.clone(),
            Self::PostgresTooOld { .. } => {
                "Install PostgreSQL 17.11 or a newer 17, or set PLINTH_POSTGRES_BIN to its folder of programs; `--allow-old-postgres`, or its switch in the Sandbox panel, serves from the old one all the same.".into()
            }
            Self::PostgresOtherMajor { .. } => {
                "Databases are made and opened by PostgreSQL 17 alone: install 17.11 or a newer 17, or set PLINTH_POSTGRES_BIN to its folder of programs.".into()
            }
            Self::PostgresBroken { .. } => {
                "Install what is missing, or set PLINTH_POSTGRES_BIN to the programs of another PostgreSQL 17.".into()
            }
            Self::DataFolder { .. } => {
                "Check that the folder exists, can be written and has space left.".into()
            }
            Self::OthersFolder { .. } => {
                "Start the sandbox as the folder's owner, or with a folder that only root writes to.".into()
            }
            Self::NoServerUser => {
                "PostgreSQL refuses to run as root: add a user named postgres, or start the sandbox as an ordinary user.".into()
            }
            Self::Store(_) => {
                "Start it with the version that ran last. Or move world.db out of the data folder to begin a new one: the data made earlier is then put aside, and can be put back in the Sandbox panel.".into()
            }
            Self::Certificates(_) => {
                "Remove the folder `tls` from the data folder and start again.".into()
            }
            Self::UnfitName { .. } => {
                "Use lower-case letters, digits and underscores, at most 63, not starting with a digit or `pg_`.".into()
            }
            Self::Listen(_) => "Check that the loopback interface is up.".into(),
        }
    }
}

use std::io;
use std::path::PathBuf;

/// Why a sandbox did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    #[error("a sandbox is already running on {}{}", data_dir.display(), pid.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    AlreadyRunning { data_dir: PathBuf, pid: Option<u32> },
    #[error("another program uses port {port}")]
    PortTaken { port: u16 },
    #[error("PostgreSQL 17 not found")]
    PostgresNotFound {
        looked_in: Vec<PathBuf>,
        hint: String,
    },
    #[error("PostgreSQL {version} in {} has known vulnerabilities", bin_dir.display())]
    PostgresTooOld { version: String, bin_dir: PathBuf },
    #[error("PostgreSQL {version} in {} is not version 17", bin_dir.display())]
    PostgresOtherMajor { version: String, bin_dir: PathBuf },
    #[error("PostgreSQL in {} does not run: {why}", bin_dir.display())]
    PostgresBroken { bin_dir: PathBuf, why: String },
    #[error("the data folder {} is not usable", path.display())]
    DataFolder {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("the data folder {} belongs to another user", path.display())]
    OthersFolder { path: PathBuf },
    #[error("other users can write to the data folder {}, and it is not empty", path.display())]
    OpenFolder { path: PathBuf },
    #[error("there is no regular user to run the servers")]
    NoServerUser,
    #[error("couldn't read the sandbox's state store")]
    Store(#[from] crate::state::StoreError),
    #[error("couldn't create the sandbox's certificates")]
    Certificates(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("`{name}` is not a valid name for a database, role, schema or auth provider")]
    UnfitName { name: String },
    #[error("`{region}` is not a region of the sandbox")]
    UnknownRegion { region: String },
    #[error("the sandbox couldn't listen on its address")]
    Listen(#[source] io::Error),
    #[error("the sandbox couldn't listen on {address}")]
    Bind {
        address: std::net::IpAddr,
        #[source]
        source: io::Error,
    },
    #[error("on {address} other machines could use the sandbox without a token")]
    TokenNeeded { address: std::net::IpAddr },
    #[error("on {address} the sandbox needs a name that clients use for this machine")]
    HostNameNeeded { address: std::net::IpAddr },
    #[error("`{name}` is not a host name or an IP address")]
    HostName { name: String },
    #[error("the token file {} can be read by other users", path.display())]
    TokenFileOpen { path: PathBuf },
    #[error("the token file {} {problem}", path.display())]
    TokenFile {
        path: PathBuf,
        problem: &'static str,
        #[source]
        source: Option<io::Error>,
    },
}

impl StartError {
    /// What to do next, as a whole sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::AlreadyRunning { .. } => {
                "Close the other sandbox, or start this one with another data folder.".into()
            }
            Self::PortTaken { port } => format!(
                "Stop the program that uses port {port}, or start the sandbox on another port. Earlier claim links keep the old port."
            ),
            Self::PostgresNotFound { hint, .. } => hint.clone(),
            Self::PostgresTooOld { .. } => {
                "Install PostgreSQL 17.11 or newer, or set PLINTH_POSTGRES_BIN to its `bin` folder. To use the old version anyway, pass `--allow-old-postgres` or allow it on the Sandbox screen.".into()
            }
            Self::PostgresOtherMajor { .. } => {
                "The sandbox needs PostgreSQL 17: install 17.11 or newer, or set PLINTH_POSTGRES_BIN to its `bin` folder.".into()
            }
            Self::PostgresBroken { .. } => {
                "Install what is missing, or set PLINTH_POSTGRES_BIN to the `bin` folder of another PostgreSQL 17.".into()
            }
            Self::DataFolder { .. } => {
                "Check that the folder exists, is writable and has free space.".into()
            }
            Self::OthersFolder { .. } => {
                "Start the sandbox as the folder's owner, or use a folder that is yours alone.".into()
            }
            Self::OpenFolder { .. } => {
                "Check what is in the folder and run `chmod go-w` on it, or use another one.".into()
            }
            Self::NoServerUser => {
                "PostgreSQL does not run as root. Add a user named postgres, or start the sandbox as a regular user.".into()
            }
            Self::Store(_) => {
                "Use the version that ran last. Or move world.db out of the data folder to start empty: existing data is then quarantined, and you can restore it on the Sandbox screen.".into()
            }
            Self::Certificates(_) => {
                "Delete the folder `tls` in the data folder, then start again.".into()
            }
            Self::UnfitName { .. } => {
                "Use at most 63 lowercase letters, digits and underscores, not starting with a digit or `pg_`. Some words are reserved, such as `postgres`, `public` and `none`.".into()
            }
            Self::UnknownRegion { .. } => {
                "Use a region as the API lists it, such as `us-east-2` or `aws-us-east-1`.".into()
            }
            Self::Listen(_) => "Check that the loopback interface is up.".into(),
            Self::Bind { .. } => {
                "Use an address of this machine, or 0.0.0.0 for all of them.".into()
            }
            Self::TokenNeeded { .. } => {
                "Pass `--token-file` with a file that holds at least 32 characters, or use 127.0.0.1.".into()
            }
            Self::HostNameNeeded { .. } => {
                "Pass `--host-name`. It goes into the certificate and into every connection string.".into()
            }
            Self::HostName { .. } => {
                "Use a name such as `db.test`, without a port, or an address such as 192.168.1.5.".into()
            }
            Self::TokenFileOpen { .. } if cfg!(windows) => {
                "Move it into a folder of your profile, such as %USERPROFILE%.".into()
            }
            Self::TokenFileOpen { path } => {
                format!("Close it to others: chmod 600 {}", path.display())
            }
            Self::TokenFile { path, .. } => format!(
                "Make a new one: (umask 077; openssl rand -hex 32 > {})",
                path.display()
            ),
        }
    }
}

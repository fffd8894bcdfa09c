use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::history::seen::HistoryConfig;
use crate::limits::RateLimits;
use crate::open_connections::ConnectionLimits;
use crate::postgres::own_roles::is_own_role;

/// What a sandbox is started with.
#[derive(Debug, Clone)]
pub struct Config {
    /// Everything the sandbox keeps: the store, keys, certificates and, unless the program runs
    /// as root, the data of the servers.
    pub data_dir: PathBuf,
    /// 0 keeps the port of the last start, or chooses one at the first.
    pub port: u16,
    pub postgres: PostgresChoice,
    /// Also serves from a PostgreSQL with known security holes.
    pub allow_old_postgres: bool,
    pub names: Names,
    pub clock: ClockMode,
    /// How long a server without connections keeps running.
    pub idle_after: Duration,
    /// How many servers run at once; the least recently used idle one is suspended to make room.
    /// None is as many as half of the memory that is free at the start has room for.
    pub max_running: Option<usize>,
    /// How long a start waits until fewer servers run.
    pub start_patience: Duration,
    /// `false` starts no PostgreSQL at all: databases exist in the store only.
    pub servers: bool,
    /// Where servers live when the program runs as root and `data_dir` is closed to the ordinary
    /// user that the servers run as.
    pub shared_dir: PathBuf,
    /// How many branches a project may have; any number when None.
    pub branches_limit: Option<usize>,
    /// Whether a branch that is made without `endpoints` gets a compute.
    pub compute_by_default: bool,
    /// How many temporary databases may wait to be claimed at once: whoever is on this machine can
    /// make them without a key.
    pub max_unclaimed: usize,
    /// Also other users of this machine get the pages by which a person claims a database or takes a
    /// project over. Only Linux tells them apart.
    pub claims_by_anyone: bool,
    /// None lets any number of requests through.
    pub rate_limits: Option<RateLimits>,
    /// How many clients may be connected, and how long they may be silent.
    pub connections: ConnectionLimits,
    /// How moments of the past are kept.
    pub history: HistoryConfig,
    /// How much of the disk it may take, in bytes; no database is made beyond that, and what is
    /// there goes on. None is half of what would be free without it; where files share
    /// blocks, what it seems to use and half of what is free.
    pub max_disk: Option<u64>,
    /// Deletes deleted projects and branches for good, the first to expire first, when nothing could be made otherwise.
    pub purge_deleted_when_full: bool,
    /// How many projects to fill in where they are not there yet, without a server for any.
    pub seed_projects: usize,
    /// How long each operation lasts at least, by the sandbox's clock.
    pub operation_pace: Duration,
    /// The address that the platform and its databases are reached at. Any but a loopback address lets
    /// other machines in, and then `host_names` and `token_file` must be there.
    pub bind: IpAddr,
    /// What clients call this machine besides its loopback names; the first is in every connection
    /// string and link, all are in the servers' certificate.
    pub host_names: Vec<String>,
    /// A file with the token that each request must bring.
    pub token_file: Option<PathBuf>,
    /// The program ends when its standard input does, as that of a child does with its parent.
    pub end_with_stdin: bool,
    /// How long a query over HTTP may take.
    pub sql_timeout: Duration,
    /// Is told of each mail server that a test message goes to: nothing else of the sandbox leaves this machine.
    pub mail_observer: Option<MailObserver>,
}

type Told = dyn Fn(&str, u16) + Send + Sync;

/// Who is told of a mail server's host and port before the sandbox connects to it.
#[derive(Clone)]
pub struct MailObserver(Arc<Told>);

impl MailObserver {
    pub fn new(told: impl Fn(&str, u16) + Send + Sync + 'static) -> Self {
        Self(Arc::new(told))
    }

    pub(crate) fn tell(&self, host: &str, port: u16) {
        (self.0)(host, port);
    }
}

impl fmt::Debug for MailObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailObserver").finish_non_exhaustive()
    }
}

impl Config {
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            port: 0,
            postgres: PostgresChoice::default(),
            allow_old_postgres: false,
            names: Names::default(),
            clock: ClockMode::Real,
            idle_after: Duration::from_secs(300),
            max_running: None,
            start_patience: Duration::from_secs(15),
            servers: true,
            shared_dir: PathBuf::from("/var/lib/plinth-sandbox"),
            branches_limit: None,
            compute_by_default: true,
            max_unclaimed: 50,
            claims_by_anyone: false,
            rate_limits: Some(RateLimits::default()),
            connections: ConnectionLimits::default(),
            history: HistoryConfig::default(),
            max_disk: None,
            purge_deleted_when_full: false,
            seed_projects: 0,
            operation_pace: Duration::ZERO,
            bind: Ipv4Addr::LOCALHOST.into(),
            host_names: Vec::new(),
            token_file: None,
            end_with_stdin: false,
            sql_timeout: Duration::from_secs(60),
            mail_observer: None,
        }
    }
}

/// Which PostgreSQL the sandbox runs.
#[derive(Debug, Clone)]
pub enum PostgresChoice {
    /// `PLINTH_POSTGRES_BIN`; else the first bundled folder that is there (one that holds `bin`,
    /// `lib`, `share`), then `PLINTH_POSTGRES_DIR`, then, in a development build, the checkout's
    /// `.plinth/postgres`; an installed PostgreSQL 17 where that is newer.
    Auto { bundled: Vec<PathBuf> },
    /// This folder of programs and no other.
    BinDir(PathBuf),
}

impl Default for PostgresChoice {
    fn default() -> Self {
        Self::Auto {
            bundled: Vec::new(),
        }
    }
}

/// The names that differ from one platform to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    pub database: String,
    pub role: String,
    pub auth_provider: String,
    pub auth_schema: String,
    /// The organization that is there from the start.
    pub organization: String,
    pub region: String,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            database: "svcdb".into(),
            role: "svcdb_owner".into(),
            auth_provider: "provider_one".into(),
            auth_schema: "svc_auth".into(),
            organization: "Personal".into(),
            region: "us-east-2".into(),
        }
    }
}

impl Names {
    /// The first name that PostgreSQL or a URL would not take as it stands.
    pub(crate) fn first_unfit(&self) -> Option<&str> {
        [
            &self.database,
            &self.role,
            &self.auth_schema,
            &self.auth_provider,
        ]
        .into_iter()
        .map(String::as_str)
        .find(|name| !is_plain_identifier(name))
    }
}

/// What means something else where a role or a schema is expected; the schema of users is dropped with
/// all that is in it.
const TAKEN: [&str; 4] = ["information_schema", "none", "postgres", "public"];

fn is_plain_identifier(name: &str) -> bool {
    let starts_well = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    let reserved = name.starts_with("pg_")
        || name.starts_with("template")
        || TAKEN.contains(&name)
        || is_own_role(name);
    starts_well
        && !reserved
        && name.len() <= 63
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockMode {
    /// The system's clock.
    Real,
    /// The system's clock plus an offset that can be moved forward and is kept between starts.
    Manual,
}

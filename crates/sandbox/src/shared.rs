use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::changes::Changes;
use crate::clock::Clock;
use crate::config::Config;
use crate::connection::Place;
use crate::fault::Faults;
use crate::folder::Folder;
use crate::key_usage::KeyUses;
use crate::keyed_mutex::KeyedMutex;
use crate::limits::Limits;
use crate::meter::UsageMeter;
use crate::operation::engine::Engine;
use crate::operation::verified_passwords::VerifiedPasswords;
use crate::ports::Ports;
use crate::postgres::authority::Authority;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::stock::Servers;
use crate::random::Random;
use crate::reach::Reach;
use crate::request_log::RequestLog;
use crate::state::{Secret, StateStore, StoreError};

pub(crate) const CLOCK_OFFSET: &str = "clock_offset_ms";
pub(crate) const CLOCK_SHIFTS: &str = "clock_shifts";

/// What every request and task of one sandbox works with.
#[derive(Debug)]
pub struct Shared {
    pub config: Config,
    pub folder: Folder,
    pub store: StateStore,
    pub clock: Arc<Clock>,
    pub random: Arc<Random>,
    pub changed: Arc<Changes>,
    pub faults: Faults,
    pub log: RequestLog,
    pub authority: Arc<Authority>,
    pub place: Place,
    pub reach: Reach,
    /// None when the servers are turned off.
    pub servers: Option<Servers>,
    pub ports: Ports,
    pub port: u16,
    pub key: Secret,
    pub admin_key: Secret,
    /// Cancelled first of all when the sandbox stops.
    pub stop: CancellationToken,
    /// Cancelled when what was under way did not end in time.
    pub give_up: CancellationToken,
    pub tasks: TaskTracker,
    /// One creation at a time for each id that a client chose.
    pub creating: KeyedMutex<uuid::Uuid>,
    /// Computes are put behind new ports one after the other.
    pub placing: tokio::sync::Mutex<()>,
    pub engine: Engine,
    pub verified_passwords: VerifiedPasswords,
    pub limits: Limits,
    pub uses: KeyUses,
    pub meter: UsageMeter,
    pub space: crate::space::usage::Space,
    pub history: crate::history::seen::Histories,
    /// Changes of a project's auth integration run one after the other.
    pub auth_locks: KeyedMutex<String>,
    pub sign_ins: crate::sign_ins::SignIns,
    /// The schemas of a branch are read one after the other: the role that reads them is there once.
    pub schema_reads: KeyedMutex<String>,
    pub quarantine: crate::quarantine::size_cache::SizeCache,
}

impl Shared {
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn origin(&self) -> String {
        format!("http://{}:{}", self.reach.host(), self.port)
    }

    /// Where this machine reaches it whatever it is called.
    pub fn local_url(&self) -> String {
        format!("http://{}:{}", self.reach.local_host(), self.port)
    }

    pub fn pool(&self) -> Option<&Arc<ServerPool>> {
        self.servers.as_ref().map(|servers| &servers.pool)
    }

    pub fn claim_url(&self, id: uuid::Uuid) -> String {
        format!("{}/claim/{id}", self.origin())
    }

    pub fn store_offset(&self, offset: chrono::TimeDelta) -> Result<(), StoreError> {
        self.store
            .set_meta(CLOCK_OFFSET, &offset.num_milliseconds().to_string())
    }

    /// For moments of the past, which PostgreSQL knows by the system's clock.
    pub fn store_shifts(&self) -> Result<(), StoreError> {
        let shifts = serde_json::to_string(&self.clock.shifts()).unwrap_or_default();
        self.store.set_meta(CLOCK_SHIFTS, &shifts)
    }
}

use chrono::TimeDelta;
use serde::Serialize;

use crate::clock::millis;
use crate::postgres::binaries::PostgresVersion;
use crate::postgres::compute::{Compute, ServerState};
use crate::shared::Shared;
use crate::space::DiskUse;
use crate::state::{Endpoint, PlatformState, temporary};

/// One server as a screen shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerStatus {
    pub project_id: String,
    pub endpoint_id: String,
    /// The project's name.
    pub name: String,
    pub branch_id: String,
    /// The branch's name.
    pub branch: String,
    /// Whether it is the project's default branch.
    pub default: bool,
    pub read_only: bool,
    /// How much of its branch's WAL a read-only one that runs has not replayed yet.
    pub behind_bytes: Option<u64>,
    pub state: ServerState,
    /// Why the state is `Failed`.
    pub failure: Option<String>,
    pub port: u16,
    pub storage_bytes: u64,
    /// What the platform would allow; the sandbox measures and does not enforce.
    pub storage_limit_bytes: u64,
    pub transfer_bytes: u64,
    pub transfer_limit_bytes: u64,
    pub connections: usize,
    /// When it will be suspended if nobody sends anything and no transaction is open; none when it is
    /// suspended already.
    #[serde(rename = "sleeps_after_seconds")]
    pub suspends_after_seconds: Option<u64>,
    /// `UNCLAIMED`, `CLAIMING`, `CLAIMED`; none for a project that was never temporary.
    pub claim_status: Option<&'static str>,
    /// None once claimed.
    pub expires_at: Option<chrono::DateTime<chrono::Utc>>,
}

/// All servers, oldest first.
pub fn servers(shared: &Shared) -> Vec<ServerStatus> {
    let mut all = shared.store.read(|state| {
        let endpoints = state.endpoints.values();
        endpoints
            .filter_map(|it| Some((it.created_at, server(shared, state, it)?)))
            .collect::<Vec<_>>()
    });
    all.sort_by(|left, right| (left.0, &left.1.endpoint_id).cmp(&(right.0, &right.1.endpoint_id)));
    all.into_iter().map(|(_, server)| server).collect()
}

/// None for what never had a port, because it was only seeded, or what is deleted.
fn server(shared: &Shared, state: &PlatformState, endpoint: &Endpoint) -> Option<ServerStatus> {
    let port = endpoint.port.filter(|_| state.is_served(endpoint))?;
    let branch = state.branches.get(&endpoint.branch_id)?;
    let project = state.projects.get(&endpoint.project_id)?;
    let compute = shared.pool().and_then(|pool| pool.get(&endpoint.id));
    let compute = compute.as_deref();
    let record = state.temporary_of(&endpoint.project_id);
    let status = record.map(|record| record.status);
    let limits = temporary::limits(status);
    Some(ServerStatus {
        project_id: endpoint.project_id.clone(),
        endpoint_id: endpoint.id.clone(),
        name: project.name.clone(),
        branch_id: branch.id.clone(),
        branch: branch.name.clone(),
        default: branch.default,
        read_only: endpoint.read_only,
        behind_bytes: compute.and_then(Compute::behind).map(|it| it.bytes),
        state: compute.map_or(ServerState::Suspended, Compute::state),
        failure: compute.and_then(Compute::failure),
        port,
        storage_bytes: compute.map_or(0, Compute::storage_bytes),
        storage_limit_bytes: limits.storage_bytes,
        transfer_bytes: compute.map_or(endpoint.transfer_bytes, Compute::transfer_bytes),
        transfer_limit_bytes: limits.transfer_bytes,
        connections: compute.map_or(0, Compute::connections),
        suspends_after_seconds: compute.and_then(|compute| suspends_after(shared, compute)),
        claim_status: status.map(crate::state::ClaimStatus::word),
        expires_at: record
            .map(|record| record.expires_at)
            .filter(|expires_at| *expires_at != temporary::never()),
    })
}

fn suspends_after(shared: &Shared, compute: &Compute) -> Option<u64> {
    if compute.state() != ServerState::Running || compute.is_kept_alive() {
        return None;
    }
    let idle_after = compute.idle_after(shared.config.idle_after)?;
    let idle_after = TimeDelta::from_std(idle_after).ok()?;
    let left = compute.last_used() + idle_after - shared.now();
    Some(u64::try_from(left.num_seconds()).unwrap_or(0))
}

/// The sandbox in a few words.
#[derive(Debug, Serialize)]
pub struct Status {
    base_url: String,
    instant_url: String,
    now: String,
    postgres: Option<PostgresVersion>,
    ca_file: std::path::PathBuf,
    /// The folder of the servers' data, where that is not in the data folder.
    servers_folder: Option<std::path::PathBuf>,
    databases: usize,
    running: usize,
    max_running: usize,
    max_running_by: &'static str,
    idle_after_seconds: u64,
    /// What was quarantined, because nobody knows it or it could not be read.
    quarantined: usize,
    disk: DiskUse,
    /// What its runtime works on or waits for.
    tasks: usize,
}

impl Status {
    pub fn of(shared: &Shared) -> Self {
        let servers = servers(shared);
        Self {
            base_url: format!("{}/api/v2", shared.origin()),
            instant_url: shared.origin(),
            now: millis(shared.now()),
            postgres: shared
                .servers
                .as_ref()
                .map(|servers| servers.pool.pg.clone()),
            ca_file: shared.authority.ca_file(),
            servers_folder: shared.folder.servers_elsewhere().map(Into::into),
            databases: servers.len(),
            running: servers
                .iter()
                .filter(|it| it.state == ServerState::Running)
                .count(),
            max_running: shared.pool().map_or(0, |pool| pool.max_running()),
            max_running_by: match shared.config.max_running {
                Some(_) => "option",
                None => "memory",
            },
            idle_after_seconds: shared.config.idle_after.as_secs(),
            quarantined: crate::quarantine::count(shared),
            disk: shared.space.last(shared.config.max_disk),
            tasks: tokio::runtime::Handle::current()
                .metrics()
                .num_alive_tasks(),
        }
    }
}

//! Computes behind their ports.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::operation::error::TaskError;
use crate::postgres::compute::{Admission, Compute, ComputeConfig};
use crate::postgres::follow::Follow;
use crate::postgres::replica::Followed;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::transition::Cause;
use crate::shared::Shared;
use crate::state::{
    Branch, BranchState, ChangeError, Endpoint, PlatformState, Project, Quota, Record, allowed_ips,
    quota,
};

pub async fn reserve_port(
    shared: &Shared,
) -> std::io::Result<(u16, Option<Vec<tokio::net::TcpListener>>)> {
    let known = |port| {
        let taken = |state: &PlatformState| state.port_is_known(port);
        port == shared.port || shared.store.read(taken)
    };
    shared.ports.reserve(&shared.random, known).await
}

/// The compute of an endpoint, put behind a port of its own when it has none yet.
pub async fn ensure_compute(
    shared: &Arc<Shared>,
    endpoint_id: &str,
) -> Result<Arc<Compute>, TaskError> {
    let pool = shared.pool().ok_or(TaskError::Missing)?;
    let _alone = shared.placing.lock().await;
    if let Some(compute) = pool.get(endpoint_id) {
        return Ok(compute);
    }
    let known = |state: &PlatformState| state.endpoints.get(endpoint_id).map(|it| it.port);
    let (port, listeners) = match shared.store.read(known).ok_or(TaskError::Missing)? {
        // Listened on before a reply says that it is there.
        Some(port) => (port, shared.ports.listen_on(port).await.ok()),
        None => reserve_port(shared).await.map_err(TaskError::NoPort)?,
    };
    let endpoint = with_port(shared, endpoint_id, port).await?;
    let listeners = listeners.filter(|_| endpoint.port == Some(port));
    Ok(add_compute(shared, pool, &endpoint, listeners))
}

/// The port of an endpoint, chosen now when it has none yet.
pub async fn ensure_port(shared: &Arc<Shared>, endpoint_id: &str) -> Result<u16, TaskError> {
    let known = |state: &PlatformState| state.endpoints.get(endpoint_id).map(|it| it.port);
    match shared.store.read(known) {
        None => Err(TaskError::Missing),
        Some(Some(port)) => Ok(port),
        Some(None) if shared.servers.is_some() => {
            Ok(ensure_compute(shared, endpoint_id).await?.port)
        }
        Some(None) => unlistened_port(shared, endpoint_id).await,
    }
}

/// Without servers a port is only a number.
async fn unlistened_port(shared: &Shared, endpoint_id: &str) -> Result<u16, TaskError> {
    let _alone = shared.placing.lock().await;
    let (port, _) = reserve_port(shared).await.map_err(TaskError::NoPort)?;
    let endpoint = with_port(shared, endpoint_id, port).await?;
    Ok(endpoint.port.unwrap_or(port))
}

/// The endpoint with the port written down, unless it has one already.
async fn with_port(shared: &Shared, endpoint_id: &str, port: u16) -> Result<Endpoint, TaskError> {
    let id = endpoint_id.to_owned();
    let committed = shared.store.change(move |state| {
        let endpoint = state.endpoints.get(&id).ok_or(())?;
        let endpoint = Endpoint {
            port: Some(endpoint.port.unwrap_or(port)),
            ..endpoint.clone()
        };
        Ok((vec![Record::Endpoint(endpoint.clone())], endpoint))
    });
    committed.await.map_err(|error| match error {
        ChangeError::Refused(()) => TaskError::Missing,
        _ => TaskError::CommitFailed,
    })
}

/// Puts an endpoint's compute behind its port, with its stored settings.
pub fn add_compute(
    shared: &Shared,
    pool: &Arc<ServerPool>,
    endpoint: &Endpoint,
    listeners: Option<Vec<tokio::net::TcpListener>>,
) -> Arc<Compute> {
    let now = shared.now();
    let (project, branch, storage_bytes, exceeded, keeps_history) = shared.store.read(|state| {
        let project = state.projects.get(&endpoint.project_id).cloned();
        let branch = state.branches.get(&endpoint.branch_id).cloned();
        let last = state
            .hours_of_branch(&endpoint.project_id, &endpoint.branch_id)
            .next_back();
        let exceeded = exceeded(state, endpoint, now);
        let storage_bytes = last.map_or(0, |it| it.storage_bytes);
        let keeps_history = state.restore_window(&endpoint.project_id).is_some();
        (project, branch, storage_bytes, exceeded, keeps_history)
    });
    let of_branch = shared.folder.cluster(&endpoint.branch_id);
    let (cluster, follows) = match endpoint.read_only {
        true => {
            let follows: Arc<dyn Follow> = Arc::new(Followed {
                pool: Arc::clone(pool),
                branch: of_branch,
            });
            (shared.folder.replica(&endpoint.id), Some(follows))
        }
        false => (of_branch, None),
    };
    let config = ComputeConfig {
        endpoint_id: endpoint.id.clone(),
        port: endpoint.port.unwrap_or_default(),
        cluster,
        follows,
        log: shared.folder.log(&endpoint.id),
        logical_replication: project.as_ref().is_some_and(|it| it.logical_replication),
        transfer_bytes: endpoint.transfer_bytes,
        storage_bytes,
    };
    let compute = pool.add(config, listeners);
    configure(
        &compute,
        endpoint,
        project.as_ref(),
        branch.as_ref(),
        exceeded,
    );
    compute.set_keeps_history(keeps_history);
    compute
}

/// After a restore of its branch: what follows the data makes a new copy at its next start.
pub async fn suspend_read_only(shared: &Shared, branch_id: &str) {
    let Some(pool) = shared.pool() else { return };
    let read_only: Vec<_> = shared.store.read(|state| {
        let all = state.endpoints_of_branch(branch_id);
        let read_only = all.filter(|it| it.read_only);
        read_only.filter_map(|it| pool.get(&it.id)).collect()
    });
    for compute in read_only {
        compute.suspend_for(Cause::Restore).await;
    }
}

/// The quota of an endpoint's project that is used up.
pub fn exceeded(state: &PlatformState, endpoint: &Endpoint, now: DateTime<Utc>) -> Option<Quota> {
    let project = state.projects.get(&endpoint.project_id)?;
    quota::exceeded(state, project, &endpoint.branch_id, now)
}

/// Hands on what was stored, after a change of the endpoint, its branch or its project.
pub fn apply_settings(shared: &Shared, endpoint_id: &str) {
    let Some(compute) = shared.pool().and_then(|pool| pool.get(endpoint_id)) else {
        return;
    };
    shared.store.read(|state| {
        if let Some(endpoint) = state.endpoints.get(endpoint_id) {
            let project = state.projects.get(&endpoint.project_id);
            let branch = state.branches.get(&endpoint.branch_id);
            let exceeded = exceeded(state, endpoint, shared.now());
            configure(&compute, endpoint, project, branch, exceeded);
            compute.set_keeps_history(state.restore_window(&endpoint.project_id).is_some());
        }
    });
}

/// Some of it takes effect at the next start.
fn configure(
    compute: &Compute,
    endpoint: &Endpoint,
    project: Option<&Project>,
    branch: Option<&Branch>,
    exceeded: Option<Quota>,
) {
    let is_being_made =
        branch.is_some_and(|it| matches!(it.state, BranchState::Init | BranchState::Resetting));
    compute.set_data_ready(!is_being_made);
    match endpoint.size.suspend_timeout_seconds {
        0 => compute.use_default_idle_after(),
        seconds => compute.set_idle_after(u64::try_from(seconds).ok().map(Duration::from_secs)),
    }
    compute.set_max_cu(endpoint.size.max_cu);
    if let Some(project) = project {
        compute.set_logical_replication(project.logical_replication);
    }
    let blocked = project.is_some_and(|it| it.setting("block_public_connections"));
    let refused = if endpoint.disabled {
        Some("the compute is disabled".to_owned())
    } else if blocked {
        Some("public connections to this project are blocked".to_owned())
    } else {
        None
    };
    compute.set_admission(Admission {
        refused,
        allowed: project.and_then(|it| allowed_ips::of(it, branch)),
        exceeded,
    });
}

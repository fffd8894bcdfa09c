//! Computes behind their ports.

use std::sync::Arc;
use std::time::Duration;

use crate::operation::error::TaskError;
use crate::postgres::compute::{Compute, Plan};
use crate::postgres::fleet::Yard;
use crate::postgres::proxy;
use crate::shared::Shared;
use crate::world::{Branch, BranchState, ChangeError, Endpoint, Project, Row, World};

pub async fn reserve(
    shared: &Shared,
) -> std::io::Result<(u16, Option<Vec<tokio::net::TcpListener>>)> {
    let known = |port| {
        let taken = |world: &World| world.port_is_known(port);
        port == shared.port || shared.catalogue.read(taken)
    };
    shared.ports.reserve(&shared.random, known).await
}

/// The compute of an endpoint, put behind a port of its own when it has none yet.
pub async fn placed(shared: &Arc<Shared>, endpoint_id: &str) -> Result<Arc<Compute>, TaskError> {
    let yard = shared.yard().ok_or(TaskError::Missing)?;
    let _alone = shared.placing.lock().await;
    if let Some(compute) = yard.get(endpoint_id) {
        return Ok(compute);
    }
    let known = |world: &World| world.endpoints.get(endpoint_id).map(|it| it.port);
    let (port, listeners) = match shared.catalogue.read(known).ok_or(TaskError::Missing)? {
        // Listened on before anybody is told that it is there.
        Some(port) => (port, proxy::listen(port).await.ok()),
        None => reserve(shared).await.map_err(TaskError::NoPort)?,
    };
    let endpoint = with_port(shared, endpoint_id, port).await?;
    let listeners = listeners.filter(|_| endpoint.port == Some(port));
    Ok(place(shared, yard, &endpoint, listeners))
}

/// The port of an endpoint, chosen now when it has none yet.
pub async fn port(shared: &Arc<Shared>, endpoint_id: &str) -> Result<u16, TaskError> {
    let known = |world: &World| world.endpoints.get(endpoint_id).map(|it| it.port);
    match shared.catalogue.read(known) {
        None => Err(TaskError::Missing),
        Some(Some(port)) => Ok(port),
        Some(None) if shared.servers.is_some() => Ok(placed(shared, endpoint_id).await?.port),
        Some(None) => unlistened_port(shared, endpoint_id).await,
    }
}

/// Without servers a port is only a number.
async fn unlistened_port(shared: &Shared, endpoint_id: &str) -> Result<u16, TaskError> {
    let _alone = shared.placing.lock().await;
    let (port, _) = reserve(shared).await.map_err(TaskError::NoPort)?;
    let endpoint = with_port(shared, endpoint_id, port).await?;
    Ok(endpoint.port.unwrap_or(port))
}

/// The endpoint with the port written down, unless it has one already.
async fn with_port(shared: &Shared, endpoint_id: &str, port: u16) -> Result<Endpoint, TaskError> {
    let id = endpoint_id.to_owned();
    let kept = shared.catalogue.change(move |world| {
        let endpoint = world.endpoints.get(&id).ok_or(())?;
        let endpoint = Endpoint {
            port: Some(endpoint.port.unwrap_or(port)),
            ..endpoint.clone()
        };
        Ok((vec![Row::Endpoint(endpoint.clone())], endpoint))
    });
    kept.await.map_err(|error| match error {
        ChangeError::Refused(()) => TaskError::Missing,
        _ => TaskError::NotKept,
    })
}

/// Puts an endpoint's compute behind its port, with the settings that the catalogue has for it.
pub fn place(
    shared: &Shared,
    yard: &Arc<Yard>,
    endpoint: &Endpoint,
    listeners: Option<Vec<tokio::net::TcpListener>>,
) -> Arc<Compute> {
    let (project, branch, storage_bytes) = shared.catalogue.read(|world| {
        let project = world.projects.get(&endpoint.project_id).cloned();
        let branch = world.branches.get(&endpoint.branch_id).cloned();
        let last = world
            .hours_of_branch(&endpoint.project_id, &endpoint.branch_id)
            .next_back();
        (project, branch, last.map_or(0, |it| it.storage_bytes))
    });
    let plan = Plan {
        endpoint_id: endpoint.id.clone(),
        port: endpoint.port.unwrap_or_default(),
        cluster: shared.folder.cluster(&endpoint.branch_id),
        log: shared.folder.log(&endpoint.id),
        logical_replication: project.as_ref().is_some_and(|it| it.logical_replication),
        transfer_bytes: endpoint.transfer_bytes,
        storage_bytes,
    };
    let compute = Yard::place(yard, plan, listeners);
    settle(&compute, endpoint, project.as_ref(), branch.as_ref());
    compute
}

/// The same once more, for a compute whose endpoint, branch or project has changed.
pub fn resettle(shared: &Shared, endpoint_id: &str) {
    let Some(compute) = shared.yard().and_then(|yard| yard.get(endpoint_id)) else {
        return;
    };
    shared.catalogue.read(|world| {
        if let Some(endpoint) = world.endpoints.get(endpoint_id) {
            let project = world.projects.get(&endpoint.project_id);
            let branch = world.branches.get(&endpoint.branch_id);
            settle(&compute, endpoint, project, branch);
        }
    });
}

/// Hands a compute what its endpoint, branch and project say of it; some of it counts from its
/// next start.
fn settle(
    compute: &Compute,
    endpoint: &Endpoint,
    project: Option<&Project>,
    branch: Option<&Branch>,
) {
    let in_the_making =
        branch.is_some_and(|it| matches!(it.state, BranchState::Init | BranchState::Resetting));
    compute.set_whole(!in_the_making);
    match endpoint.size.suspend_timeout_seconds {
        0 => compute.rest_as_usual(),
        seconds => compute.set_idle_after(u64::try_from(seconds).ok().map(Duration::from_secs)),
    }
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
    compute.set_refused(refused);
}

//! The work of each kind of operation.

use std::sync::Arc;

use super::data::{self, Copy};
use super::effect::{
    Data, Effect, Restored, applied, both, note, nothing, ready, removed, restored, started,
    suspended, woken,
};
use super::error::TaskError;
use super::finalize::finalize;
use super::snapshot::taken;
use super::sync_from_server::as_found;
use crate::postgres::compute::{Quiet, ServerState};
use crate::postgres::copy::Copied;
use crate::postgres::session::{Admin, Session};
use crate::postgres::sql::SqlError;
use crate::postgres::stock::Servers;
use crate::postgres::transition::Cause;
use crate::postgres::{WakeError, apply};
use crate::provision;
use crate::shared::Shared;
use crate::state::{Branch, Endpoint, Operation, PlatformState, Task};

pub async fn perform(shared: &Arc<Shared>, operation: &Operation) -> Result<Effect, TaskError> {
    let now = shared.now();
    let made = match shared.servers {
        Some(_) => Data::Made,
        None => Data::Unmade,
    };
    match &operation.task {
        Task::RecordOnly | Task::External => Ok(note(operation, now)),
        Task::CreateTimeline => {
            let branch = branch(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &branch.id).await?;
            }
            Ok(ready(branch.id, now, made, None))
        }
        Task::CreateBranch {
            from,
            schema_only,
            at,
        } => {
            let branch = branch(shared, operation)?;
            let Copied { lsn, found } = match &shared.servers {
                Some(servers) => {
                    let copy = Copy {
                        from,
                        at: at.as_ref(),
                    };
                    data::create_branch(shared, servers, copy, &branch.id, *schema_only).await?
                }
                None => unmade(),
            };
            let id = branch.id.clone();
            let done = if branch.snapshot.is_some() {
                taken(shared, &branch, now, made, lsn).await
            } else {
                // One that is made of a snapshot has no parent whose position that would be.
                let lsn = branch.restored_from.is_none().then_some(lsn);
                ready(branch.id, now, made, lsn)
            };
            Ok(match found {
                Some(found) => both(
                    done,
                    Box::new(move |state| as_found(state, &id, &id, &found, now)),
                ),
                None => done,
            })
        }
        Task::FinalizeRestore { former_name } => {
            let branch = branch(shared, operation)?;
            finalize(shared, &branch.id, former_name).await?;
            Ok(nothing())
        }
        Task::Restore {
            from,
            preserve_as,
            at,
            ..
        } => {
            let branch = branch(shared, operation)?;
            let Copied { lsn, found } = match &shared.servers {
                Some(servers) => {
                    let copy = Copy {
                        from,
                        at: at.as_ref(),
                    };
                    data::restore(shared, servers, copy, &branch.id, preserve_as.as_deref()).await?
                }
                None => unmade(),
            };
            let source = Restored {
                from: from.clone(),
                preserve_as: preserve_as.clone(),
                at: at.clone(),
                lsn,
                found,
            };
            Ok(restored(source, branch.id, now, made))
        }
        Task::StartCompute => {
            let endpoint = endpoint(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &endpoint.branch_id).await?;
                start(shared, servers, &endpoint.id).await?;
            }
            Ok(started(endpoint.id, now))
        }
        Task::SuspendCompute => {
            let endpoint = endpoint(shared, operation)?;
            if let Some(compute) = shared.pool().and_then(|pool| pool.get(&endpoint.id)) {
                // One that was disabled lets nobody in from before it stops.
                provision::computes::apply_settings(shared, &endpoint.id);
                compute.suspend().await;
            }
            Ok(suspended(endpoint.id, now))
        }
        Task::RetireCompute => {
            if let (Some(pool), Some(id)) = (shared.pool(), &operation.endpoint_id) {
                pool.remove(id).await;
            }
            let id = operation.endpoint_id.clone().unwrap_or_default();
            Ok(suspended(id, now))
        }
        Task::CheckAvailability => {
            let branch = branch(shared, operation)?;
            match &shared.servers {
                Some(servers) => check(shared, servers, &branch.id).await,
                None => Ok(nothing()),
            }
        }
        Task::ApplyConfig(changes) => {
            let branch = branch(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &branch.id).await?;
                let server = data::maintenance_server(shared, servers, &branch.id).await?;
                let admin = &servers.admin;
                apply::apply(server.port, admin, changes).await?;
                server.finish().await;
            }
            let done = applied(branch.id, changes.clone(), now);
            Ok(match running_compute(shared, operation) {
                Some(endpoint) => both(done, woken(endpoint, now)),
                None => done,
            })
        }
        Task::RemoveData { branch_ids } => {
            let branch_ids = shared
                .store
                .read(|state| removable(state, operation, branch_ids));
            data::remove(shared, &branch_ids).await?;
            Ok(removed(operation, branch_ids, now))
        }
    }
}

/// Of a sandbox without servers.
fn unmade() -> Copied {
    Copied {
        lsn: data::first_lsn(),
        found: None,
    }
}

/// The operation's compute, if its server runs.
fn running_compute(shared: &Shared, operation: &Operation) -> Option<String> {
    let id = operation.endpoint_id.as_ref()?;
    let compute = shared.pool()?.get(id)?;
    (compute.state() == ServerState::Running).then(|| id.clone())
}

/// Those of the branches whose data may be removed: not one that was recovered meanwhile.
fn removable(state: &PlatformState, operation: &Operation, branch_ids: &[String]) -> Vec<String> {
    let project = state.projects.get(&operation.project_id);
    let with_project = project.is_none_or(|it| it.deleted_at.is_some());
    let is_removable = |id: &&String| {
        let branch = state.branches.get(*id);
        with_project || branch.is_none_or(|it| it.deleted.is_some())
    };
    branch_ids.iter().filter(is_removable).cloned().collect()
}

/// Removes data that an operation made for a branch or project that was removed meanwhile.
pub async fn remove_leftovers(shared: &Arc<Shared>, operation: &Operation) {
    let (branch, endpoint) = shared.store.read(|state| {
        let branch = operation.branch_id.clone();
        let endpoint = operation.endpoint_id.clone();
        (
            branch.filter(|id| !state.branches.contains_key(id)),
            endpoint.filter(|id| !state.endpoints.contains_key(id)),
        )
    });
    if let (Some(pool), Some(endpoint)) = (shared.pool(), endpoint) {
        pool.remove(&endpoint).await;
    }
    let branches: Vec<String> = branch.into_iter().collect();
    if let Err(error) = data::remove(shared, &branches).await {
        tracing::warn!(%error, "some data of a removed project was not removed");
    }
}

/// A suspended server is woken for this and suspended again afterwards, unless somebody connected.
async fn check(shared: &Shared, servers: &Servers, branch_id: &str) -> Result<Effect, TaskError> {
    data::ensure(shared, servers, branch_id).await?;
    let endpoint = data::endpoint_of(shared, branch_id);
    let compute = endpoint.and_then(|id| servers.pool.get(&id));
    let suspended = compute.filter(|it| it.state() != ServerState::Running);
    let server = data::maintenance_server(shared, servers, branch_id).await?;
    ping(server.port, &servers.admin).await?;
    server.finish().await;
    let Some(compute) = suspended else {
        return Ok(nothing());
    };
    if compute
        .suspend_if_idle(Cause::Operation, Quiet::NOBODY)
        .await
        || compute.state() != ServerState::Running
    {
        return Ok(nothing());
    }
    Ok(woken(compute.endpoint_id.clone(), shared.now()))
}

/// The server answers SQL before this returns.
async fn start(shared: &Arc<Shared>, servers: &Servers, endpoint: &str) -> Result<(), TaskError> {
    let compute = provision::computes::ensure_compute(shared, endpoint).await?;
    // What its call has changed counts from this start on.
    provision::computes::apply_settings(shared, endpoint);
    if let Some(quota) = compute.exceeded() {
        return Err(WakeError::OverQuota(quota).into());
    }
    let guard = compute.keep_alive();
    let port = compute.wake().await?;
    ping(port, &servers.admin).await?;
    drop(guard);
    Ok(())
}

async fn ping(port: u16, admin: &Admin) -> Result<(), SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    session.run("SELECT 1").await?;
    session.close().await
}

fn branch(shared: &Shared, operation: &Operation) -> Result<Branch, TaskError> {
    let id = operation.branch_id.as_deref().unwrap_or_default();
    shared
        .store
        .read(|state| state.branches.get(id).cloned())
        .ok_or(TaskError::Missing)
}

fn endpoint(shared: &Shared, operation: &Operation) -> Result<Endpoint, TaskError> {
    let id = operation.endpoint_id.as_deref().unwrap_or_default();
    shared
        .store
        .read(|state| state.endpoints.get(id).cloned())
        .ok_or(TaskError::Missing)
}

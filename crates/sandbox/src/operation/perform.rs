//! What operations really do.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::data;
use crate::postgres::session::Session;
use crate::postgres::sql::SqlError;
use crate::postgres::stock::{Servers, StockError};
use crate::postgres::{WakeError, apply, copy};
use crate::provision;
use crate::shared::Shared;
use crate::world::{
    Action, Branch, BranchState, Endpoint, EndpointState, Gone, Operation, Role, Row, Secret, Task,
    World,
};

/// The rows of an operation's end, decided on the world of that moment.
pub type Effect = Box<dyn FnOnce(&World) -> Vec<Row> + Send>;

pub fn nothing() -> Effect {
    Box::new(|_| Vec::new())
}

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Stock(#[from] StockError),
    #[error(transparent)]
    Copy(#[from] copy::CopyError),
    #[error(transparent)]
    Sql(#[from] SqlError),
    #[error("the data could not be moved or removed")]
    Files(#[from] std::io::Error),
    #[error("no port is free")]
    NoPort(#[source] std::io::Error),
    #[error("what this is about is no longer there")]
    Missing,
    #[error("the sandbox could not write this down")]
    NotKept,
    #[error("the sandbox is stopping")]
    Stopping,
}

impl TaskError {
    /// In one line, with what the server itself said.
    pub fn told(&self) -> String {
        let mut line = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(error) = source {
            line = format!("{line}: {error}");
            source = error.source();
        }
        line
    }
}

pub async fn perform(shared: &Arc<Shared>, operation: &Operation) -> Result<Effect, TaskError> {
    let now = shared.now();
    match &operation.task {
        Task::Note | Task::Observed => Ok(note(operation, now)),
        Task::CreateTimeline => {
            let branch = branch(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &branch.id).await?;
            }
            Ok(ready(branch.id, now, None))
        }
        Task::CreateBranch { from, schema_only } => {
            let branch = branch(shared, operation)?;
            let lsn = match &shared.servers {
                Some(servers) => {
                    data::branch_off(shared, servers, from, &branch.id, *schema_only).await?
                }
                None => data::first_lsn(),
            };
            Ok(ready(branch.id, now, Some(lsn)))
        }
        Task::Restore { from, preserve_as } => {
            let branch = branch(shared, operation)?;
            let lsn = match &shared.servers {
                Some(servers) => {
                    data::restore(shared, servers, from, &branch.id, preserve_as.as_deref()).await?
                }
                None => data::first_lsn(),
            };
            Ok(restored(
                from.clone(),
                branch.id,
                preserve_as.clone(),
                now,
                lsn,
            ))
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
            if let Some(compute) = shared.yard().and_then(|yard| yard.get(&endpoint.id)) {
                compute.sleep().await;
            }
            Ok(suspended(endpoint.id, now))
        }
        Task::RetireCompute => {
            if let (Some(yard), Some(id)) = (shared.yard(), &operation.endpoint_id) {
                yard.remove(id).await;
            }
            let id = operation.endpoint_id.clone().unwrap_or_default();
            Ok(suspended(id, now))
        }
        Task::CheckAvailability => {
            let branch = branch(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &branch.id).await?;
                let attended = data::attend(shared, servers, &branch.id).await?;
                ping(attended.port, &servers.stock.plan.admin_password).await?;
                attended.finish().await;
            }
            Ok(nothing())
        }
        Task::ApplyConfig(changes) => {
            let branch = branch(shared, operation)?;
            if let Some(servers) = &shared.servers {
                data::ensure(shared, servers, &branch.id).await?;
                let attended = data::attend(shared, servers, &branch.id).await?;
                let admin = &servers.stock.plan.admin_password;
                apply::apply(attended.port, admin, changes).await?;
                attended.finish().await;
            }
            Ok(applied(branch.id, changes.clone(), now))
        }
        Task::RemoveData { branch_ids } => {
            data::remove(shared, branch_ids).await?;
            Ok(nothing())
        }
    }
}

/// The server answers SQL before this returns.
async fn start(shared: &Arc<Shared>, servers: &Servers, endpoint: &str) -> Result<(), TaskError> {
    let compute = provision::placed(shared, endpoint).await?;
    let held = compute.hold_awake();
    let port = compute.wake().await?;
    ping(port, &servers.stock.plan.admin_password).await?;
    drop(held);
    Ok(())
}

async fn ping(port: u16, admin: &Secret) -> Result<(), SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    session.run("SELECT 1").await?;
    session.close().await
}

fn branch(shared: &Shared, operation: &Operation) -> Result<Branch, TaskError> {
    let id = operation.branch_id.as_deref().unwrap_or_default();
    shared
        .catalogue
        .read(|world| world.branches.get(id).cloned())
        .ok_or(TaskError::Missing)
}

fn endpoint(shared: &Shared, operation: &Operation) -> Result<Endpoint, TaskError> {
    let id = operation.endpoint_id.as_deref().unwrap_or_default();
    shared
        .catalogue
        .read(|world| world.endpoints.get(id).cloned())
        .ok_or(TaskError::Missing)
}

/// Housekeeping that shows in the records of branch and project.
fn note(operation: &Operation, now: DateTime<Utc>) -> Effect {
    let (action, branch_id) = (operation.action, operation.branch_id.clone());
    let project_id = operation.project_id.clone();
    Box::new(move |world| match action {
        Action::TimelineArchive => in_state(world, branch_id, BranchState::Archived, now),
        Action::TimelineUnarchive => in_state(world, branch_id, BranchState::Ready, now),
        Action::TenantDetach => detached(world, &project_id, Some(now)),
        Action::TenantAttach | Action::TenantReattach => detached(world, &project_id, None),
        _ => Vec::new(),
    })
}

fn in_state(
    world: &World,
    branch_id: Option<String>,
    state: BranchState,
    now: DateTime<Utc>,
) -> Vec<Row> {
    let found = branch_id.and_then(|id| world.branches.get(&id));
    let changed = found.map(|it| {
        Row::Branch(Branch {
            state,
            state_changed_at: now,
            updated_at: now,
            ..it.clone()
        })
    });
    changed.into_iter().collect()
}

fn detached(world: &World, project_id: &str, at: Option<DateTime<Utc>>) -> Vec<Row> {
    let found = world.projects.get(project_id).cloned();
    let changed = found.map(|mut it| {
        it.detached_at = at;
        Row::Project(it)
    });
    changed.into_iter().collect()
}

fn ready(branch_id: String, now: DateTime<Utc>, lsn: Option<String>) -> Effect {
    Box::new(move |world| {
        let found = world.branches.get(&branch_id).cloned();
        let changed = found.map(|it| {
            Row::Branch(Branch {
                state: BranchState::Ready,
                state_changed_at: now,
                updated_at: now,
                parent_lsn: lsn.or(it.parent_lsn.clone()),
                ..it
            })
        });
        changed.into_iter().collect()
    })
}

fn restored(
    from: String,
    branch_id: String,
    preserve_as: Option<String>,
    now: DateTime<Utc>,
    lsn: String,
) -> Effect {
    Box::new(move |world| {
        let mut rows = in_state(world, preserve_as, BranchState::Ready, now);
        rows.extend(world.inherited(&from, &branch_id, now));
        let found = world.branches.get(&branch_id).cloned();
        rows.extend(found.map(|it| {
            Row::Branch(Branch {
                state: BranchState::Ready,
                state_changed_at: now,
                updated_at: now,
                last_reset_at: Some(now),
                parent_lsn: Some(lsn),
                ..it
            })
        }));
        rows
    })
}

fn started(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let found = world.endpoints.get(&endpoint_id).cloned();
        let changed = found.map(|it| {
            Row::Endpoint(Endpoint {
                state: EndpointState::Active,
                started_at: Some(now),
                last_active: Some(now),
                updated_at: now,
                ..it
            })
        });
        changed.into_iter().collect()
    })
}

fn suspended(endpoint_id: String, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let found = world.endpoints.get(&endpoint_id).cloned();
        let changed = found.map(|it| {
            Row::Endpoint(Endpoint {
                state: EndpointState::Idle,
                suspended_at: Some(now),
                updated_at: now,
                ..it
            })
        });
        changed.into_iter().collect()
    })
}

/// Removals and passwords show once the server has them; what was added shows from its call on.
fn applied(branch_id: String, changes: Vec<apply::Change>, now: DateTime<Utc>) -> Effect {
    Box::new(move |world| {
        let one = |change| match change {
            apply::Change::DropRole { name } => Some(Row::Gone(Gone::Role {
                branch_id: branch_id.clone(),
                name,
            })),
            apply::Change::DropDatabase { name } => Some(Row::Gone(Gone::Database {
                branch_id: branch_id.clone(),
                name,
            })),
            apply::Change::SetPassword { role, password } => {
                let found = world.roles.get(&(branch_id.clone(), role)).cloned()?;
                Some(Row::Role(Role {
                    password: Some(password),
                    updated_at: now,
                    ..found
                }))
            }
            _ => None,
        };
        changes.into_iter().filter_map(one).collect()
    })
}

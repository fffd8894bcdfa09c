//! Making a temporary database, putting computes behind their ports, and taking projects away.

mod capacity;
pub mod computes;
mod delete;
mod error;
mod parts;
mod removal;

use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::TimeDelta;
use uuid::Uuid;

pub use self::capacity::{NoCapacity, ReserveRoom};
use self::computes::{add_compute, apply_settings, reserve_port};
pub use self::delete::{DeleteError, delete, of_project};
pub use self::error::CreateError;
pub use self::parts::Parts;
pub use self::removal::{remove_data, remove_project, remove_projects};
use self::removal::{remove_folders, remove_logs};
use crate::disk;
use crate::operation::draft::Draft as OperationDraft;
use crate::postgres::stock::{Durability, Servers};
use crate::postgres::{blocking, password, tree};
use crate::quarantine::about;
use crate::shared::Shared;
use crate::state::{
    Action, Branch, BranchState, ClaimStatus, Database, Endpoint, EndpointState, PlatformState,
    Project, Record, Role, Secret, Status, Task, Temporary, temporary,
};

#[derive(Debug)]
pub struct CreateTemporaryRequest {
    /// Chosen by the client in the second form of the call.
    pub id: Option<Uuid>,
    pub referrer: String,
    pub logical_replication: bool,
}

/// Creates a database with `reserve`'s room, or finds the one with the id that the client chose. Goes on to its end
/// when the client is gone.
pub async fn create(
    shared: &Arc<Shared>,
    request: CreateTemporaryRequest,
    reserve: ReserveRoom,
) -> Result<Temporary, CreateError> {
    let this = Arc::clone(shared);
    let work = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.give_up.cancelled() => Err(CreateError::Stopping),
            made = create_once(&this, request, reserve) => made,
        }
    });
    work.await.unwrap_or(Err(CreateError::Stopping))
}

async fn create_once(
    shared: &Arc<Shared>,
    request: CreateTemporaryRequest,
    reserve: ReserveRoom,
) -> Result<Temporary, CreateError> {
    if shared.stop.is_cancelled() {
        return Err(CreateError::Stopping);
    }
    let id = request
        .id
        .unwrap_or_else(|| shared.random.database_id(shared.now()));
    let _alone = shared.creating.lock(id).await;
    if request.id.is_some()
        && let Some(found) = present(shared, id)
    {
        return Ok(found);
    }
    let max = shared.config.max_unclaimed;
    if shared.store.read(PlatformState::unclaimed) >= max {
        return Err(CreateError::Unclaimed { max });
    }
    let mut draft = Draft::new(shared, id, request);
    reserve(shared, &draft.branch.id).await?;
    let (port, listeners) = reserve_port(shared).await.map_err(CreateError::NoPort)?;
    draft.endpoint.port = Some(port);
    let made = match &shared.servers {
        None => commit_unclaimed(shared, draft.records()).await,
        Some(servers) => build(shared, servers, &draft, listeners).await,
    };
    let made = match made {
        Ok(()) => ready(shared, &draft).await,
        Err(error) => Err(error),
    };
    if let Err(error) = made {
        tracing::warn!(%error, source = ?std::error::Error::source(&error), "a temporary database was not created");
        discard(shared, &draft).await;
        return Err(error);
    }
    shared.changed.notify();
    Ok(draft.temporary)
}

/// The record of that id, unless its time is over.
pub fn present(shared: &Shared, id: Uuid) -> Option<Temporary> {
    let now = shared.now();
    shared
        .store
        .read(|state| state.ready_temporary(id).cloned())
        .filter(|found| found.due(now) != temporary::Due::Expire)
}

struct Draft {
    project: Project,
    branch: Branch,
    endpoint: Endpoint,
    role: Role,
    database: Database,
    temporary: Temporary,
}

impl Draft {
    fn new(shared: &Shared, id: Uuid, request: CreateTemporaryRequest) -> Self {
        let (now, random, names) = (shared.now(), &shared.random, &shared.config.names);
        let project_id = random.project_id();
        let project = Project {
            logical_replication: request.logical_replication,
            creation_source: "instant".into(),
            ..Project::new(project_id.clone(), names.region.clone(), now)
        };
        let parts = Parts::new(shared, &project, &names.database, &names.role, now);
        let temporary = Temporary {
            id,
            project_id,
            referrer: request.referrer,
            status: ClaimStatus::Unclaimed,
            claim_token: Secret::new(random.token(32)),
            claiming_since: None,
            created_at: now,
            updated_at: now,
            expires_at: now + temporary::LIFETIME,
            making: true,
        };
        Self {
            project,
            branch: parts.branch,
            endpoint: parts.endpoint,
            role: parts.role,
            database: parts.database,
            temporary,
        }
    }

    fn records(&self) -> Vec<Record> {
        vec![
            Record::Project(self.project.clone()),
            Record::Branch(self.branch.clone()),
            Record::Endpoint(self.endpoint.clone()),
            Record::Role(self.role.clone()),
            Record::Database(self.database.clone()),
            Record::Temporary(self.temporary.clone()),
        ]
    }
}

/// Counted once more where it is written, so that many at the same time are not too many.
async fn commit_unclaimed(shared: &Shared, records: Vec<Record>) -> Result<(), CreateError> {
    let max = shared.config.max_unclaimed;
    let committed = shared.store.change(move |state| {
        let fits = state.unclaimed() < max;
        fits.then_some((records, ())).ok_or(())
    });
    committed
        .await
        .map_err(|error| CreateError::of_change(error, CreateError::Unclaimed { max }))
}

/// Copies the template while the rows are written, starts the server and gives the role its
/// password.
async fn build(
    shared: &Shared,
    servers: &Servers,
    draft: &Draft,
    listeners: Option<Vec<tokio::net::TcpListener>>,
) -> Result<(), CreateError> {
    let cluster = shared.folder.cluster(&draft.branch.id);
    let making = disk::with_ending(&cluster, tree::MAKING);
    let copying = async { servers.stock.take(&making).await.map_err(CreateError::from) };
    let (copied, committed) = tokio::join!(copying, commit_unclaimed(shared, draft.records()));
    let taken = copied?;
    committed?;
    // Only now, when the store says that it is in the making.
    disk::move_to(&making, &cluster)?;
    let compute = add_compute(shared, &servers.pool, &draft.endpoint, listeners);
    let waking = async {
        let guard = compute.connected();
        let port = compute.wake().await?;
        let admin = &servers.admin;
        if let Some(password) = &draft.role.password {
            password::set_password(port, admin, &draft.role.name, password).await?;
        }
        drop(guard);
        Ok::<(), CreateError>(())
    };
    // The server brings its own files to the disk; those that it found are brought there beside it.
    let (woken, synced, ()) = tokio::join!(
        waking,
        sync(&cluster, taken),
        about::note(shared, &draft.branch.id)
    );
    woken?;
    synced?;
    Ok(())
}

async fn sync(cluster: &Path, taken: Durability) -> io::Result<()> {
    let cluster = cluster.to_path_buf();
    blocking(move || {
        if taken == Durability::InMemory {
            disk::sync_tree(&cluster)?;
        }
        cluster.parent().map_or(Ok(()), disk::sync_folder)
    })
    .await
}

/// The database answers: nothing of it is in the making any more, its branch is ready and its two
/// operations have finished.
async fn ready(shared: &Shared, draft: &Draft) -> Result<(), CreateError> {
    let now = shared.now();
    let branch = Branch {
        state: BranchState::Ready,
        state_changed_at: now,
        unmade: shared.servers.is_none(),
        ..draft.branch.clone()
    };
    let endpoint = Endpoint {
        state: EndpointState::Active,
        started_at: Some(now),
        last_active: Some(now),
        ..draft.endpoint.clone()
    };
    let batch_id = shared.random.uuid();
    let finished = |it: OperationDraft, order| {
        let at = draft.branch.created_at + TimeDelta::microseconds(order);
        let begun = it.into_running(shared.random.uuid(), &branch.project_id, &batch_id, at);
        Record::Operation(begun.ended(Status::Finished, None, now))
    };
    let made = OperationDraft::on_branch(Action::CreateTimeline, &branch.id, Task::RecordOnly);
    let started = OperationDraft::on_endpoint(
        Action::StartCompute,
        &branch.id,
        &endpoint.id,
        Task::RecordOnly,
    );
    let records = vec![
        finished(made, 0),
        finished(started, 1),
        Record::Branch(branch),
        Record::Endpoint(endpoint),
        Record::Temporary(Temporary {
            making: false,
            ..draft.temporary.clone()
        }),
    ];
    let project = draft.branch.project_id.clone();
    let committed = shared.store.change(move |state| {
        // A reset may have taken the project away meanwhile.
        let there = state.projects.contains_key(&project);
        there.then_some((records, ())).ok_or(())
    });
    committed
        .await
        .map_err(|error| CreateError::of_change(error, CreateError::TakenAway))?;
    apply_settings(shared, &draft.endpoint.id);
    Ok(())
}

/// Takes away what was made so far, even when the rows that would lead to it are gone meanwhile,
/// as after a reset.
async fn discard(shared: &Shared, draft: &Draft) {
    remove_project(shared, &draft.temporary.project_id).await;
    if let Some(pool) = shared.pool() {
        pool.remove(&draft.endpoint.id).await;
    }
    remove_logs(shared, std::slice::from_ref(&draft.endpoint.id));
    let cluster = shared.folder.cluster(&draft.branch.id);
    let folders = vec![disk::with_ending(&cluster, tree::MAKING), cluster];
    if let Err(error) = remove_folders(folders).await {
        tracing::warn!(%error, "some data of a database that was not created was not removed");
    }
    shared.changed.notify();
}

//! Making a temporary database, and taking one away.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use futures::StreamExt;
use uuid::Uuid;

use crate::postgres::compute::Plan;
use crate::postgres::fleet::Yard;
use crate::postgres::stock::{Servers, StockError};
use crate::postgres::{WakeError, sql, tree};
use crate::shared::Shared;
use crate::world::{
    Branch, BranchState, ChangeError, ClaimStatus, Database, Endpoint, Project, Role, Row, Secret,
    Temporary, temporary,
};

#[derive(Debug)]
pub struct Wanted {
    /// Chosen by the client in the second form of the call.
    pub id: Option<Uuid>,
    pub referrer: String,
    pub logical_replication: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    #[error("no port is free")]
    NoPort(#[source] std::io::Error),
    #[error(transparent)]
    Stock(#[from] StockError),
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Sql(#[from] sql::SqlError),
    #[error(transparent)]
    Catalogue(#[from] ChangeError<Infallible>),
    #[error("the sandbox is stopping")]
    Stopping,
}

impl CreateError {
    /// What the person can do, where they can.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Wake(full @ WakeError::Full { .. }) => Some(format!(
                "At present {full}: close the connections to one of the databases."
            )),
            Self::NoPort(_) => Some("No port is free for another database; remove some.".into()),
            Self::Stock(error) => Some(format!("The sandbox says: {error}.")),
            _ => None,
        }
    }
}

/// One lock for each id that is being created now.
#[derive(Debug, Default)]
pub struct Creating(Mutex<HashMap<Uuid, Arc<tokio::sync::Mutex<()>>>>);

impl Creating {
    fn of(&self, id: Uuid) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(locks.entry(id).or_default())
    }
}

/// Creates a database, or finds the one with the id that the client chose. Goes on to its end
/// when the client is gone.
pub async fn create(shared: &Arc<Shared>, wanted: Wanted) -> Result<Temporary, CreateError> {
    let this = Arc::clone(shared);
    let work = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.give_up.cancelled() => Err(CreateError::Stopping),
            made = create_once(&this, wanted) => made,
        }
    });
    work.await.unwrap_or(Err(CreateError::Stopping))
}

async fn create_once(shared: &Shared, wanted: Wanted) -> Result<Temporary, CreateError> {
    if shared.stop.is_cancelled() {
        return Err(CreateError::Stopping);
    }
    let id = wanted
        .id
        .unwrap_or_else(|| shared.random.database_id(shared.now()));
    let lock = shared.creating.of(id);
    let _alone = lock.lock().await;
    if wanted.id.is_some()
        && let Some(found) = present(shared, id)
    {
        return Ok(found);
    }
    let (port, listeners) = shared
        .ports
        .reserve(&shared.random, |port| {
            port == shared.port || port_is_known(shared, port)
        })
        .await
        .map_err(CreateError::NoPort)?;
    let draft = Draft::new(shared, id, wanted, port);
    let made = match &shared.servers {
        None => keep(shared, draft.rows.clone())
            .await
            .map_err(CreateError::from),
        Some(servers) => build(shared, servers, &draft, listeners).await,
    };
    let made = match made {
        Ok(()) => ready(shared, &draft.branch).await,
        Err(error) => Err(error),
    };
    if let Err(error) = made {
        tracing::warn!(%error, source = ?std::error::Error::source(&error), "a database was not made");
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
        .catalogue
        .read(|world| world.ready_temporary(id).cloned())
        .filter(|found| found.due(now) != temporary::Due::Expire)
}

fn port_is_known(shared: &Shared, port: u16) -> bool {
    shared.catalogue.read(|world| {
        world
            .endpoints
            .values()
            .any(|endpoint| endpoint.port == port)
    })
}

struct Draft {
    rows: Vec<Row>,
    branch: Branch,
    endpoint: Endpoint,
    role: Role,
    temporary: Temporary,
    logical_replication: bool,
}

impl Draft {
    fn new(shared: &Shared, id: Uuid, wanted: Wanted, port: u16) -> Self {
        let (now, random, names) = (shared.now(), &shared.random, &shared.config.names);
        let project_id = random.project_id();
        let project = Project {
            id: project_id.clone(),
            name: project_id.clone(),
            organization_id: None,
            logical_replication: wanted.logical_replication,
            created_at: now,
            updated_at: now,
        };
        let branch = Branch {
            id: random.branch_id(),
            project_id: project_id.clone(),
            name: "main".into(),
            state: BranchState::Init,
            created_at: now,
        };
        let endpoint = Endpoint {
            id: random.endpoint_id(),
            project_id: project_id.clone(),
            branch_id: branch.id.clone(),
            port,
            transfer_bytes: 0,
            created_at: now,
        };
        let role = Role {
            branch_id: branch.id.clone(),
            name: names.role.clone(),
            password: Secret::new(random.role_password()),
        };
        let database = Database {
            branch_id: branch.id.clone(),
            name: names.database.clone(),
            owner: names.role.clone(),
        };
        let temporary = Temporary {
            id,
            project_id,
            referrer: wanted.referrer,
            status: ClaimStatus::Unclaimed,
            claim_token: Secret::new(random.token(32)),
            claiming_since: None,
            created_at: now,
            updated_at: now,
            expires_at: now + temporary::LIFETIME,
        };
        Self {
            rows: vec![
                Row::Project(project),
                Row::Branch(branch.clone()),
                Row::Endpoint(endpoint.clone()),
                Row::Role(role.clone()),
                Row::Database(database),
                Row::Temporary(temporary.clone()),
            ],
            branch,
            endpoint,
            role,
            temporary,
            logical_replication: wanted.logical_replication,
        }
    }
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
    let copying = async {
        servers
            .stock
            .take(&cluster)
            .await
            .map_err(CreateError::from)
    };
    let keeping = async {
        keep(shared, draft.rows.clone())
            .await
            .map_err(CreateError::from)
    };
    let (copied, kept) = tokio::join!(copying, keeping);
    copied?;
    kept?;
    let plan = Plan {
        endpoint_id: draft.endpoint.id.clone(),
        port: draft.endpoint.port,
        cluster,
        log: shared.folder.log(&draft.endpoint.id),
        logical_replication: draft.logical_replication,
        transfer_bytes: 0,
    };
    let compute = Yard::place(&servers.yard, plan, listeners);
    let held = compute.connected();
    let port = compute.wake().await?;
    let admin = &servers.stock.plan.admin_password;
    sql::set_password(port, admin, &draft.role.name, &draft.role.password).await?;
    drop(held);
    Ok(())
}

async fn keep(shared: &Shared, rows: Vec<Row>) -> Result<(), ChangeError<Infallible>> {
    shared.catalogue.change(move |_| Ok((rows, ()))).await
}

async fn ready(shared: &Shared, branch: &Branch) -> Result<(), CreateError> {
    let branch = Branch {
        state: BranchState::Ready,
        ..branch.clone()
    };
    Ok(keep(shared, vec![Row::Branch(branch)]).await?)
}

/// Takes away what was made so far, even when the rows that would lead to it are gone meanwhile,
/// as after a reset.
async fn discard(shared: &Shared, draft: &Draft) {
    remove_project(shared, &draft.temporary.project_id).await;
    if let Some(yard) = shared.yard() {
        yard.remove(&draft.endpoint.id).await;
    }
    let logs = vec![shared.folder.log(&draft.endpoint.id)];
    let clusters = vec![shared.folder.cluster(&draft.branch.id)];
    remove_files(&draft.temporary.project_id, logs, clusters).await;
    shared.changed.notify();
}

/// Takes projects away, a few at a time.
pub async fn remove_projects(shared: &Shared, projects: impl IntoIterator<Item = String>) {
    const AT_ONCE: usize = 8;
    let removals = projects
        .into_iter()
        .map(|project| async move { remove_project(shared, &project).await });
    futures::stream::iter(removals)
        .buffer_unordered(AT_ONCE)
        .collect::<()>()
        .await;
}

/// Takes a project away: server stopped, rows and data removed.
pub async fn remove_project(shared: &Shared, project_id: &str) {
    let (endpoints, branches) = shared.catalogue.read(|world| {
        let endpoints: Vec<String> = world
            .endpoints
            .values()
            .filter(|it| it.project_id == project_id)
            .map(|it| it.id.clone())
            .collect();
        let branches: Vec<String> = world
            .branches_of(project_id)
            .map(|it| it.id.clone())
            .collect();
        (endpoints, branches)
    });
    if let Some(yard) = shared.yard() {
        for endpoint in &endpoints {
            yard.remove(endpoint).await;
        }
    }
    if let Err(error) = keep(shared, vec![Row::NoProject(project_id.to_owned())]).await {
        tracing::error!(%error, project_id, "a project stays in the catalogue");
        return;
    }
    let clusters = branches.iter().map(|branch| shared.folder.cluster(branch));
    let logs = endpoints.iter().map(|endpoint| shared.folder.log(endpoint));
    remove_files(project_id, logs.collect(), clusters.collect()).await;
    shared.changed.notify();
}

async fn remove_files(project_id: &str, logs: Vec<PathBuf>, clusters: Vec<PathBuf>) {
    let removed = tokio::task::spawn_blocking(move || {
        for log in logs {
            let _ = std::fs::remove_file(log);
        }
        clusters.iter().try_for_each(|path| tree::remove(path))
    });
    if let Ok(Err(error)) = removed.await {
        tracing::warn!(%error, project_id, "some data of a removed project is still there");
    }
}

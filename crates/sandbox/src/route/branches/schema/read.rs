//! What a branch's own server says of its schema.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;

use crate::operation::{PastCopy, TaskError, endpoint_of, maintenance_server};
use crate::platform_text;
use crate::postgres::WakeError;
use crate::postgres::compute::Compute;
use crate::postgres::maintenance::MaintenanceServer;
use crate::postgres::schema_dump::{self, DumpError, Source};
use crate::postgres::schema_tables::{self, MOST_COLUMNS, Table};
use crate::postgres::sql::SqlError;
use crate::postgres::stock::Servers;
use crate::postgres::transition::Cause;
use crate::reply::Failure;
use crate::route::branches::lookup::make_data;
use crate::route::branches::rules::unprocessable;
use crate::shared::Shared;
use crate::state::{Past, Secret};

/// Waking included: a client gives up after 30 seconds, and asks again.
const DEADLINE: Duration = Duration::from_secs(25);

const OF_POSTGRES: [&str; 3] = ["postgres", "template0", "template1"];

/// Which database's schema is wanted.
#[derive(Debug, Clone)]
pub struct Target {
    pub project_id: String,
    pub branch_id: String,
    pub database: String,
    /// The moment of its past; none is as it is now.
    pub at: Option<Past>,
    /// What an error calls the branch.
    pub called: &'static str,
}

#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error(transparent)]
    Task(#[from] TaskError),
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error("it has more than {MOST_COLUMNS} columns")]
    TooManyColumns,
}

/// As `pg_dump` writes it.
pub async fn sql(shared: &Arc<Shared>, target: Target) -> Result<String, Failure> {
    let (this, of) = (Arc::clone(shared), target.clone());
    read(shared, target, async move { dump(&this, &of).await }).await
}

/// Its tables.
pub async fn tables(shared: &Arc<Shared>, target: Target) -> Result<Vec<Table>, Failure> {
    let (this, of) = (Arc::clone(shared), target.clone());
    read(shared, target, async move { list(&this, &of).await }).await
}

/// It goes on without whoever asked, so that the role that it takes goes.
async fn read<T: Send + 'static>(
    shared: &Arc<Shared>,
    target: Target,
    work: impl Future<Output = Result<T, ReadError>> + Send + 'static,
) -> Result<T, Failure> {
    if shared.servers.is_none() {
        return Err(no_servers());
    }
    // Nobody's schema is in those of PostgreSQL itself.
    if OF_POSTGRES.contains(&target.database.as_str()) {
        return Err(no_database(&target));
    }
    make_data(shared, &target.project_id, &target.branch_id).await?;
    let (this, branch_id) = (Arc::clone(shared), target.branch_id.clone());
    let working = shared.tasks.spawn(async move {
        let _lock = this.schema_reads.lock(branch_id).await;
        tokio::select! {
            () = this.stop.cancelled() => Err(TaskError::Stopping.into()),
            read = work => read,
        }
    });
    let error = match timeout(DEADLINE, working).await {
        Ok(Ok(Ok(read))) => return Ok(read),
        Ok(Ok(Err(error))) => error,
        Ok(Err(_)) => TaskError::Broken.into(),
        Err(_) => TaskError::TooLong.into(),
    };
    tracing::warn!(branch = target.branch_id, %error, "a schema was not read");
    Err(refused(&error, &target))
}

async fn dump(shared: &Shared, target: &Target) -> Result<String, ReadError> {
    let server = Server::of(shared, target).await?;
    let password = Secret::new(shared.random.token(40));
    let source = Source {
        port: server.running.port,
        leaf: Arc::clone(&server.running.leaf),
        folder: &server.running.cluster,
        database: &target.database,
        password: &password,
    };
    let read = schema_dump::dump(&server.servers.pool, &source).await;
    server.finish().await?;
    // With what the server said.
    read.map_err(|error| match error {
        DumpError::Sql(error) => TaskError::from(error).into(),
        other => other.into(),
    })
}

async fn list(shared: &Shared, target: &Target) -> Result<Vec<Table>, ReadError> {
    let server = Server::of(shared, target).await?;
    let admin = &server.servers.admin;
    let read = schema_tables::read(server.running.port, admin, &target.database).await;
    server.finish().await?;
    let tables = read.map_err(TaskError::from)?;
    tables.ok_or(ReadError::TooManyColumns)
}

/// A branch's server that runs for as long as this lives.
struct Server<'a> {
    servers: &'a Servers,
    running: MaintenanceServer,
    /// What it runs over, where that is a moment of the past.
    copy: Option<PastCopy>,
}

impl<'a> Server<'a> {
    /// A suspended compute is woken as by a client that connects, and suspended when it is idle again.
    async fn of(shared: &'a Shared, target: &Target) -> Result<Self, TaskError> {
        let servers = shared.servers.as_ref().ok_or(TaskError::Missing)?;
        if let Some(at) = &target.at {
            let copy = PastCopy::make(shared, servers, &target.branch_id, at).await?;
            return match copy.server(servers).await {
                Ok(running) => Ok(Self {
                    servers,
                    running,
                    copy: Some(copy),
                }),
                Err(error) => {
                    copy.remove().await?;
                    Err(error)
                }
            };
        }
        let endpoint = endpoint_of(shared, &target.branch_id);
        let compute = endpoint.and_then(|id| servers.pool.get(&id));
        let kept = compute.as_ref().map(Compute::keep_alive);
        if let Some(compute) = &compute {
            if let Some(quota) = compute.exceeded() {
                return Err(WakeError::OverQuota(quota).into());
            }
            compute.wake_for(Cause::Connection).await?;
        }
        let running = maintenance_server(shared, servers, &target.branch_id).await?;
        drop(kept);
        Ok(Self {
            servers,
            running,
            copy: None,
        })
    }

    async fn finish(self) -> Result<(), TaskError> {
        self.running.finish().await;
        match self.copy {
            Some(copy) => copy.remove().await,
            None => Ok(()),
        }
    }
}

/// 503 where another try may do: a client tries again by itself then, so that it is not said of what takes long.
fn refused(error: &ReadError, target: &Target) -> Failure {
    let called = target.called;
    let said = |status: StatusCode, problem: &str| {
        Failure::new(
            status,
            format!("couldn't read the schema of the {called}: {problem}"),
        )
    };
    match error {
        ReadError::Dump(DumpError::NoDatabase) => no_database(target),
        ReadError::Task(error) if is_no_database(error) => no_database(target),
        ReadError::Dump(problem @ (DumpError::NoProgram { .. } | DumpError::Old { .. })) => unprocessable(&problem.to_string())
            .hint("Install PostgreSQL's client programs of version 17.6 or newer there, or set PLINTH_POSTGRES_BIN to the `bin` folder of a PostgreSQL 17 that has pg_dump, and start the sandbox again."),
        ReadError::Dump(problem @ DumpError::Failed(_)) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
            .hint("If a session has locked one of its tables, end that session. Then try again."),
        ReadError::Dump(problem @ DumpError::TooLarge) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
            .hint("Run pg_dump --schema-only yourself, with the branch's connection string."),
        ReadError::Dump(problem @ DumpError::TooSlow) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
            .hint("Try again when the machine and the database are less busy."),
        ReadError::TooManyColumns => said(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string())
            .hint("Read it as SQL."),
        ReadError::Task(problem @ TaskError::TooLong) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
            .hint("Try again when the machine and the database are less busy."),
        ReadError::Task(problem @ TaskError::Copy(_)) if problem.is_final() => {
            said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
        }
        ReadError::Task(TaskError::Wake(problem)) if is_lasting(problem) => {
            said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string())
        }
        ReadError::Task(problem) => said(StatusCode::SERVICE_UNAVAILABLE, &problem.message()),
        ReadError::Dump(problem) => said(StatusCode::SERVICE_UNAVAILABLE, &problem.to_string()),
    }
}

fn no_database(target: &Target) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        platform_text::database_not_found(target.called, &target.database),
    )
}

fn is_no_database(error: &TaskError) -> bool {
    matches!(error, TaskError::Sql(SqlError::Server(_)))
        && error.server_code() == Some(&SqlState::INVALID_CATALOG_NAME)
}

fn is_lasting(error: &WakeError) -> bool {
    error.is_of_the_data() || matches!(error, WakeError::OverQuota(_))
}

/// Without PostgreSQL there is nothing to read.
fn no_servers() -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "the sandbox runs without PostgreSQL, so that no database has a schema",
    )
}

//! What the integration does in the person's own database.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;

use crate::operation::{self, Draft, Step, TaskError, maintenance_server, must_be_free};
use crate::postgres::sql::SqlError;
use crate::postgres::user_code::UserDatabase;
use crate::postgres::users::{Account, AccountKey, Table, UserRow};
use crate::reply::Failure;
use crate::route::call::begin;
use crate::shared::Shared;
use crate::state::{Action, AuthIntegration, Secret, Task};

/// How long a branch without data may take to get it.
const DATA_DEADLINE: Duration = Duration::from_secs(60);
/// How long the database may take, waking included.
const DEADLINE: Duration = Duration::from_secs(60);

/// Which database it is.
#[derive(Debug, Clone)]
pub struct TableLocation {
    project_id: String,
    branch_id: String,
    database: String,
    schema: String,
}

impl TableLocation {
    pub fn of(it: &AuthIntegration) -> Self {
        Self {
            project_id: it.project_id.clone(),
            branch_id: it.branch_id.clone(),
            database: it.database.clone(),
            schema: it.schema.clone(),
        }
    }
}

#[derive(Debug)]
pub enum TableChange {
    Create,
    /// A user whose address no other one has.
    Add(Box<UserRow>),
    /// A user, new or known.
    Put(Box<UserRow>),
    /// The same with the digest of a password.
    SignUp(Box<UserRow>, String),
    SetVerified(String),
    SetRoles {
        id: String,
        roles: Vec<String>,
        at: DateTime<Utc>,
    },
    Remove(String),
    DropSchema,
}

#[derive(Debug)]
enum Work {
    Change(TableChange),
    Find(AccountKey),
}

#[derive(Debug)]
enum Done {
    Changed(bool),
    Found(Option<Account>),
}

/// Does something with the table, and tells whether that changed a row; nothing when there are no servers.
pub async fn change(
    shared: &Arc<Shared>,
    table: &TableLocation,
    change: TableChange,
) -> Result<Option<bool>, Failure> {
    if shared.servers.is_none() {
        return Ok(None);
    }
    let done = work(shared, table, Work::Change(change)).await?;
    Ok(Some(matches!(done, Done::Changed(true))))
}

/// Whom the table has. Nobody where there are no servers.
pub async fn find(
    shared: &Arc<Shared>,
    table: &TableLocation,
    key: AccountKey,
) -> Result<Option<Account>, Failure> {
    if shared.servers.is_none() {
        return Ok(None);
    }
    match work(shared, table, Work::Find(key)).await? {
        Done::Found(account) => Ok(account),
        Done::Changed(_) => Ok(None),
    }
}

async fn work(shared: &Arc<Shared>, table: &TableLocation, work: Work) -> Result<Done, Failure> {
    prepare_data(shared, table).await?;
    let drops = matches!(work, Work::Change(TableChange::DropSchema));
    // It goes on without whoever asked, so that the rights that it takes are given back.
    let (this, at) = (Arc::clone(shared), table.clone());
    let working = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => Err(TaskError::Stopping),
            done = run(&this, &at, work) => done,
        }
    });
    let error = match timeout(DEADLINE, working).await {
        Ok(Ok(Ok(done))) => return Ok(done),
        // With its database the schema went, too.
        Ok(Ok(Err(error))) if drops && is_gone(&error) => return Ok(Done::Changed(false)),
        Ok(Ok(Err(error))) => error,
        Ok(Err(_)) => TaskError::Broken,
        Err(_) => TaskError::TooLong,
    };
    tracing::warn!(
        project = table.project_id,
        why = error.stored_message(),
        "the table of synchronized users could not be read or written"
    );
    Err(refused(&error, &table.database))
}

/// 422 for what another try would not change, 503 for the rest.
fn refused(error: &TaskError, database: &str) -> Failure {
    if is_gone(error) {
        return Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("the database of the users table does not exist; database_name:\"{database}\""),
        );
    }
    let code = error.server_code().map(SqlState::code);
    let is_of_another = matches!(error, TaskError::Sql(SqlError::OfAnother { .. }));
    let status = match is_of_another || code.is_some_and(|code| !passes(code)) {
        true => StatusCode::UNPROCESSABLE_ENTITY,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let problem = error.message();
    Failure::new(
        status,
        format!("the database of the users table rejected it: {problem}"),
    )
    .hint("Check that the database exists and accepts connections, then try again.")
}

/// Of the connection, of a conflict, of what the server lacks at the moment, or of its stop.
fn passes(code: &str) -> bool {
    ["08", "40", "53", "55", "57", "58"]
        .iter()
        .any(|class| code.starts_with(class))
}

fn is_gone(error: &TaskError) -> bool {
    error.server_code() == Some(&SqlState::INVALID_CATALOG_NAME)
}

/// A branch that was only seeded as a row gets its data as its operations make it.
async fn prepare_data(shared: &Arc<Shared>, table: &TableLocation) -> Result<(), Failure> {
    if shared.folder.cluster(&table.branch_id).exists() {
        return Ok(());
    }
    let (project_id, branch_id) = (table.project_id.clone(), table.branch_id.clone());
    begin(shared, &table.project_id, move |state| {
        must_be_free(state, &project_id)?;
        let draft = match state.endpoint_of_branch(&branch_id) {
            Some(endpoint) => Draft::on_endpoint(
                Action::StartCompute,
                &branch_id,
                &endpoint.id,
                Task::StartCompute,
            ),
            None => Draft::on_branch(
                Action::CheckAvailability,
                &branch_id,
                Task::CheckAvailability,
            ),
        };
        Ok(Step::new(Vec::new(), vec![draft], ()))
    })
    .await?;
    operation::wait_for(shared, DATA_DEADLINE, |state| {
        !state.is_locked(&table.project_id)
    })
    .await;
    Ok(())
}

async fn run(shared: &Shared, table: &TableLocation, work: Work) -> Result<Done, TaskError> {
    let Some(servers) = &shared.servers else {
        return Ok(Done::Changed(false));
    };
    let server = maintenance_server(shared, servers, &table.branch_id).await?;
    let password = Secret::new(shared.random.token(40));
    let database_access = UserDatabase {
        port: server.port,
        admin: &servers.admin,
        database: &table.database,
        password: &password,
    };
    let table = Table {
        database_access,
        schema: &table.schema,
    };
    let done = match work {
        Work::Change(change) => applied(&table, change).await.map(Done::Changed),
        Work::Find(key) => table.account(&key).await.map(Done::Found),
    };
    server.finish().await;
    Ok(done?)
}

async fn applied(table: &Table<'_>, change: TableChange) -> Result<bool, SqlError> {
    match change {
        TableChange::Create => table.create_first().await.map(|()| true),
        TableChange::Add(user) => {
            table.create().await?;
            table.add(&user).await
        }
        TableChange::Put(user) => {
            table.create().await?;
            table.put(&user).await.map(|()| true)
        }
        TableChange::SignUp(user, digest) => table.sign_up(&user, &digest).await,
        TableChange::SetVerified(id) => table.set_verified(&id).await,
        TableChange::SetRoles { id, roles, at } => table.set_roles(&id, &roles, at).await,
        TableChange::Remove(id) => table.remove(&id).await,
        TableChange::DropSchema => table.drop_schema().await.map(|()| true),
    }
}

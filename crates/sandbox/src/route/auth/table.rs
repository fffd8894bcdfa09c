//! What the integration does in the person's own database.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::time::timeout;

use crate::operation::{self, Draft, Step, TaskError, maintenance_server, must_be_free};
use crate::postgres::lent::Reach;
use crate::postgres::users::{Table, UserRow};
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
pub struct Place {
    project_id: String,
    branch_id: String,
    database: String,
}

impl Place {
    pub fn of(it: &AuthIntegration) -> Self {
        Self {
            project_id: it.project_id.clone(),
            branch_id: it.branch_id.clone(),
            database: it.database.clone(),
        }
    }
}

#[derive(Debug)]
pub enum Act {
    Create,
    Put(Box<UserRow>),
    DropSchema,
}

/// Does something with the table; nothing when there are no servers.
pub async fn act(shared: &Arc<Shared>, place: &Place, act: Act) -> Result<(), Failure> {
    if shared.servers.is_none() {
        return Ok(());
    }
    prepare_data(shared, place).await?;
    // It goes on without whoever asked, so that the rights that it takes are given back.
    let (this, at) = (Arc::clone(shared), place.clone());
    let working = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => Err("the sandbox is stopping".to_owned()),
            done = run(&this, &at, act) => done.map_err(|error| error.told()),
        }
    });
    let told = match timeout(DEADLINE, working).await {
        Ok(Ok(Ok(()))) => return Ok(()),
        Ok(Ok(Err(told))) => told,
        Ok(Err(_)) => "the work on it broke off".to_owned(),
        Err(_) => "it did not answer in time".to_owned(),
    };
    tracing::warn!(
        project = place.project_id,
        told,
        "the users table was not reached"
    );
    Err(Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        format!("the database of the users table does not take it: {told}"),
    )
    .hint("Look whether the database is there and takes connections, and try again."))
}

/// A branch that was only filled in as a row gets its data as its operations make it.
async fn prepare_data(shared: &Arc<Shared>, place: &Place) -> Result<(), Failure> {
    if shared.folder.cluster(&place.branch_id).exists() {
        return Ok(());
    }
    let (project_id, branch_id) = (place.project_id.clone(), place.branch_id.clone());
    begin(shared, &place.project_id, move |state| {
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
        !state.is_locked(&place.project_id)
    })
    .await;
    Ok(())
}

async fn run(shared: &Shared, place: &Place, act: Act) -> Result<(), TaskError> {
    let Some(servers) = &shared.servers else {
        return Ok(());
    };
    let server = maintenance_server(shared, servers, &place.branch_id).await?;
    let password = Secret::new(shared.random.token(40));
    let reach = Reach {
        port: server.port,
        admin: &servers.admin,
        database: &place.database,
        password: &password,
    };
    let table = Table {
        reach,
        schema: &shared.config.names.auth_schema,
    };
    let done = match act {
        Act::Create => table.create().await,
        Act::Put(user) => match table.create().await {
            Ok(()) => table.put(&user).await,
            Err(error) => Err(error),
        },
        Act::DropSchema => table.drop_schema().await,
    };
    server.finish().await;
    Ok(done?)
}

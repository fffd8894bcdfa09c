//! The table that users are synchronised into, read through a real connection.

use std::time::Duration;

use pgclient::ConnectError;
use serde::{Deserialize, Serialize};
use specta::Type;
use tokio::time::timeout;
use tokio_postgres::Client;

use crate::Error;
use crate::accounts::{self, client};
use crate::core::operation::operation;
use crate::features::{Features, connection_card};
use crate::resources::auth::table::{self, Columns, Question, SyncedUsers, TABLE};
use crate::resources::auth::{self, AuthPlace};
use crate::resources::databases;
use crate::tools::connect;
use crate::tools::target::Target;
use crate::view::{
    AuthIntegrationView, ConnectSource, ConnectionRequest, ContactReason, ErrorCode,
    SyncedUsersView,
};

/// How long connecting and one read may take together, waking the compute included.
const DEADLINE: Duration = Duration::from_secs(30);

/// Waits before each further read for somebody who was just made: half a minute together.
const GAPS: [Duration; 8] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(6),
    Duration::from_secs(8),
    Duration::from_secs(8),
];

/// Which users are read.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct SyncedUsersQuery {
    /// The branch of the integration.
    pub branch_id: String,
    /// The database that users are synchronised into; the integration's own when `None`.
    pub database: Option<String>,
    /// A part of an address or a name, to find some of them.
    pub search: Option<String>,
    /// A user who was just made: the table is read until they are in it, half a minute at most.
    pub awaited: Option<String>,
}

/// Reads the synchronised users, newest first. On a click alone: it wakes the compute.
///
/// # Errors
/// What the connection says; [`ErrorCode::NotFound`] when there is no such table; [`ErrorCode::SecretMissing`] when the
/// platform keeps no password of the database's owner; [`ErrorCode::Timeout`] when the database is slow;
/// [`ErrorCode::ReadOnly`] for an account that is locked.
#[operation(Page, Read, auth_users)]
pub async fn users(
    app: &Features,
    account_id: &str,
    project_id: &str,
    request: SyncedUsersQuery,
) -> Result<SyncedUsersView, Error> {
    accounts::ensure_writable(app, account_id)?;
    let schema = client::of(app, account_id).await?.profile.users_schema;
    let target = target(app, account_id, project_id, &request).await?;
    target.need_password()?;
    let question = Question::new(
        schema,
        request.search.as_deref(),
        request.awaited.as_deref(),
    );
    let opened = within(async {
        let url = target.session_url();
        let (ca_file, reason) = (target.ca_file.as_deref(), ContactReason::AuthUsers);
        Ok(connect::open(&app.contacts, reason, &url, ca_file, DEADLINE).await?)
    });
    let mut session = opened.await?;
    let mut gaps = GAPS.iter();
    let found = loop {
        let reading = within(read(session.client_mut(), &target, &question));
        let found = reading.await?;
        match gaps.next() {
            Some(gap) if found.arrived == Some(false) => app.network.environment.sleep(*gap).await,
            _ => break found,
        }
    };
    Ok(SyncedUsersView {
        schema: found.schema,
        table: TABLE.to_owned(),
        rows: found.rows,
        total: found.total,
        arrived: found.arrived,
        read_at: app.clock.now(),
    })
}

/// The database as its owner.
async fn target(
    app: &Features,
    account_id: &str,
    project_id: &str,
    request: &SyncedUsersQuery,
) -> Result<Target, Error> {
    let name = match &request.database {
        Some(name) => name.clone(),
        None => of_integration(app, account_id, project_id, &request.branch_id).await?,
    };
    let all = databases::list(app, account_id, project_id, &request.branch_id).await?;
    let database = all.into_iter().find(|it| it.name == name);
    let database = database.ok_or_else(|| {
        Error::new(
            ErrorCode::NotFound,
            format!("Database {name} not found on this branch"),
        )
        .hint("It may have been deleted or renamed. Check the branch's databases.")
    })?;
    let source = ConnectSource::Project {
        account_id: account_id.to_owned(),
        project_id: project_id.to_owned(),
        request: ConnectionRequest {
            database: database.name,
            role: database.owner,
            branch_id: Some(request.branch_id.clone()),
            compute_id: None,
            pooled: Some(false),
        },
    };
    connection_card::of(app, &source).await
}

/// The database that the branch's integration names, or else the platform's usual one.
async fn of_integration(
    app: &Features,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<String, Error> {
    let profile = client::of(app, account_id).await?.profile;
    let place = AuthPlace {
        project_id,
        branch_id: Some(branch_id),
    };
    let all = auth::integrations(app, account_id, place).await?;
    let of_branch =
        |it: &&AuthIntegrationView| it.branch_id.as_deref().is_none_or(|id| id == branch_id);
    let named = all
        .iter()
        .find(of_branch)
        .and_then(|it| it.database.clone());
    Ok(named.unwrap_or_else(|| profile.database.to_owned()))
}

async fn within<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let done = timeout(DEADLINE, work).await;
    done.unwrap_or_else(|_| Err(slow()))
}

fn slow() -> Error {
    Error::new(
        ErrorCode::Timeout,
        "The database did not answer within 30 seconds",
    )
    .hint("Its compute may still be starting. Try again in a moment.")
}

/// One read, in a transaction that can change nothing.
async fn read(
    client: &mut Client,
    target: &Target,
    question: &Question,
) -> Result<SyncedUsers, Error> {
    let shown = |error: tokio_postgres::Error| refused(&error, target);
    let transaction = client.build_transaction().read_only(true).start().await;
    let transaction = transaction.map_err(shown)?;
    transaction
        .batch_execute(table::SETTINGS)
        .await
        .map_err(shown)?;
    let columns = Columns::of(&transaction, question).await.map_err(shown)?;
    let Some(columns) = columns else {
        return Err(not_there(&transaction, question, target)
            .await
            .unwrap_or_else(shown));
    };
    let found = table::read(&transaction, &columns, question).await;
    let found = found.map_err(shown)?;
    transaction.rollback().await.map_err(shown)?;
    Ok(found)
}

async fn not_there(
    transaction: &tokio_postgres::Transaction<'_>,
    question: &Question,
    target: &Target,
) -> Result<Error, tokio_postgres::Error> {
    let name = question.name();
    if table::exists(transaction, question).await? {
        let role = target.url.role();
        let said = format!("The role {role} has no permission to read the table {name}");
        return Ok(Error::new(ErrorCode::Database, said)
            .hint("Grant it SELECT on the table, then try again."));
    }
    let said = format!("The users table {name} was not found in this database");
    Ok(Error::new(ErrorCode::NotFound, said).hint(
        "The integration may have been removed with its data, or setup is still running. Refresh it.",
    ))
}

fn refused(error: &tokio_postgres::Error, target: &Target) -> Error {
    use tokio_postgres::error::SqlState;
    let code = error.code();
    if code == Some(&SqlState::QUERY_CANCELED) || code == Some(&SqlState::LOCK_NOT_AVAILABLE) {
        return slow();
    }
    ConnectError::of(error, target.url.host()).into()
}

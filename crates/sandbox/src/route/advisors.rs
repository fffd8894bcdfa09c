//! What could be wrong in a database, read from its catalog.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::timeout;

use super::body::{QueryParams, invalid};
use super::branches::lookup::{must_have_data, read_branch};
use crate::access::{Caller, not_found};
use crate::operation::{TaskError, maintenance_server};
use crate::postgres::advisor::{self, Category, Issue, Level};
use crate::reply::Failure;
use crate::shared::Shared;

/// How long the database may take, waking included.
const DEADLINE: Duration = Duration::from_secs(60);

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/api/v2/projects/{project_id}/advisors", get(list))
}

#[derive(Debug, Deserialize)]
struct AdvisorsQuery {
    branch_id: Option<String>,
    database_name: Option<String>,
    category: Option<Category>,
    #[serde(default)]
    min_severity: Level,
}

#[derive(Debug, Serialize)]
struct IssuesBody {
    issues: Vec<IssueBody>,
}

#[derive(Debug, Serialize)]
struct IssueBody {
    name: &'static str,
    title: &'static str,
    level: Level,
    /// Nothing but SQL reaches a database of the sandbox.
    facing: &'static str,
    categories: [Category; 1],
    description: &'static str,
    detail: String,
    remediation: &'static str,
    metadata: Value,
    cache_key: String,
}

impl From<Issue> for IssueBody {
    fn from(Issue { check, found }: Issue) -> Self {
        Self {
            name: check.name,
            title: check.title,
            level: check.level,
            facing: "INTERNAL",
            categories: [check.category],
            description: check.description,
            cache_key: format!("{}_{}", check.name, found.key),
            detail: found.detail,
            remediation: check.remediation,
            metadata: found.metadata,
        }
    }
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    QueryParams(query): QueryParams<AdvisorsQuery>,
) -> Result<Json<IssuesBody>, Failure> {
    let branch_id = match query.branch_id {
        Some(id) => id,
        None => shared.store.read(|state| {
            let project = caller.project(state, &project_id)?;
            let branch = state.default_branch(&project.id);
            let branch = branch.ok_or_else(|| not_found("branch"))?;
            Ok::<_, Failure>(branch.id.clone())
        })?,
    };
    let wanted = query.database_name;
    let database = read_branch(&shared, &caller, &project_id, &branch_id, |state, branch| {
        must_have_data(state, branch)?;
        let mut names = state.databases_of(&branch.id).map(|it| &it.name);
        match &wanted {
            Some(wanted) => names.find(|it| *it == wanted).cloned(),
            None => {
                let first = names.next().cloned();
                if names.next().is_some() {
                    return Err(invalid(
                        "query: database_name: the branch has several databases, so one must be named",
                    ));
                }
                first
            }
        }
        .ok_or_else(|| not_found("database"))
    })
    .await?;
    let issues = found(&shared, branch_id, database).await?.into_iter();
    let issues = issues.filter(|it| it.check.level >= query.min_severity);
    let issues = issues.filter(|it| query.category.is_none_or(|only| it.check.category == only));
    Ok(Json(IssuesBody {
        issues: issues.map(IssueBody::from).collect(),
    }))
}

/// A branch whose data was never made has nothing in it.
async fn found(
    shared: &Arc<Shared>,
    branch_id: String,
    database: String,
) -> Result<Vec<Issue>, Failure> {
    if shared.servers.is_none() || !shared.folder.cluster(&branch_id).exists() {
        return Ok(Vec::new());
    }
    // It goes on without whoever asked, so that its server is let go again.
    let this = Arc::clone(shared);
    let working = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => Err(TaskError::Stopping),
            done = run(&this, &branch_id, &database) => done,
        }
    });
    let error = match timeout(DEADLINE, working).await {
        Ok(Ok(Ok(issues))) => return Ok(issues),
        Ok(Ok(Err(error))) => error,
        Ok(Err(_)) => TaskError::Broken,
        Err(_) => TaskError::TooLong,
    };
    tracing::warn!(
        why = error.stored_message(),
        "a database could not be checked"
    );
    Err(Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        format!("the database could not be checked: {}", error.message()),
    )
    .hint("Check that the database exists and accepts connections, then try again."))
}

async fn run(shared: &Shared, branch_id: &str, database: &str) -> Result<Vec<Issue>, TaskError> {
    let Some(servers) = &shared.servers else {
        return Ok(Vec::new());
    };
    let server = maintenance_server(shared, servers, branch_id).await?;
    let issues = advisor::run(server.port, &servers.admin, database).await;
    server.finish().await;
    Ok(issues?)
}

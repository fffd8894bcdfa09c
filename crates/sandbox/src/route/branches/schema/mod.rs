//! The schema of a branch's database, and how it differs from another branch's.

mod diff;
mod read;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use self::read::Target;
use super::lookup::{find_branch, must_have_data, sync_branch};
use super::rules::unprocessable;
use crate::access::{Caller, not_found};
use crate::postgres::schema_tables::Table;
use crate::reply::Failure;
use crate::route::body::{QueryParams, invalid};
use crate::shared::Shared;
use crate::state::{Branch, PlatformState};

#[derive(Debug, Deserialize)]
pub(super) struct SchemaQuery {
    db_name: String,
    lsn: Option<String>,
    timestamp: Option<String>,
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Sql,
    Json,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SchemaResponse {
    Sql(String),
    Json { tables: Vec<Table> },
}

pub(super) async fn schema(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    QueryParams(query): QueryParams<SchemaQuery>,
) -> Result<Json<SchemaResponse>, Failure> {
    check_database(&query.db_name)?;
    must_be_the_present(["lsn", "timestamp"], &query.lsn, &query.timestamp)?;
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let target = shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        target(state, branch, &query.db_name, "branch")
    })?;
    Ok(Json(match query.format.unwrap_or_default() {
        Format::Sql => SchemaResponse::Sql(read::sql(&shared, target).await?),
        Format::Json => {
            let tables = read::tables(&shared, target).await?;
            SchemaResponse::Json { tables }
        }
    }))
}

#[derive(Debug, Deserialize)]
pub(super) struct CompareSchemaQuery {
    db_name: String,
    base_branch_id: Option<String>,
    lsn: Option<String>,
    timestamp: Option<String>,
    base_lsn: Option<String>,
    base_timestamp: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct CompareSchemaResponse {
    diff: String,
}

/// With the parent where no other branch is named. Empty where both are the same.
pub(super) async fn compare(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    QueryParams(query): QueryParams<CompareSchemaQuery>,
) -> Result<Json<CompareSchemaResponse>, Failure> {
    check_database(&query.db_name)?;
    must_be_the_present(["lsn", "timestamp"], &query.lsn, &query.timestamp)?;
    must_be_the_present(
        ["base_lsn", "base_timestamp"],
        &query.base_lsn,
        &query.base_timestamp,
    )?;
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let (branch, base) = shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        let named = query.base_branch_id.as_deref().filter(|id| !id.is_empty());
        let base = named.or(branch.parent_id.as_deref()).ok_or_else(|| {
            unprocessable("base_branch_id is required, since the branch has no parent")
        })?;
        let base =
            find_branch(state, &caller, &project_id, base).map_err(|_| not_found("base branch"))?;
        Ok::<_, Failure>((
            target(state, branch, &query.db_name, "branch")?,
            target(state, base, &query.db_name, "base branch")?,
        ))
    })?;
    let (new, old) = match branch.branch_id == base.branch_id {
        true => {
            let read = read::sql(&shared, branch).await?;
            (read.clone(), read)
        }
        false => {
            // Where neither can be read, the branch's own error is told.
            let (new, old) = tokio::join!(read::sql(&shared, branch), read::sql(&shared, base));
            (new?, old?)
        }
    };
    let diff = diff::unified(&query.db_name, old, new).await?;
    Ok(Json(CompareSchemaResponse { diff }))
}

fn target(
    state: &PlatformState,
    branch: &Branch,
    database: &str,
    called: &'static str,
) -> Result<Target, Failure> {
    must_have_data(state, branch)?;
    Ok(Target {
        project_id: branch.project_id.clone(),
        branch_id: branch.id.clone(),
        database: database.to_owned(),
        called,
    })
}

fn check_database(name: &str) -> Result<(), Failure> {
    match name.is_empty() || name.contains('\0') {
        true => Err(invalid("query: db_name: it is no name of a database")),
        false => Ok(()),
    }
}

/// Never answered with the present schema instead.
fn must_be_the_present(
    names: [&str; 2],
    lsn: &Option<String>,
    timestamp: &Option<String>,
) -> Result<(), Failure> {
    let given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    match (given(lsn), given(timestamp)) {
        (false, false) => Ok(()),
        (true, true) => Err(invalid(format!(
            "{} and {} cannot be specified at the same time",
            names[0], names[1]
        ))),
        _ => Err(unprocessable("the sandbox reads schemas as they are now")
            .hint("Create a branch at that LSN or time, and read its schema.")),
    }
}

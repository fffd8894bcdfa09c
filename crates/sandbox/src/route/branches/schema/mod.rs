//! The schema of a branch's database, and how it differs from another branch's.

mod diff;
mod read;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use self::read::Target;
use super::lookup::{find_branch, must_have_data, sync_branch};
use super::past::{self, Named};
use super::rules::unprocessable;
use crate::access::{Caller, not_found};
use crate::postgres::schema_tables::Table;
use crate::reply::Failure;
use crate::room;
use crate::route::body::{QueryParams, invalid};
use crate::shared::Shared;
use crate::state::{Branch, Past, PlatformState};

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
    let at = moment(&shared, ["lsn", "timestamp"], &query.lsn, &query.timestamp)?;
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let target = shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        target(state, branch, &query.db_name, at, "branch")
    })?;
    check_moment(&shared, &target).await?;
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
    let at = moment(&shared, ["lsn", "timestamp"], &query.lsn, &query.timestamp)?;
    let base_names = ["base_lsn", "base_timestamp"];
    let base_at = moment(&shared, base_names, &query.base_lsn, &query.base_timestamp)?;
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
            target(state, branch, &query.db_name, at, "branch")?,
            target(state, base, &query.db_name, base_at, "base branch")?,
        ))
    })?;
    check_moment(&shared, &branch).await?;
    check_moment(&shared, &base).await?;
    let is_same = branch.branch_id == base.branch_id && branch.at == base.at;
    let (new, old) = match is_same {
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
    at: Option<Past>,
    called: &'static str,
) -> Result<Target, Failure> {
    must_have_data(state, branch)?;
    Ok(Target {
        project_id: branch.project_id.clone(),
        branch_id: branch.id.clone(),
        database: database.to_owned(),
        at,
        called,
    })
}

fn check_database(name: &str) -> Result<(), Failure> {
    match name.is_empty() || name.contains('\0') {
        true => Err(invalid("query: db_name: it is no name of a database")),
        false => Ok(()),
    }
}

/// The moment that is meant; none is now.
fn moment(
    shared: &Shared,
    [lsn_field, time_field]: [&'static str; 2],
    lsn: &Option<String>,
    timestamp: &Option<String>,
) -> Result<Option<Past>, Failure> {
    let named = Named {
        lsn: (lsn_field, lsn.as_deref()),
        timestamp: (time_field, timestamp.as_deref()),
    };
    named.read(shared.now())
}

/// A moment of the past is made as a copy, which takes room on the disk for a moment.
async fn check_moment(shared: &Arc<Shared>, target: &Target) -> Result<(), Failure> {
    let Some(at) = &target.at else { return Ok(()) };
    past::check(shared, &target.branch_id, at).await?;
    // The copy is no branch, so that the reservation ends by time.
    let made = shared.random.branch_id();
    room::check_capacity(shared, Some(&target.branch_id), &made).await?;
    Ok(())
}

//! The operations of a project, newest first.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::body::{Cursor, OperationBody, QueryParams, invalid, limit};
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::shared::Shared;

const LARGEST_PAGE: usize = 1000;
const USUAL_PAGE: usize = 100;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/projects/{project_id}/operations", get(list))
        .route(
            "/api/v2/projects/{project_id}/operations/{operation_id}",
            get(one),
        )
}

#[derive(Debug, Deserialize)]
struct ListOperationsQuery {
    limit: Option<i64>,
    cursor: Option<String>,
}

#[derive(Debug, Serialize)]
struct ListOperationsResponse {
    operations: Vec<OperationBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Cursor>,
}

/// Those of a deleted project can be read for as long as anything of it is kept.
async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    QueryParams(query): QueryParams<ListOperationsQuery>,
) -> Result<Json<ListOperationsResponse>, Failure> {
    let limit = limit(query.limit, LARGEST_PAGE, USUAL_PAGE)?;
    let before = query.cursor.as_deref().map(moment).transpose()?;
    shared.store.read(|state| {
        caller.any_project(state, &project_id)?;
        let older = state
            .operations_of(&project_id)
            .rev()
            .skip_while(|it| before.is_some_and(|before| it.created_at >= before));
        let page: Vec<_> = older.take(limit).collect();
        let pagination = page.last().map(|last| Cursor {
            cursor: cursor(last.created_at),
        });
        let operations = page.into_iter().map(OperationBody::from).collect();
        Ok(Json(ListOperationsResponse {
            operations,
            pagination,
        }))
    })
}

#[derive(Debug, Serialize)]
struct OperationResponse {
    operation: OperationBody,
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, operation_id)): Path<(String, String)>,
) -> Result<Json<OperationResponse>, Failure> {
    shared.store.read(|state| {
        caller.any_project(state, &project_id)?;
        let found = state.operations.get(&operation_id);
        let found = found.filter(|it| it.project_id == project_id);
        let operation = found.ok_or_else(|| not_found("operation"))?.into();
        Ok(Json(OperationResponse { operation }))
    })
}

/// Operations of a project differ in microseconds, which the records themselves do not show.
fn cursor(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

fn moment(cursor: &str) -> Result<DateTime<Utc>, Failure> {
    DateTime::parse_from_rfc3339(cursor)
        .map(|at| at.to_utc())
        .map_err(|_| invalid("query: cursor: must come from a page of this list"))
}

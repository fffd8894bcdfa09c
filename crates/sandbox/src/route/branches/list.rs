use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::SecondsFormat;
use serde::{Deserialize, Serialize};

use super::wire::{AnnotationBody, BranchBody, annotation, wire};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{QueryParams, SortedPagination, flag, invalid, limit};
use crate::route::page_order::{self, SortKey, SortOrder};
use crate::shared::Shared;
use crate::state::Branch;

const LARGEST_PAGE: usize = 10_000;

#[derive(Debug, Deserialize)]
pub(super) struct ListBranchesQuery {
    search: Option<String>,
    sort_by: Option<SortBy>,
    sort_order: Option<SortOrder>,
    cursor: Option<String>,
    limit: Option<i64>,
    #[serde(default, deserialize_with = "flag")]
    include_deleted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SortBy {
    Name,
    CreatedAt,
    UpdatedAt,
}

#[derive(Debug, Serialize)]
pub(super) struct ListBranchesResponse {
    branches: Vec<BranchBody>,
    annotations: BTreeMap<String, AnnotationBody>,
    pagination: SortedPagination,
}

/// The last branch of a page and the order that it was the last in.
#[derive(Debug, Serialize, Deserialize)]
struct Cursor {
    branch_id: String,
    sort_by: SortBy,
    sort_by_value: String,
    sort_order: SortOrder,
}

pub(super) async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    QueryParams(query): QueryParams<ListBranchesQuery>,
) -> Result<Json<ListBranchesResponse>, Failure> {
    let size = limit(query.limit, LARGEST_PAGE, LARGEST_PAGE)?;
    let after = query.cursor.as_deref();
    let after: Option<Cursor> = after.map(page_order::read_cursor).transpose()?;
    let (by, order) = order(&query, after.as_ref())?;
    let now = shared.now();
    shared.store.read(|state| {
        caller.project(state, &project_id)?;
        let found = state.all_branches_of(&project_id);
        let found = found
            .filter(|it| it.snapshot.is_none())
            .filter(|it| match &it.deleted {
                None => true,
                Some(deleted) => query.include_deleted && deleted.until > now,
            })
            .filter(|it| matches(it, query.search.as_deref()))
            .map(|it| ((by.value(it), it.id.clone()), it));
        let after: Option<SortKey> = after.map(|it| (it.sort_by_value, it.branch_id));
        let (found, has_more) = order.page(found, after.as_ref(), size);
        let next = found.last().filter(|_| has_more).map(|(key, it)| Cursor {
            branch_id: it.id.clone(),
            sort_by: by,
            sort_by_value: key.0.clone(),
            sort_order: order,
        });
        Ok(Json(ListBranchesResponse {
            branches: found
                .iter()
                .map(|(_, it)| wire(state, it).measured(&shared, state))
                .collect(),
            annotations: found
                .iter()
                .filter(|(_, it)| it.annotation.is_some())
                .map(|(_, it)| (it.id.clone(), annotation(it)))
                .collect(),
            pagination: SortedPagination {
                next: next.map(|it| URL_SAFE_NO_PAD.encode(page_order::json(&it))),
                sort_by: by.word(),
                sort_order: match order {
                    SortOrder::Ascending => "ASC",
                    SortOrder::Descending => "DESC",
                },
            },
        }))
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct CountBranchesQuery {
    search: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct CountBranchesResponse {
    count: usize,
}

pub(super) async fn count(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    QueryParams(query): QueryParams<CountBranchesQuery>,
) -> Result<Json<CountBranchesResponse>, Failure> {
    shared.store.read(|state| {
        caller.project(state, &project_id)?;
        let branches = state.branches_of(&project_id);
        let found = branches.filter(|it| matches(it, query.search.as_deref()));
        let count = found.count();
        Ok(Json(CountBranchesResponse { count }))
    })
}

fn matches(branch: &Branch, search: Option<&str>) -> bool {
    search.is_none_or(|part| {
        let part = part.to_lowercase();
        branch.name.to_lowercase().contains(&part) || branch.id.contains(&part)
    })
}

/// A cursor goes on in its own order and in no other.
fn order(
    query: &ListBranchesQuery,
    after: Option<&Cursor>,
) -> Result<(SortBy, SortOrder), Failure> {
    let by = query.sort_by.or(after.map(|it| it.sort_by));
    let order = query.sort_order.or(after.map(|it| it.sort_order));
    let by = by.unwrap_or(SortBy::UpdatedAt);
    let order = order.unwrap_or(SortOrder::Descending);
    if after.is_some_and(|it| it.sort_by != by || it.sort_order != order) {
        return Err(invalid("query: cursor: it belongs to another order"));
    }
    Ok((by, order))
}

impl SortBy {
    fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::CreatedAt => "created_at",
            Self::UpdatedAt => "updated_at",
        }
    }

    /// What sorts as text like the thing itself.
    fn value(self, branch: &Branch) -> String {
        let at = match self {
            Self::Name => return branch.name.clone(),
            Self::CreatedAt => branch.created_at,
            Self::UpdatedAt => branch.updated_at,
        };
        at.to_rfc3339_opts(SecondsFormat::Micros, true)
    }
}

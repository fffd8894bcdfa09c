use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::wire::{ItemBody, ProjectResponse, item, wire};
use crate::access::Caller;
use crate::connection::Place;
use crate::reply::Failure;
use crate::route::body::{Cursor, QueryParams, flag, invalid, limit};
use crate::shared::Shared;
use crate::state::{KeyScope, PlatformState, Project};

const LARGEST_PAGE: usize = 400;
const USUAL_PAGE: usize = 10;
/// In milliseconds. The sandbox has every project in memory, so none is ever left out for it.
const TIMEOUT: std::ops::RangeInclusive<i64> = 100..=30_000;

#[derive(Debug, Deserialize)]
pub struct ListProjectsQuery {
    limit: Option<i64>,
    cursor: Option<String>,
    search: Option<String>,
    org_id: Option<String>,
    timeout: Option<i64>,
    #[serde(default, deserialize_with = "flag")]
    recoverable: bool,
}

#[derive(Debug, Serialize)]
pub struct ListProjectsResponse {
    #[serde(flatten)]
    page: ProjectsPage,
    applications: BTreeMap<String, Vec<String>>,
    integrations: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Serialize)]
pub struct ProjectsPage {
    projects: Vec<ItemBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Cursor>,
}

/// Without an organization a person's key lists what is theirs and their organizations'. Projects
/// that are only shared with them have a list of their own.
pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<ListProjectsQuery>,
) -> Result<Json<ListProjectsResponse>, Failure> {
    let now = shared.now();
    shared.store.read(|state| {
        if let Some(id) = &query.org_id {
            caller.organization(state, id)?;
        }
        let page = page(&shared.place, state, &query, now, |project| {
            let of_organization = query.org_id.is_none() || project.organization_id == query.org_id;
            let visible = match &caller.scope {
                KeyScope::Personal => caller.owns(state, project),
                _ => caller.sees(state, project),
            };
            of_organization && visible && is_listed(project, query.recoverable, now)
        })?;
        Ok(Json(ListProjectsResponse {
            page,
            applications: BTreeMap::new(),
            integrations: BTreeMap::new(),
        }))
    })
}

pub async fn shared(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<ListProjectsQuery>,
) -> Result<Json<ProjectsPage>, Failure> {
    caller.must_be_personal()?;
    let now = shared.now();
    shared.store.read(|state| {
        let page = page(&shared.place, state, &query, now, |project| {
            caller.shares(project) && !caller.owns(state, project) && is_listed(project, false, now)
        })?;
        Ok(Json(page))
    })
}

pub async fn get(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<ProjectResponse>, Failure> {
    let now = shared.now();
    shared.store.read(|state| {
        let found = caller.project(state, &project_id)?;
        let project = wire(&shared.place, state, found, now);
        Ok(Json(ProjectResponse { project }))
    })
}

fn is_listed(project: &Project, recoverable: bool, now: DateTime<Utc>) -> bool {
    match project.recoverable_until() {
        None => !recoverable,
        Some(until) => recoverable && project.purged_at.is_none() && now < until,
    }
}

fn page(
    place: &Place,
    state: &PlatformState,
    query: &ListProjectsQuery,
    now: DateTime<Utc>,
    is_listed: impl Fn(&Project) -> bool,
) -> Result<ProjectsPage, Failure> {
    let limit = limit(query.limit, LARGEST_PAGE, USUAL_PAGE)?;
    if query.timeout.is_some_and(|it| !TIMEOUT.contains(&it)) {
        return Err(invalid("query: timeout: must be between 100 and 30000"));
    }
    let search = query.search.as_deref().unwrap_or_default().to_lowercase();
    let after = query.cursor.as_deref().filter(|it| !it.is_empty());
    if after.is_some_and(|it| !is_cursor(state, it)) {
        return Err(invalid("query: cursor: it is not from this list"));
    }
    let rest = state.projects.range::<str, _>((
        after.map_or(Bound::Unbounded, Bound::Excluded),
        Bound::Unbounded,
    ));
    let listed = rest.map(|(_, it)| it).filter(|it| {
        let found = || it.id.contains(&search) || it.name.to_lowercase().contains(&search);
        (search.is_empty() || found()) && is_listed(it)
    });
    let projects: Vec<ItemBody> = listed
        .take(limit)
        .map(|it| item(place, state, it, now))
        .collect();
    let pagination = projects.last().map(|last| Cursor {
        cursor: last.id().to_owned(),
    });
    Ok(ProjectsPage {
        projects,
        pagination,
    })
}

/// The id that a page ended with. Its project may be gone since.
fn is_cursor(state: &PlatformState, text: &str) -> bool {
    const LONGEST: usize = 60;
    let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    let is_id = text.len() <= LONGEST
        && text.bytes().all(is_plain)
        && text.bytes().filter(|it| *it == b'-').count() == 2;
    is_id || state.projects.contains_key(text)
}

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::access::{Caller, not_found};
use crate::operation::sync_from_server;
use crate::provision;
use crate::reply::Failure;
use crate::route::body::{QueryParams, flag};
use crate::route::branches::lookup::{find_branch, make_data};
use crate::route::roles;
use crate::shared::Shared;
use crate::state::{Branch, Endpoint, PlatformState, Secret};

#[derive(Debug, Deserialize)]
pub struct ConnectionUriQuery {
    branch_id: Option<String>,
    endpoint_id: Option<String>,
    database_name: String,
    role_name: String,
    /// The one port serves both forms.
    #[serde(default, deserialize_with = "flag")]
    #[expect(
        dead_code,
        reason = "read to be checked: a value that is no boolean is refused"
    )]
    pooled: bool,
}

#[derive(Debug, Serialize)]
pub struct ConnectionUriResponse {
    uri: String,
}

pub async fn get(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    QueryParams(query): QueryParams<ConnectionUriQuery>,
) -> Result<Json<ConnectionUriResponse>, Failure> {
    let branch = shared.store.read(|state| {
        let (branch, _) = find_target(state, &caller, &project_id, &query)?;
        Ok::<_, Failure>(branch.id.clone())
    })?;
    sync_from_server(&shared, &branch).await;
    let (branch, endpoint, password) = shared
        .store
        .read(|state| find_connection(state, &caller, &project_id, &query))?;
    make_data(&shared, &project_id, &branch).await?;
    let port = provision::computes::ensure_port(&shared, &endpoint)
        .await
        .map_err(|error| {
            tracing::error!(%error, endpoint, "a compute has no port");
            Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "the compute has no port at the moment",
            )
        })?;
    Ok(Json(ConnectionUriResponse {
        uri: shared.place.uri(
            &query.role_name,
            Some(&password),
            port,
            &query.database_name,
        ),
    }))
}

/// The branch and the compute that are asked for, and the role's password.
fn find_connection(
    state: &PlatformState,
    caller: &Caller,
    project_id: &str,
    query: &ConnectionUriQuery,
) -> Result<(String, String, Secret), Failure> {
    let (branch, endpoint) = find_target(state, caller, project_id, query)?;
    let endpoint = endpoint
        .or_else(|| state.endpoint_of_branch(&branch.id))
        .filter(|it| it.branch_id == branch.id)
        .ok_or_else(|| not_found("endpoint"))?;
    let named = |name: &String| (branch.id.clone(), name.clone());
    if !state.databases.contains_key(&named(&query.database_name)) {
        return Err(not_found("database"));
    }
    let role = state.roles.get(&named(&query.role_name));
    let role = role.ok_or_else(|| not_found("role"))?;
    let password = roles::stored(state, role)?.clone();
    Ok((branch.id.clone(), endpoint.id.clone(), password))
}

/// The branch that is meant, and the compute where one is named.
fn find_target<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
    query: &ConnectionUriQuery,
) -> Result<(&'w Branch, Option<&'w Endpoint>), Failure> {
    caller.project(state, project_id)?;
    let endpoint = query.endpoint_id.as_deref();
    let endpoint = endpoint
        .map(|id| endpoint_of(state, project_id, id))
        .transpose()?;
    let branch = branch_of(state, caller, project_id, query, endpoint)?;
    Ok((branch, endpoint))
}

/// The one that is named, else that of the compute that is named, else the default one.
fn branch_of<'w>(
    state: &'w PlatformState,
    caller: &Caller,
    project_id: &str,
    query: &ConnectionUriQuery,
    endpoint: Option<&Endpoint>,
) -> Result<&'w Branch, Failure> {
    match (&query.branch_id, endpoint) {
        (Some(id), _) => find_branch(state, caller, project_id, id),
        (None, Some(it)) => find_branch(state, caller, project_id, &it.branch_id),
        (None, None) => state
            .default_branch(project_id)
            .ok_or_else(|| not_found("branch")),
    }
}

fn endpoint_of<'w>(
    state: &'w PlatformState,
    project_id: &str,
    id: &str,
) -> Result<&'w Endpoint, Failure> {
    let mut endpoints = state.endpoints_of(project_id);
    endpoints
        .find(|it| it.id == id)
        .ok_or_else(|| not_found("endpoint"))
}

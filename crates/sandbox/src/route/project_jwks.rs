//! Whose tokens a project takes, as addresses of their public keys.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::routing::{delete, get};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::body::{JsonBody, OperationBody, Seconds, invalid, operations};
use super::branches::lookup::find_branch;
use super::call::{commit, submit};
use super::text;
use crate::access::{Caller, not_found};
use crate::operation::{Draft, Step};
use crate::platform_text;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{
    Action, Delete, Document, DocumentKey, PlatformState, Record, StoredDocument, Task,
};

const LONGEST_TEXT: usize = 256;
const MOST_ROLES: usize = 10;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/projects/{project_id}/jwks", get(list).post(add))
        .route(
            "/api/v2/projects/{project_id}/jwks/{jwks_id}",
            delete(remove),
        )
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct KeySet {
    /// A UUID.
    id: String,
    project_id: String,
    /// None for all branches.
    branch_id: Option<String>,
    jwks_url: String,
    provider_name: String,
    jwt_audience: Option<String>,
    role_names: Option<Vec<String>>,
    created_at: DateTime<Utc>,
}

impl Document for KeySet {
    const KIND: &'static str = "jwks";

    fn project_id(&self) -> &str {
        &self.project_id
    }

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Debug, Serialize)]
struct KeySetBody {
    id: String,
    project_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch_id: Option<String>,
    jwks_url: String,
    provider_name: String,
    created_at: Seconds,
    updated_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    jwt_audience: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role_names: Option<Vec<String>>,
}

impl From<KeySet> for KeySetBody {
    fn from(it: KeySet) -> Self {
        Self {
            id: it.id,
            project_id: it.project_id,
            branch_id: it.branch_id,
            jwks_url: it.jwks_url,
            provider_name: it.provider_name,
            created_at: Seconds(it.created_at),
            updated_at: Seconds(it.created_at),
            jwt_audience: it.jwt_audience,
            role_names: it.role_names,
        }
    }
}

#[derive(Debug, Serialize)]
struct KeySetsBody {
    jwks: Vec<KeySetBody>,
}

#[derive(Debug, Serialize)]
struct AddedBody {
    jwks: KeySetBody,
    operations: Vec<OperationBody>,
}

#[derive(Debug, Deserialize)]
struct AddRequest {
    jwks_url: String,
    provider_name: String,
    branch_id: Option<String>,
    jwt_audience: Option<String>,
    role_names: Option<Vec<String>>,
}

/// Oldest first.
async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<KeySetsBody>, Failure> {
    shared.store.read(|state| {
        let project = caller.project(state, &project_id)?;
        let mut all: Vec<KeySet> = state.documents.of_project(&project.id)?;
        all.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        Ok(Json(KeySetsBody {
            jwks: all.into_iter().map(KeySetBody::from).collect(),
        }))
    })
}

/// Computes hear of it, as on the platform, and take no tokens: all that connect have a password.
async fn add(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    JsonBody(request): JsonBody<AddRequest>,
) -> Result<(StatusCode, Json<AddedBody>), Failure> {
    check(&request)?;
    let wanted = KeySet {
        id: shared.random.uuid(),
        project_id: project_id.clone(),
        branch_id: request.branch_id,
        jwks_url: request.jwks_url,
        provider_name: request.provider_name,
        jwt_audience: request.jwt_audience,
        role_names: request.role_names,
        created_at: shared.now(),
    };
    let (added, begun) = submit(&shared, &project_id, move |state| {
        check_allowed(state, &caller, &wanted)?;
        let endpoints = state.endpoints_of(&wanted.project_id);
        let of_branch =
            |branch: &String| wanted.branch_id.as_ref().is_none_or(|only| only == branch);
        let endpoints = endpoints.filter(|it| of_branch(&it.branch_id));
        let action = Action::ApplyConfig;
        let told = endpoints
            .map(|it| Draft::on_endpoint(action, &it.branch_id, &it.id, Task::RecordOnly))
            .collect();
        let record = Record::Document(StoredDocument::of(&wanted)?);
        Ok(Step::new(vec![record], told, wanted))
    })
    .await?;
    let body = AddedBody {
        jwks: added.into(),
        operations: operations(&begun),
    };
    Ok((StatusCode::CREATED, Json(body)))
}

fn check(request: &AddRequest) -> Result<(), Failure> {
    let uri = request.jwks_url.parse::<Uri>().ok();
    let uri = uri.filter(|uri| uri.scheme_str() == Some("https"));
    let authority = uri.as_ref().and_then(Uri::authority);
    let Some(authority) = authority.filter(|it| !it.host().is_empty()) else {
        return Err(invalid(
            "jwks_url: an https address is needed, such as https://example.com/jwks.json",
        ));
    };
    // The list would show them to everybody who may read the project.
    if authority.as_str().contains('@') {
        return Err(invalid(
            "jwks_url: the address must be without user and password",
        ));
    }
    text::check("provider_name:", &request.provider_name, LONGEST_TEXT)?;
    if let Some(audience) = &request.jwt_audience {
        text::check("jwt_audience:", audience, LONGEST_TEXT)?;
    }
    match request.role_names.as_ref().map_or(0, Vec::len) > MOST_ROLES {
        true => Err(invalid(format!(
            "role_names: there may be at most {MOST_ROLES}"
        ))),
        false => Ok(()),
    }
}

/// The roles are those of the branch, or of the default one where it is for all.
fn check_allowed(state: &PlatformState, caller: &Caller, wanted: &KeySet) -> Result<(), Failure> {
    let project = caller.project(state, &wanted.project_id)?;
    let branch = match &wanted.branch_id {
        Some(id) => Some(find_branch(state, caller, &project.id, id)?),
        None => state.default_branch(&project.id),
    };
    let is_there = |name: &String| {
        branch.is_some_and(|it| state.roles.contains_key(&(it.id.clone(), name.clone())))
    };
    let mut names = wanted.role_names.iter().flatten();
    if let Some(missing) = names.find(|name| !is_there(name)) {
        return Err(Failure::new(
            StatusCode::NOT_FOUND,
            platform_text::not_found_with("role", "role_name", missing),
        ));
    }
    let known: Vec<KeySet> = state.documents.of_project(&project.id)?;
    let is_known = |it: &KeySet| it.jwks_url == wanted.jwks_url && it.branch_id == wanted.branch_id;
    match known.iter().any(is_known) {
        true => Err(Failure::new(
            StatusCode::CONFLICT,
            platform_text::exists("JWKS URL"),
        )),
        false => Ok(()),
    }
}

async fn remove(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, id)): Path<(String, String)>,
) -> Result<Json<KeySetBody>, Failure> {
    let removed = commit(&shared, move |state| {
        let project = caller.project(state, &project_id)?;
        let known: Vec<KeySet> = state.documents.of_project(&project.id)?;
        let found = known.into_iter().find(|it| it.id == id);
        let found = found.ok_or_else(|| not_found("JWKS"))?;
        let gone = Record::Delete(Delete::Document(DocumentKey::of(&found)));
        Ok((vec![gone], found))
    });
    removed.await.map(|it| Json(it.into()))
}

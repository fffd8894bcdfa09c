use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::integration::{AuthPath, find_integration, known_provider};
use super::table::{self, TableChange, TableLocation};
use crate::access::Caller;
use crate::email;
use crate::platform_text;
use crate::postgres::users::UserRow;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::call::commit;
use crate::route::text;
use crate::shared::Shared;
use crate::state::{AuthIntegration, AuthUser, PlatformState, Record};

const LONGEST_NAME: usize = 255;

#[derive(Debug, Deserialize)]
pub struct CreateUserRequest {
    project_id: String,
    auth_provider: String,
    #[serde(flatten)]
    user: NewUser,
}

#[derive(Debug, Deserialize)]
pub struct NewUser {
    pub email: String,
    pub name: Option<String>,
}

impl NewUser {
    fn of(self, shared: &Shared, integration: &AuthIntegration) -> AuthUser {
        AuthUser {
            id: shared.random.uuid(),
            project_id: integration.project_id.clone(),
            branch_id: integration.branch_id.clone(),
            email: self.email,
            name: self.name,
            roles: Vec::new(),
            is_verified: false,
            created_at: shared.now(),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct UserBody {
    id: String,
}

impl UserBody {
    pub fn of(id: String) -> Json<Self> {
        Json(Self { id })
    }
}

pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateUserRequest>,
) -> Result<(StatusCode, Json<UserBody>), Failure> {
    known_provider(&shared, &request.project_id, &request.auth_provider)?;
    let path = AuthPath::of_project(request.project_id);
    let id = make(&shared, caller, &path, request.user).await?;
    Ok((StatusCode::CREATED, UserBody::of(id)))
}

pub async fn create_on_branch(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<NewUser>,
) -> Result<(StatusCode, Json<UserBody>), Failure> {
    let id = make(&shared, caller, &path, request).await?;
    Ok((StatusCode::CREATED, UserBody::of(id)))
}

/// The user is in the table before the reply.
async fn make(
    shared: &Arc<Shared>,
    caller: Caller,
    path: &AuthPath,
    new: NewUser,
) -> Result<String, Failure> {
    if !email::is_address(&new.email) {
        return Err(invalid("email: an email address is needed"));
    }
    if let Some(name) = &new.name {
        text::check("name:", name, LONGEST_NAME)?;
    }
    let _alone = shared.auth_locks.lock(path.project_id.clone()).await;
    let (location, user) = shared.store.read(|state| {
        let integration = find_integration(state, &caller, path)?;
        let user = new.of(shared, integration);
        must_be_new(state, &user)?;
        Ok::<_, Failure>((TableLocation::of(integration), user))
    })?;
    let add = TableChange::Add(Box::new(row(&user, shared.now())));
    // A branch has the users of the data that it was made from.
    if table::change(shared, &location, add).await? == Some(false) {
        return Err(taken());
    }
    commit(shared, move |state| {
        let path = AuthPath {
            project_id: user.project_id.clone(),
            branch_id: Some(user.branch_id.clone()),
        };
        find_integration(state, &caller, &path)?;
        must_be_new(state, &user)?;
        let id = user.id.clone();
        Ok((vec![Record::AuthUser(user)], id))
    })
    .await
}

/// There is no table to find anybody in.
pub fn without_servers() -> Failure {
    let why = "this sandbox runs without database servers";
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, why)
}

/// Somebody who signs up by themselves, with the digest of their password; none where the address is taken.
pub async fn sign_up(
    shared: &Arc<Shared>,
    integration: &AuthIntegration,
    new: NewUser,
    digest: String,
) -> Result<Option<AuthUser>, Failure> {
    let user = new.of(shared, integration);
    let _alone = shared.auth_locks.lock(user.project_id.clone()).await;
    if shared.store.read(|state| is_known(state, &user)) {
        return Ok(None);
    }
    let row = Box::new(row(&user, shared.now()));
    let location = TableLocation::of(integration);
    match table::change(shared, &location, TableChange::SignUp(row, digest)).await? {
        Some(true) => {}
        Some(false) => return Ok(None),
        None => return Err(without_servers()),
    }
    commit(shared, move |state| {
        let is_active = state.auth.contains_key(&user.branch_id);
        let known = is_active.then(|| Record::AuthUser(user.clone()));
        Ok((known.into_iter().collect(), Some(user)))
    })
    .await
}

fn must_be_new(state: &PlatformState, user: &AuthUser) -> Result<(), Failure> {
    match is_known(state, user) {
        true => Err(taken()),
        false => Ok(()),
    }
}

/// Whether the sandbox itself knows another user of that address.
pub fn is_known(state: &PlatformState, user: &AuthUser) -> bool {
    let mut users = state.auth_users.values();
    users.any(|it| it.branch_id == user.branch_id && it.email.eq_ignore_ascii_case(&user.email))
}

fn taken() -> Failure {
    Failure::new(StatusCode::CONFLICT, platform_text::exists("user"))
}

/// As the table shows a user.
pub fn row(user: &AuthUser, now: DateTime<Utc>) -> UserRow {
    let mut raw = json!({
        "id": user.id,
        "display_name": user.name,
        "primary_email": user.email,
        "primary_email_verified": user.is_verified,
        "signed_up_at_millis": user.created_at.timestamp_millis(),
    });
    if !user.roles.is_empty() {
        raw["roles"] = json!(user.roles);
    }
    UserRow {
        id: user.id.clone(),
        email: Some(user.email.clone()),
        name: user.name.clone(),
        created_at: user.created_at,
        updated_at: Some(now),
        deleted_at: None,
        raw,
    }
}

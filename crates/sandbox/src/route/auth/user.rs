use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::integration::{find_integration, known_provider};
use super::table::{self, TableChange, TableLocation};
use crate::access::Caller;
use crate::email;
use crate::postgres::users::UserRow;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::call::commit;
use crate::route::text;
use crate::shared::Shared;
use crate::state::{AuthUser, PlatformState, Record};

const LONGEST_NAME: usize = 255;

#[derive(Debug, Deserialize)]
pub struct CreateUserRequest {
    project_id: String,
    auth_provider: String,
    email: String,
    name: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct CreateUserResponse {
    id: String,
}

pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateUserRequest>,
) -> Result<(StatusCode, Json<CreateUserResponse>), Failure> {
    known_provider(&shared, &request.project_id, &request.auth_provider)?;
    if !email::is_address(&request.email) {
        return Err(invalid("email: an email address is needed"));
    }
    if let Some(name) = &request.name {
        text::check("name:", name, LONGEST_NAME)?;
    }
    let user = AuthUser {
        id: shared.random.uuid(),
        project_id: request.project_id,
        email: request.email,
        name: request.name,
        created_at: shared.now(),
    };
    let id = user.id.clone();
    make(&shared, caller, user).await?;
    Ok((StatusCode::CREATED, Json(CreateUserResponse { id })))
}

/// The user is in the table before the reply.
async fn make(shared: &Arc<Shared>, caller: Caller, user: AuthUser) -> Result<(), Failure> {
    let _alone = shared.auth_locks.lock(user.project_id.clone()).await;
    let location = shared
        .store
        .read(|state| check_allowed(state, &caller, &user))?;
    let row = row(&user, shared.now());
    table::change(shared, &location, TableChange::Put(Box::new(row))).await?;
    commit(shared, move |state| {
        check_allowed(state, &caller, &user)?;
        Ok((vec![Record::AuthUser(user)], ()))
    })
    .await
}

fn check_allowed(
    state: &PlatformState,
    caller: &Caller,
    user: &AuthUser,
) -> Result<TableLocation, Failure> {
    let integration = find_integration(state, caller, &user.project_id)?;
    let mut users = state.auth_users.values();
    let taken = users
        .any(|it| it.project_id == user.project_id && it.email.eq_ignore_ascii_case(&user.email));
    match taken {
        true => Err(Failure::new(StatusCode::CONFLICT, "user already exists")),
        false => Ok(TableLocation::of(integration)),
    }
}

fn row(user: &AuthUser, now: DateTime<Utc>) -> UserRow {
    UserRow {
        id: user.id.clone(),
        email: Some(user.email.clone()),
        name: user.name.clone(),
        created_at: user.created_at,
        updated_at: Some(now),
        deleted_at: None,
        raw: json!({
            "id": user.id,
            "display_name": user.name,
            "primary_email": user.email,
            "primary_email_verified": false,
            "signed_up_at_millis": user.created_at.timestamp_millis(),
        }),
    }
}

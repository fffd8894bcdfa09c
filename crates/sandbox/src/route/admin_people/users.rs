use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use crate::access::not_found;
use crate::email;
use crate::platform_text;
use crate::random::Random;
use crate::reply::Failure;
use crate::route::body::{JsonBody, Seconds, invalid};
use crate::route::call::commit;
use crate::route::keys::{CreatedBody, issue};
use crate::shared::Shared;
use crate::state::{KeyScope, Member, PlatformState, Record, User};

#[derive(Debug, Serialize)]
pub struct UserBody {
    id: String,
    email: String,
    name: String,
    created_at: Seconds,
}

impl From<&User> for UserBody {
    fn from(it: &User) -> Self {
        Self {
            id: it.id.clone(),
            email: it.email.clone(),
            name: it.name.clone(),
            created_at: Seconds(it.created_at),
        }
    }
}

/// Oldest first.
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<UserBody>> {
    Json(shared.store.read(|state| {
        let mut users: Vec<_> = state.users.values().collect();
        users.sort_by_key(|it| (it.created_at, &it.id));
        users.into_iter().map(UserBody::from).collect()
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewUser {
    email: String,
    /// The address when there is none.
    name: Option<String>,
}

pub async fn add(
    State(shared): State<Arc<Shared>>,
    JsonBody(request): JsonBody<NewUser>,
) -> Result<(StatusCode, Json<UserBody>), Failure> {
    if !email::is_address(&request.email) {
        return Err(invalid("email: an email address is needed"));
    }
    let user = User {
        id: shared.random.uuid(),
        name: request.name.unwrap_or_else(|| request.email.clone()),
        email: request.email,
        created_at: shared.now(),
    };
    let body = UserBody::from(&user);
    let random = Arc::clone(&shared.random);
    commit(&shared, move |state| {
        let mut users = state.users.values();
        if users.any(|it| it.email.eq_ignore_ascii_case(&user.email)) {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                platform_text::exists("user"),
            ));
        }
        let mut records = invited(state, &user, &random);
        records.push(Record::User(user));
        Ok((records, ()))
    })
    .await?;
    Ok((StatusCode::CREATED, Json(body)))
}

/// With the account, the members that organizations have invited under its address.
fn invited(state: &PlatformState, user: &User, random: &Random) -> Vec<Record> {
    let organizations = state.organizations.values();
    let invitations = organizations.filter_map(|organization| {
        let mut all = organization.invitations.iter().rev();
        let found = all.find(|it| it.email.eq_ignore_ascii_case(&user.email))?;
        Some((organization, found))
    });
    let members = invitations.map(|(organization, invitation)| Member {
        id: random.uuid(),
        organization_id: organization.id.clone(),
        user_id: user.id.clone(),
        role: invitation.role,
        joined_at: user.created_at,
    });
    members.map(Record::Member).collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    key_name: String,
}

/// A personal key, as the console makes a person's first.
pub async fn make_key(
    State(shared): State<Arc<Shared>>,
    Path(user_id): Path<String>,
    JsonBody(request): JsonBody<NewKey>,
) -> Result<(StatusCode, Json<CreatedBody>), Failure> {
    let id = user_id.clone();
    let made = issue::create(&shared, request.key_name, &user_id, move |state| {
        find(state, &id).map(|_| KeyScope::Personal)
    });
    made.await.map(|made| (StatusCode::CREATED, Json(made)))
}

pub fn find<'w>(state: &'w PlatformState, id: &str) -> Result<&'w User, Failure> {
    state.users.get(id).ok_or_else(|| not_found("user"))
}

//! API keys: a person's own, and those of organizations.

mod organization;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get};
use axum::{Json, Router};
use serde::Deserialize;

pub use self::wire::CreatedBody;
use self::wire::{ListedBody, RevokedBody};
use super::body::{Sent, invalid};
use crate::access::{Caller, hash, is_good, not_found};
use crate::reply::Failure;
use crate::route::call::keep;
use crate::shared::Shared;
use crate::world::{Key, KeyScope, Row, Secret, World};

const LONGEST_NAME: usize = 64;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/api_keys", get(list).post(create))
        .route("/api/v2/api_keys/{key_id}", delete(revoke))
        .route(
            "/api/v2/organizations/{org_id}/api_keys",
            get(organization::list).post(organization::create),
        )
        .route(
            "/api/v2/organizations/{org_id}/api_keys/{key_id}",
            delete(organization::revoke),
        )
}

#[derive(Debug, Deserialize)]
struct Wanted {
    key_name: String,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<Vec<ListedBody>>, Failure> {
    caller.must_be_personal()?;
    Ok(Json(listed(&shared, |key| {
        key.scope == KeyScope::Personal && key.created_by == caller.user_id
    })))
}

async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Sent(wanted): Sent<Wanted>,
) -> Result<Json<CreatedBody>, Failure> {
    caller.must_be_personal()?;
    let user_id = caller.user_id;
    make(&shared, wanted.key_name, &user_id, |_| {
        Ok(KeyScope::Personal)
    })
    .await
    .map(Json)
}

async fn revoke(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(key_id): Path<String>,
) -> Result<Json<RevokedBody>, Failure> {
    caller.must_be_personal()?;
    take_back(&shared, &key_id, move |world, key| {
        let Some(organization_id) = organization_of(key) else {
            return match key.created_by == caller.user_id {
                true => Ok(()),
                false => Err(not_found("API key")),
            };
        };
        caller
            .organization(world, organization_id)
            .map_err(|_| not_found("API key"))?;
        must_be_admin(&caller, world, organization_id)
    })
    .await
    .map(Json)
}

/// The keys that still open something, oldest first.
fn listed(shared: &Shared, is_wanted: impl Fn(&Key) -> bool) -> Vec<ListedBody> {
    shared.catalogue.read(|world| {
        let keys = world.keys.values();
        let keys = keys.filter(|key| is_wanted(key) && is_good(world, key));
        keys.map(|key| ListedBody::of(world, &shared.uses.of(key)))
            .collect()
    })
}

/// Makes a key. Only this reply has the token.
pub async fn make(
    shared: &Shared,
    name: String,
    user_id: &str,
    scope: impl FnOnce(&World) -> Result<KeyScope, Failure> + Send + 'static,
) -> Result<CreatedBody, Failure> {
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(invalid(format!(
            "key_name: must have 1 to {LONGEST_NAME} characters"
        )));
    }
    let token = Secret::new(format!("napi_{}", shared.random.token(64)));
    let (token_hash, now, user_id) = (hash(token.reveal()), shared.now(), user_id.to_owned());
    let key = keep(shared, move |world| {
        let key = Key {
            id: world.next_key_id(),
            name,
            scope: scope(world)?,
            created_by: user_id,
            created_at: now,
            last_used_at: None,
            last_used_from_addr: String::new(),
            revoked_at: None,
            token_hash,
        };
        Ok((vec![Row::Key(key.clone())], key))
    })
    .await?;
    Ok(CreatedBody::of(&key, &token))
}

/// Revokes a key at once and for good.
async fn take_back(
    shared: &Arc<Shared>,
    key_id: &str,
    may: impl FnOnce(&World, &Key) -> Result<(), Failure> + Send + 'static,
) -> Result<RevokedBody, Failure> {
    let key_id: i64 = key_id
        .parse()
        .map_err(|_| invalid("path: key_id: a whole number is needed"))?;
    let (this, now) = (Arc::clone(shared), shared.now());
    let key = keep(shared, move |world| {
        let key = world.keys.get(&key_id).filter(|key| is_good(world, key));
        let key = key.ok_or_else(|| not_found("API key"))?;
        may(world, key)?;
        let revoked = Key {
            revoked_at: Some(now),
            ..this.uses.of(key)
        };
        Ok((vec![Row::Key(revoked.clone())], revoked))
    })
    .await?;
    Ok(RevokedBody::of(&key))
}

fn organization_of(key: &Key) -> Option<&String> {
    match &key.scope {
        KeyScope::Personal => None,
        KeyScope::Organization { organization_id }
        | KeyScope::Project {
            organization_id, ..
        } => Some(organization_id),
    }
}

fn must_be_admin(caller: &Caller, world: &World, organization_id: &str) -> Result<(), Failure> {
    match caller.is_admin(world, organization_id) {
        true => Ok(()),
        false => Err(Failure::new(
            StatusCode::FORBIDDEN,
            "only administrators of the organization may do this",
        )),
    }
}

//! API keys: a person's own, and those of organizations.

pub mod issue;
mod organization;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{delete, get};
use axum::{Json, Router};
use serde::Deserialize;

use self::issue::{must_be_admin, organization_of};
pub use self::wire::CreatedBody;
use self::wire::{ListedBody, RevokedBody};
use super::body::JsonBody;
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::KeyScope;

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
struct CreateKeyRequest {
    key_name: String,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<Vec<ListedBody>>, Failure> {
    caller.must_be_personal()?;
    Ok(Json(issue::list(&shared, |key| {
        key.scope == KeyScope::Personal && key.created_by == caller.user_id
    })))
}

async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateKeyRequest>,
) -> Result<Json<CreatedBody>, Failure> {
    caller.must_be_personal()?;
    let user_id = caller.user_id;
    issue::create(&shared, request.key_name, &user_id, |_| {
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
    issue::revoke(&shared, &key_id, move |state, key| {
        let Some(organization_id) = organization_of(key) else {
            return match key.created_by == caller.user_id {
                true => Ok(()),
                false => Err(not_found("API key")),
            };
        };
        caller
            .organization(state, organization_id)
            .map_err(|_| not_found("API key"))?;
        must_be_admin(&caller, state, organization_id)
    })
    .await
    .map(Json)
}

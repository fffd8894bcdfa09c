//! The auth integration of a project.

mod create;
pub mod integration;
mod keys;
mod mail;
mod remove;
mod table;
mod transfer;
mod user;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Serialize;

use self::integration::active_integration;
use self::wire::IntegrationBody;
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/v2/projects/auth/create", post(create::create))
        .route("/api/v2/projects/auth/keys", post(keys::create))
        .route("/api/v2/projects/auth/user", post(user::create))
        .route(
            "/api/v2/projects/auth/transfer_ownership",
            post(transfer::begin),
        )
        .route("/api/v2/projects/{project_id}/auth/integrations", get(list))
        .route(
            "/api/v2/projects/{project_id}/auth/integration/{auth_provider}",
            delete(remove::remove),
        )
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/auth/send_test_email",
            post(mail::send),
        )
}

#[derive(Debug, Serialize)]
struct IntegrationsBody {
    data: Vec<IntegrationBody>,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<IntegrationsBody>, Failure> {
    shared.store.read(|state| {
        let project = caller.project(state, &project_id)?;
        let active = active_integration(state, &project.id);
        let data = active.map(|it| IntegrationBody::of(&shared, it));
        Ok(Json(IntegrationsBody {
            data: data.into_iter().collect(),
        }))
    })
}

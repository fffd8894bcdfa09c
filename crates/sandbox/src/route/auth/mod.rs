//! The auth integrations of a project: one a branch. The older routes speak of the project's own, which is the same one.

mod create;
pub mod integration;
mod keys;
mod mail;
mod plugins;
mod remove;
mod settings;
pub mod table;
mod transfer;
pub mod user;
mod user_changes;
mod webhooks;
pub mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{delete, get, patch, post, put};
use axum::{Json, Router};
use serde::Serialize;

use self::integration::{AuthPath, active_integrations, find_integration};
use self::wire::IntegrationBody;
use crate::access::{Caller, not_found};
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
            "/api/v2/projects/{project_id}/auth/users/{auth_user_id}",
            delete(user_changes::delete),
        )
        .merge(on_branch())
}

/// Those that name the branch.
fn on_branch() -> Router<Arc<Shared>> {
    const AUTH: &str = "/api/v2/projects/{project_id}/branches/{branch_id}/auth";
    let at = |rest: &str| format!("{AUTH}{rest}");
    Router::new()
        .route(AUTH, get(show).post(create::enable).delete(remove::disable))
        .route(&at("/users"), post(user::create_on_branch))
        .route(&at("/users/{auth_user_id}"), delete(user_changes::delete))
        .route(
            &at("/users/{auth_user_id}/role"),
            put(user_changes::set_roles),
        )
        .route(&at("/send_test_email"), post(mail::send))
        .route(&at("/config"), patch(settings::rename))
        .route(
            &at("/allow_localhost"),
            get(settings::localhost).patch(settings::allow_localhost),
        )
        .route(
            &at("/email_and_password"),
            get(settings::email_and_password).patch(settings::change_email_and_password),
        )
        .route(&at("/plugins"), get(plugins::all))
        .route(
            &at("/plugins/organization"),
            patch(plugins::change_organization),
        )
        .route(
            &at("/plugins/magic-link"),
            patch(plugins::change_magic_link),
        )
        .route(
            &at("/plugins/phone-number"),
            get(plugins::phone_number).patch(plugins::change_phone_number),
        )
        .route(
            &at("/webhooks"),
            get(webhooks::show_webhook).put(webhooks::replace),
        )
}

async fn show(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<IntegrationBody>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, &caller, &path)?;
        let project = state.projects.get(&found.project_id);
        let project = project.ok_or_else(|| not_found("project"))?;
        Ok(Json(IntegrationBody::of(&shared, found).named(project)))
    })
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
        let active = active_integrations(state, &project.id).into_iter();
        Ok(Json(IntegrationsBody {
            data: active.map(|it| IntegrationBody::of(&shared, it)).collect(),
        }))
    })
}

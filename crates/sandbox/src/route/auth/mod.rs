//! The auth integration of a project.

mod create;
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

use self::wire::IntegrationBody;
use super::body::invalid;
use crate::access::{Caller, not_found};
use crate::reply::Failure;
use crate::route::call::keep;
use crate::shared::Shared;
use crate::world::{AuthIntegration, Row, World};

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
    shared.catalogue.read(|world| {
        let project = caller.project(world, &project_id)?;
        let active = active(world, &project.id);
        let data = active.map(|it| IntegrationBody::of(&shared, it));
        Ok(Json(IntegrationsBody {
            data: data.into_iter().collect(),
        }))
    })
}

/// The project's integration, unless the branch that it is attached to is gone.
pub fn active<'w>(world: &'w World, project_id: &str) -> Option<&'w AuthIntegration> {
    world.auth.get(project_id).filter(|it| {
        let branch = world.branches.get(&it.branch_id);
        branch.is_some_and(|branch| branch.deleted.is_none())
    })
}

/// The project's integration, if this key may see the project.
pub fn find<'w>(
    world: &'w World,
    caller: &Caller,
    project_id: &str,
) -> Result<&'w AuthIntegration, Failure> {
    let project = caller.project(world, project_id)?;
    active(world, &project.id).ok_or_else(|| not_found("auth integration"))
}

/// Changes a project's integration.
pub async fn edit<T: Send + 'static>(
    shared: &Shared,
    caller: Caller,
    project_id: String,
    change: impl FnOnce(&mut AuthIntegration) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    keep(shared, move |world| {
        let mut changed = find(world, &caller, &project_id)?.clone();
        let value = change(&mut changed)?;
        Ok((vec![Row::AuthIntegration(changed)], value))
    })
    .await
}

/// Refuses every provider but the one that the platform has.
pub fn known_provider(shared: &Shared, auth_provider: &str) -> Result<(), Failure> {
    match auth_provider == shared.config.names.auth_provider {
        true => Ok(()),
        false => Err(invalid(
            "decode application/json: invalid: auth_provider (it is none of this platform's)",
        )),
    }
}

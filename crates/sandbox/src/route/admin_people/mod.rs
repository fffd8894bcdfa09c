//! What people do elsewhere than in the Management API: sign up, found organizations, join and
//! leave them, make a first key in the console, share and move projects. Served among the
//! sandbox's own routes.

mod organizations;
mod projects;
mod users;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, patch, post};

use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/users", get(users::list).post(users::add))
        .route("/sandbox/users/{user_id}/keys", post(users::make_key))
        .route(
            "/sandbox/organizations",
            get(organizations::list).post(organizations::add),
        )
        .route(
            "/sandbox/organizations/{org_id}/members",
            get(organizations::members).post(organizations::join),
        )
        .route(
            "/sandbox/organizations/{org_id}/members/{user_id}",
            patch(organizations::change_role).delete(organizations::leave),
        )
        .route(
            "/sandbox/projects/{project_id}/share",
            post(projects::share),
        )
        .route(
            "/sandbox/projects/{project_id}/share/{user_id}",
            delete(projects::unshare),
        )
        .route(
            "/sandbox/projects/{project_id}/move",
            post(projects::move_to),
        )
}

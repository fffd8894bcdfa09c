//! What projects and branches used, over time.

mod branches;
mod frames;
mod metrics;
mod projects;
mod query;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/api/v2/consumption_history/projects",
            get(projects::first_form),
        )
        .route(
            "/api/v2/consumption_history/v2/projects",
            get(projects::second_form),
        )
        .route(
            "/api/v2/consumption_history/v2/branches",
            get(branches::list),
        )
}

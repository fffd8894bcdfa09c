//! Projects.

mod connection_uri;
mod create;
pub mod libraries;
mod list;
mod removal;
mod settings;
mod update;
mod wire;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects";
    const ONE: &str = "/api/v2/projects/{project_id}";
    Router::new()
        .route(ALL, get(list::list).post(create::create))
        .route(&format!("{ALL}/shared"), get(list::shared))
        .route(
            ONE,
            get(list::get).patch(update::update).delete(removal::delete),
        )
        .route(&format!("{ONE}/recover"), post(removal::recover))
        .route(
            &format!("{ONE}/available_preload_libraries"),
            get(libraries::list),
        )
        .route(&format!("{ONE}/connection_uri"), get(connection_uri::get))
}

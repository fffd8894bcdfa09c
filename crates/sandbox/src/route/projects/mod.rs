//! Projects.

mod create;
mod list;
mod one;
mod settings;
mod wire;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

pub use self::wire::{ProjectBody, wire};
use crate::shared::Shared;

const ALL: &str = "/api/v2/projects";
const ONE: &str = "/api/v2/projects/{project_id}";

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(ALL, get(list::list).post(create::create))
        .route("/api/v2/projects/shared", get(list::shared))
        .route(ONE, get(one::get))
}

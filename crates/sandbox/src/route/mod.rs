//! One file a noun; wire structs of their own.

pub mod admin;
pub mod claim;
pub mod claim_page;
pub mod temporary;

use std::sync::Arc;

use axum::Router;

use crate::shared::Shared;

pub fn all(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .merge(temporary::routes())
        .merge(claim::routes())
        .merge(admin::routes(shared))
}

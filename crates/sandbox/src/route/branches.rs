use std::sync::Arc;

use axum::Router;

use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
}

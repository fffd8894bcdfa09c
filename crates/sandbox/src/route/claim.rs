use crate::shared::Shared;
use axum::Router;
use std::sync::Arc;
pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
}

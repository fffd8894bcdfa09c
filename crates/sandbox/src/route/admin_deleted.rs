//! The sandbox's own routes about deleted projects and branches, which hold the disk while they can be recovered.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::body::JsonBody;
use crate::deleted_items::{self, DeletedItem, PurgeError};
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/deleted-items", get(list))
        .route("/sandbox/purge", post(purge))
}

async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<DeletedItem>> {
    Json(deleted_items::list(&shared).await)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PurgeRequest {
    /// Ids of projects and branches. All deleted ones when absent.
    ids: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct PurgeResponse {
    purged: Vec<DeletedItem>,
}

async fn purge(
    State(shared): State<Arc<Shared>>,
    JsonBody(request): JsonBody<PurgeRequest>,
) -> Result<Json<PurgeResponse>, Failure> {
    let ids = match request.ids {
        Some(ids) => ids,
        None => {
            let all = deleted_items::list(&shared).await.into_iter();
            all.map(|it| it.id).collect()
        }
    };
    let purged = deleted_items::purge(&shared, &ids).await;
    let purged = purged.map_err(|error| {
        let status = match error {
            PurgeError::NotDeleted(_) => StatusCode::NOT_FOUND,
            PurgeError::NotRemoved(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure::new(status, error.to_string()).hint(error.hint())
    })?;
    Ok(Json(PurgeResponse { purged }))
}

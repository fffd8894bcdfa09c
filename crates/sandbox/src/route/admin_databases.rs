//! The sandbox's own routes about temporary databases, by the projects behind them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};

use super::temporary::{Record, record};
use crate::platform_text;
use crate::provision::{self, DeleteError};
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/sandbox/databases/{project}", get(read).delete(remove))
}

/// Returns what the instant service returns to whoever knows the database's id.
async fn read(
    State(shared): State<Arc<Shared>>,
    Path(project): Path<String>,
) -> Result<Json<Record>, Failure> {
    let found = provision::of_project(&shared, &project).ok_or_else(not_found)?;
    Ok(Json(record(&shared, &found)))
}

async fn remove(
    State(shared): State<Arc<Shared>>,
    Path(project): Path<String>,
) -> Result<StatusCode, Failure> {
    match provision::delete(&shared, &project).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(DeleteError::Missing) => Err(not_found()),
        Err(error @ DeleteError::Claimed) => {
            let failure = Failure::new(StatusCode::CONFLICT, error.to_string());
            Err(failure.hint("Delete its project instead."))
        }
        Err(DeleteError::NotStored(error)) => Err(error.into()),
    }
}

fn not_found() -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        platform_text::not_found("temporary database"),
    )
}

//! Changes that are no operations of a project.

use axum::http::StatusCode;

use crate::reply::Failure;
use crate::shared::Shared;
use crate::world::{ChangeError, Row, World};

/// Decides rows on the present world and writes them down.
pub async fn keep<T: Send + 'static>(
    shared: &Shared,
    decide: impl FnOnce(&World) -> Result<(Vec<Row>, T), Failure> + Send + 'static,
) -> Result<T, Failure> {
    let kept = shared
        .catalogue
        .change(decide)
        .await
        .map_err(|error| match error {
            ChangeError::Refused(failure) => failure,
            error => {
                tracing::error!(%error, "a change was not written down");
                Failure::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "the sandbox could not write this down",
                )
            }
        })?;
    shared.changed.notify();
    Ok(kept)
}

//! Changes that are no operations of a project.

use crate::shared::Shared;
use crate::state::{ChangeError, PlatformState, Record};

/// A change that is not on the disk, and does not show.
#[derive(Debug, thiserror::Error)]
#[error("the sandbox couldn't save this")]
pub struct CommitFailed;

/// Decides rows on the present state and writes them down.
pub async fn commit<T, E>(
    shared: &Shared,
    decide: impl FnOnce(&PlatformState) -> Result<(Vec<Record>, T), E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<CommitFailed> + Send + 'static,
{
    let committed = shared
        .store
        .change(decide)
        .await
        .map_err(|error| match error {
            ChangeError::Refused(refusal) => refusal,
            error => {
                tracing::error!(%error, "the state store did not take a change");
                CommitFailed.into()
            }
        })?;
    shared.changed.notify();
    Ok(committed)
}

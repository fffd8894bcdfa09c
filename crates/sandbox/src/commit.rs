//! Changes that are no operations of a project.

use crate::shared::Shared;
use crate::state::{ChangeError, PlatformState, Record, StoreError};

/// A change that is not on the disk, and does not show.
#[derive(Debug, thiserror::Error)]
pub enum CommitFailed {
    #[error("the sandbox couldn't save this: the disk of its data folder is full")]
    DiskFull,
    #[error("the sandbox couldn't save this")]
    Other,
}

impl CommitFailed {
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::DiskFull => Some("Nothing was changed. Free some space, then try again."),
            Self::Other => None,
        }
    }
}

impl From<StoreError> for CommitFailed {
    fn from(error: StoreError) -> Self {
        match error.is_full_disk() {
            true => Self::DiskFull,
            false => Self::Other,
        }
    }
}

/// Decides rows on the present state and writes them down.
pub async fn commit<T, E>(
    shared: &Shared,
    decide: impl FnOnce(&PlatformState) -> Result<(Vec<Record>, T), E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<CommitFailed> + Send + 'static,
{
    let committed = shared.store.change(decide).await.map_err(|error| {
        if !matches!(error, ChangeError::Refused(_)) {
            tracing::error!(%error, "the state store did not take a change");
        }
        match error {
            ChangeError::Refused(refusal) => refusal,
            ChangeError::Store(error) => CommitFailed::from(error).into(),
            ChangeError::Stopping => CommitFailed::Other.into(),
        }
    })?;
    shared.changed.notify();
    Ok(committed)
}

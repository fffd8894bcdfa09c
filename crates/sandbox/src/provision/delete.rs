//! Deleting a temporary database before it expires.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::removal::remove_project;
use crate::commit::{CommitFailed, commit};
use crate::shared::Shared;
use crate::state::{ClaimStatus, PlatformState, Record, Temporary, temporary};

#[derive(Debug, thiserror::Error)]
pub enum DeleteError {
    #[error("temporary database not found")]
    Missing,
    #[error("the database was claimed")]
    Claimed,
    #[error(transparent)]
    NotStored(#[from] CommitFailed),
}

/// The temporary database of a project, unless it has expired.
pub fn of_project(shared: &Shared, project_id: &str) -> Option<Temporary> {
    let now = shared.now();
    let ready = |state: &PlatformState| ready(state, project_id, now).cloned();
    shared.store.read(ready)
}

/// Deletes an unclaimed database with its data. It has expired before anything is removed, so no
/// claim ends in between and a start after a crash removes the rest.
pub async fn delete(shared: &Arc<Shared>, project_id: &str) -> Result<(), DeleteError> {
    let (id, now) = (project_id.to_owned(), shared.now());
    commit(shared, move |state| {
        let found = ready(state, &id, now).ok_or(DeleteError::Missing)?;
        if found.status == ClaimStatus::Claimed {
            return Err(DeleteError::Claimed);
        }
        let expired = Temporary {
            status: ClaimStatus::Unclaimed,
            claiming_since: None,
            expires_at: now,
            ..found.clone()
        };
        Ok((vec![Record::Temporary(expired)], ()))
    })
    .await?;
    tracing::info!(project_id, "a temporary database is deleted");
    remove_project(shared, project_id).await;
    Ok(())
}

fn ready<'s>(
    state: &'s PlatformState,
    project_id: &str,
    now: DateTime<Utc>,
) -> Option<&'s Temporary> {
    let found = state.temporary_of(project_id).filter(|it| !it.making);
    found.filter(|it| it.due(now) != temporary::Due::Expire)
}

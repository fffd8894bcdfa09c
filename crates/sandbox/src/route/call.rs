//! What a call does, refused in the words of HTTP.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::commit::{self, CommitFailed};
use crate::operation::refusal::Refusal;
use crate::operation::{self, Step};
use crate::provision::NoCapacity;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{DocumentError, Operation, PlatformState, Record};

/// As `operation::submit`.
pub async fn submit<T: Send + 'static>(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&PlatformState) -> Result<Step<T>, Failure> + Send + 'static,
) -> Result<(T, Vec<Operation>), Failure> {
    operation::submit(shared, project_id, decide).await
}

/// As `operation::begin`.
pub async fn begin(
    shared: &Arc<Shared>,
    project_id: &str,
    decide: impl FnOnce(&PlatformState) -> Result<Step<()>, Failure> + Send + 'static,
) -> Result<Vec<Operation>, Failure> {
    operation::begin(shared, project_id, decide).await
}

/// As `commit::commit`.
pub async fn commit<T: Send + 'static>(
    shared: &Shared,
    decide: impl FnOnce(&PlatformState) -> Result<(Vec<Record>, T), Failure> + Send + 'static,
) -> Result<T, Failure> {
    commit::commit(shared, decide).await
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::CommitFailed(error) => return error.into(),
            Refusal::Locked => StatusCode::LOCKED,
            Refusal::NeedsCall => StatusCode::BAD_REQUEST,
            Refusal::NotFound(_) => StatusCode::NOT_FOUND,
            Refusal::Conflict(_) => StatusCode::CONFLICT,
        };
        Self::new(status, refusal.to_string())
    }
}

impl From<CommitFailed> for Failure {
    fn from(error: CommitFailed) -> Self {
        let failure = Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<DocumentError> for Failure {
    fn from(error: DocumentError) -> Self {
        // Without its source, which may quote what the document holds.
        tracing::error!(%error, "a document of the state store could not be read or written");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<NoCapacity> for Failure {
    fn from(error: NoCapacity) -> Self {
        let code = match error {
            NoCapacity::Disk(_) => "DISK_LIMIT_EXCEEDED",
            NoCapacity::OpenFiles(_) => "OPEN_FILES_LIMIT_EXCEEDED",
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
            .code(code)
            .hint(error.hint())
    }
}

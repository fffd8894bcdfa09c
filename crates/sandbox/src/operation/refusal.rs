use crate::commit::CommitFailed;
use crate::platform_text;

/// Why operations are not begun.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{}", platform_text::IS_LOCKED)]
    Locked,
    #[error("use the Management API to create projects and branches")]
    NeedsCall,
    #[error("{}", platform_text::not_found(.0))]
    NotFound(&'static str),
    #[error("{0}")]
    Conflict(&'static str),
    #[error(transparent)]
    CommitFailed(#[from] CommitFailed),
}

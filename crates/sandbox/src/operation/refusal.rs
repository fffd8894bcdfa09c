use crate::commit::CommitFailed;

/// Why operations are not begun.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error(
        "project already has running conflicting operations, scheduling of new ones is prohibited"
    )]
    Locked,
    #[error("use the Management API to create projects and branches")]
    NeedsCall,
    #[error("{0} not found")]
    NotFound(&'static str),
    #[error("{0}")]
    Conflict(&'static str),
    #[error(transparent)]
    CommitFailed(#[from] CommitFailed),
}

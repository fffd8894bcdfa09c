//! What a look at the platform says of a change whose reply was lost.

use super::answer::Found;

/// How a mutation ended, as far as a look can say.
#[derive(Clone, Debug)]
pub(super) enum ReconcileOutcome {
    /// It was done.
    Done(Found),
    /// It was not done.
    NotDone,
    /// A matching operation is still running; check again later.
    Later,
    /// No look can say. What to check, as a whole sentence.
    Unclear(String),
}

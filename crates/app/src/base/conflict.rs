//! A refusal because there is one already.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Error;

/// Whether the platform said that there is one already. Clones share the answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conflict(Arc<AtomicBool>);

impl Conflict {
    /// Listens to an answer and gives it on.
    pub(crate) fn note<T>(&self, answer: Result<T, api::Error>) -> Result<T, api::Error> {
        if answer.as_ref().is_err_and(api::Error::is_conflict) {
            self.0.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// What the call came to: where it was refused for this, `why` stands in place of the platform's words.
    pub(crate) fn explain<T>(
        &self,
        end: Result<T, Error>,
        why: impl FnOnce() -> Error,
    ) -> Result<T, Error> {
        end.map_err(|error| match self.is_noted() {
            true => why().request(error.request_id()),
            false => error,
        })
    }

    /// Whether one of the answers said so.
    pub(crate) fn is_noted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! How resources decide whether a mutation whose reply was lost was applied.

use api::resource::operations::{Operation, OperationAction, OperationStatus};
use chrono::{DateTime, Utc};
use serde_json::Value;

use super::compare::{Compared, covers};

/// How a mutation ended, as far as reading can say.
#[derive(Clone, Debug)]
pub(crate) enum ReconcileOutcome<I> {
    /// It was applied; with the resource, where there is one left to show.
    Done(Option<I>),
    /// It was not applied.
    NotDone,
    /// A matching operation is still running; check again later.
    Later,
    /// Reading cannot say. What the user should check, as a whole sentence.
    Unclear(String),
}

/// When a request was sent at the earliest, and the ids that it cannot have made.
pub(crate) struct Sent<'a> {
    pub(crate) since: DateTime<Utc>,
    pub(crate) known: &'a [String],
}

impl Sent<'_> {
    /// The one candidate that was created since then and by no other mutation of this app. Two of them, or one without a
    /// date, stay unclear: somebody else may have made it.
    pub(crate) fn made<T>(
        &self,
        candidates: impl Iterator<Item = T>,
        id: impl Fn(&T) -> String,
        at: impl Fn(&T) -> Option<DateTime<Utc>>,
    ) -> ReconcileOutcome<T> {
        let mut found: Vec<T> = candidates
            .filter(|it| at(it).is_none_or(|at| at >= self.since))
            .filter(|it| !self.known.contains(&id(it)))
            .collect();
        let undated = found.iter().any(|it| at(it).is_none());
        match (found.pop(), found.is_empty()) {
            (None, _) => ReconcileOutcome::NotDone,
            (Some(it), true) if !undated => ReconcileOutcome::Done(Some(it)),
            (Some(it), _) => {
                found.push(it);
                let ids: Vec<_> = found.iter().map(id).filter(|id| !id.is_empty()).collect();
                ReconcileOutcome::Unclear(format!(
                    "Several match: {}. Check which one is yours.",
                    ids.join(", ")
                ))
            }
        }
    }

    /// The operations that the mutation may have started.
    pub(crate) fn begun<'o>(
        &self,
        operations: &'o [Operation],
    ) -> impl Iterator<Item = &'o Operation> {
        let (since, known) = (self.since, self.known.to_vec());
        operations.iter().filter(move |it| {
            it.created_at.is_none_or(|at| at >= since) && !known.contains(&it.id.to_string())
        })
    }

    /// For a removal that shows only when its operation has ended. The platform does not say which of the
    /// running ones is its own, so all of them are waited for.
    pub(crate) fn removed<T>(
        &self,
        is_there: bool,
        operations: &[Operation],
    ) -> ReconcileOutcome<T> {
        let applying = self
            .begun(operations)
            .any(|it| it.action == Some(OperationAction::ApplyConfig) && is_open(&it.status));
        match (is_there, applying) {
            (false, _) => ReconcileOutcome::Done(None),
            (true, true) => ReconcileOutcome::Later,
            (true, false) => ReconcileOutcome::NotDone,
        }
    }
}

/// For a change of fields. `fields` are those that were read, named as in the request.
pub(crate) fn changed<T>(expected: &Value, fields: &Value, found: T) -> ReconcileOutcome<T> {
    match covers(expected, fields) {
        Compared::Same => ReconcileOutcome::Done(Some(found)),
        Compared::Different => ReconcileOutcome::NotDone,
        Compared::Unseen => ReconcileOutcome::Unclear(
            "Couldn't verify part of the change. Check the settings.".to_owned(),
        ),
    }
}

/// For a mutation after which nothing is left to show.
pub(crate) fn done_if<T>(done: bool) -> ReconcileOutcome<T> {
    if done {
        ReconcileOutcome::Done(None)
    } else {
        ReconcileOutcome::NotDone
    }
}

fn is_open(status: &OperationStatus) -> bool {
    !status.is_terminal()
}

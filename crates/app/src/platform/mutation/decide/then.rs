//! What was created or removed since a mutation was sent: by its time on the platform, less what the clocks may differ.

use api::resource::operations::{Operation, OperationAction, OperationStatus};
use chrono::{DateTime, Utc};

use crate::platform::mutation::answer::Found;
use crate::platform::mutation::outcome::ReconcileOutcome;

/// When it left, and what it cannot have made.
pub(super) struct Then<'a> {
    pub(super) since: DateTime<Utc>,
    pub(super) known: &'a [String],
}

impl Then<'_> {
    /// The one of these that was made since then and by nobody else of this app.
    pub(super) fn made<T>(
        &self,
        like_it: impl Iterator<Item = T>,
        id: impl Fn(&T) -> String,
        at: impl Fn(&T) -> Option<DateTime<Utc>>,
        found: impl Fn(T) -> Found,
    ) -> ReconcileOutcome {
        let mut made: Vec<T> = like_it
            .filter(|it| at(it).is_none_or(|at| at >= self.since))
            .filter(|it| !self.known.contains(&id(it)))
            .collect();
        let undated = made.iter().any(|it| at(it).is_none());
        match (made.pop(), made.is_empty()) {
            (None, _) => ReconcileOutcome::NotDone,
            (Some(it), true) if !undated => ReconcileOutcome::Done(found(it)),
            (Some(it), _) => {
                made.push(it);
                let ids: Vec<_> = made.iter().map(id).filter(|id| !id.is_empty()).collect();
                ReconcileOutcome::Unclear(format!(
                    "More than one may be it: look which of them you know ({}).",
                    ids.join(", ")
                ))
            }
        }
    }

    /// The operations that this one may have begun.
    pub(super) fn begun<'o>(
        &self,
        operations: &'o [Operation],
    ) -> impl Iterator<Item = &'o Operation> {
        let (since, known) = (self.since, self.known.to_vec());
        operations.iter().filter(move |it| {
            it.created_at.is_none_or(|at| at >= since) && !known.contains(&it.id.to_string())
        })
    }

    /// A removal that shows only when its operation has ended.
    pub(super) fn removed(&self, is_there: bool, operations: &[Operation]) -> ReconcileOutcome {
        let applying = self
            .begun(operations)
            .any(|it| it.action == Some(OperationAction::ApplyConfig) && is_open(&it.status));
        match (is_there, applying) {
            (false, _) => ReconcileOutcome::Done(Found::Nothing),
            (true, true) => ReconcileOutcome::Later,
            (true, false) => ReconcileOutcome::NotDone,
        }
    }
}

fn is_open(status: &OperationStatus) -> bool {
    !status.is_terminal()
}

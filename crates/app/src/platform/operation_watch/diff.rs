//! What changed in an operation, and what of that has to be published. Pure.

use chrono::{DateTime, Utc};

use super::state::{VANISHED, has_failed, is_over};
use crate::store::{OperationState, PendingEvent, Tracked};

/// An operation that is followed from now on.
pub(crate) fn begun(fresh: Tracked, now: DateTime<Utc>) -> Tracked {
    with_pending_event(fresh, now)
}

/// The operation as it has to be stored now, if it changed. `None` for `state` says that the platform does not have it.
pub(crate) fn changed(
    before: &Tracked,
    state: Option<&OperationState>,
    now: DateTime<Utc>,
) -> Option<Tracked> {
    let mut after = Tracked {
        // What was pending for its former state is published already.
        pending_event: None,
        ..before.clone()
    };
    match state {
        Some(state) if is_overtaken(state, &before.state) => return None,
        Some(state) => {
            after.state = OperationState {
                branch_name: before.state.branch_name.clone(),
                ..state.clone()
            };
        }
        None => after.state.status = VANISHED.to_owned(),
    }
    if after.state == before.state {
        return None;
    }
    Some(with_pending_event(after, now))
}

/// Whether a reply is older than what is known: replies to requests that ran at once can arrive in any order.
fn is_overtaken(state: &OperationState, known: &OperationState) -> bool {
    let times = state.updated_at.zip(known.updated_at);
    times.is_some_and(|(state, known)| state < known)
}

fn with_pending_event(mut row: Tracked, now: DateTime<Utc>) -> Tracked {
    if is_over(&row.state.status) {
        row.ended_at = Some(now);
        row.pending_event = Some(PendingEvent::Ended);
    } else if has_failed(&row.state.status) && !row.failure_published {
        row.failure_published = true;
        row.pending_event = Some(PendingEvent::Failed);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
    }

    fn state(status: &str, updated: Option<i64>) -> OperationState {
        OperationState {
            status: status.to_owned(),
            updated_at: updated.map(at),
            ..OperationState::default()
        }
    }

    fn known(status: &str, failure_published: bool) -> Tracked {
        Tracked {
            account_id: "account".to_owned(),
            project_id: "misty-meadow-12345678".to_owned(),
            id: "a0000000-0000-4000-8000-000000000001".to_owned(),
            tracked_at: at(0),
            clicked: None,
            state: state(status, Some(10)),
            ended_at: None,
            failure_published,
            pending_event: None,
        }
    }

    #[test]
    fn what_is_published_of_a_change() {
        use PendingEvent::{Ended, Failed};
        // What was known, whether its failure was published, what is read when; the status to store and what to publish.
        type Case<'a> = (
            &'a str,
            bool,
            Option<(&'a str, Option<i64>)>,
            Option<(&'a str, Option<PendingEvent>)>,
        );
        let cases: [Case<'_>; 16] = [
            ("running", false, Some(("running", Some(10))), None),
            (
                "running",
                false,
                Some(("running", Some(11))),
                Some(("running", None)),
            ),
            (
                "scheduling",
                false,
                Some(("running", Some(11))),
                Some(("running", None)),
            ),
            (
                "running",
                false,
                Some(("finished", Some(11))),
                Some(("finished", Some(Ended))),
            ),
            (
                "running",
                false,
                Some(("cancelled", Some(11))),
                Some(("cancelled", Some(Ended))),
            ),
            (
                "running",
                false,
                Some(("skipped", Some(11))),
                Some(("skipped", Some(Ended))),
            ),
            (
                "running",
                false,
                Some(("error", Some(11))),
                Some(("error", Some(Ended))),
            ),
            (
                "running",
                false,
                Some(("cancelling", Some(11))),
                Some(("cancelling", None)),
            ),
            (
                "running",
                false,
                Some(("a_new_word", Some(11))),
                Some(("a_new_word", None)),
            ),
            (
                "running",
                false,
                Some(("failed", Some(11))),
                Some(("failed", Some(Failed))),
            ),
            (
                "running",
                true,
                Some(("failed", Some(11))),
                Some(("failed", None)),
            ),
            (
                "failed",
                true,
                Some(("running", Some(11))),
                Some(("running", None)),
            ),
            (
                "failed",
                true,
                Some(("finished", Some(11))),
                Some(("finished", Some(Ended))),
            ),
            ("running", false, None, Some((VANISHED, Some(Ended)))),
            ("running", false, Some(("scheduling", Some(9))), None),
            (
                "running",
                false,
                Some(("finished", None)),
                Some(("finished", Some(Ended))),
            ),
        ];
        for (before, published, now, expected) in cases {
            let now = now.map(|(status, updated)| state(status, updated));
            let after = changed(&known(before, published), now.as_ref(), at(20));
            let kept = after
                .as_ref()
                .map(|row| (row.state.status.as_str(), row.pending_event));
            assert_eq!(kept, expected, "{before}, then {now:?}");
            let ended = after.is_some_and(|row| row.ended_at == Some(at(20)));
            let is_end = expected.is_some_and(|(_, pending_event)| pending_event == Some(Ended));
            assert_eq!(ended, is_end, "{before}, then {now:?}");
        }
    }

    #[test]
    fn what_was_published_is_not_published_with_the_next_change() {
        let before = Tracked {
            pending_event: Some(PendingEvent::Failed),
            ..known("failed", true)
        };
        let after = changed(&before, Some(&state("running", Some(11))), at(20));
        assert_eq!(after.map(|row| row.pending_event), Some(None));
    }
}

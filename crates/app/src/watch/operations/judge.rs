//! What is news about an operation. Pure: from what was known and what was seen now.

use api::resource::operations::OperationStatus;
use chrono::{DateTime, Utc};

use crate::store::{Seen, Telling, Tracked};

/// The status of an operation that is nowhere any more. No platform's word.
pub(crate) const VANISHED: &str = "vanished";

/// Whether an operation with this status never changes again.
pub(crate) fn is_over(status: &str) -> bool {
    status == VANISHED || OperationStatus::from(status).is_terminal()
}

/// Whether it failed and may be tried again.
pub(super) fn has_failed(status: &str) -> bool {
    OperationStatus::from(status) == OperationStatus::Failed
}

/// An operation that is seen for the first time.
pub(super) fn begun(fresh: Tracked, now: DateTime<Utc>) -> Tracked {
    with_telling(fresh, now)
}

/// The operation as it is to be kept now, when anything of it changed. `None` for `seen` says that it is nowhere.
pub(super) fn changed(
    before: &Tracked,
    seen: Option<&Seen>,
    now: DateTime<Utc>,
) -> Option<Tracked> {
    let mut after = before.clone();
    match seen {
        // A reply that was overtaken by a later one.
        Some(seen) if seen.updated_at < before.seen.updated_at => return None,
        Some(seen) => after.seen = seen.clone(),
        None => after.seen.status = VANISHED.to_owned(),
    }
    if after.seen == before.seen {
        return None;
    }
    Some(with_telling(after, now))
}

fn with_telling(mut row: Tracked, now: DateTime<Utc>) -> Tracked {
    if is_over(&row.seen.status) {
        row.ended_at = Some(now);
        row.telling = Some(Telling::Ended);
    } else if has_failed(&row.seen.status) && !row.failure_told {
        row.failure_told = true;
        row.telling = Some(Telling::Failed);
    }
    row
}

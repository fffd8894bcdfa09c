//! When each temporary database is polled next.

use chrono::{DateTime, TimeDelta, Utc};

use super::due::{self, WatchedDatabase};
use crate::base::guard::lock;
use crate::features::{Features, temporary};
use crate::store::{SecretStorage, TemporaryDatabase};
use crate::view::TemporaryState;
use crate::{Error, accounts};

/// Notes how a read that began at `began` went, whether the watcher or a click asked for it.
pub(crate) fn record_poll(
    app: &Features,
    before: &TemporaryDatabase,
    began: DateTime<Utc>,
    result: &Result<TemporaryDatabase, Error>,
) {
    let mut polls = lock(&app.polls.0);
    let known = polls.entry(before.id.clone()).or_default();
    known.polled_at = Some(began);
    known.was_available = accounts::is_available(app, before);
    match result {
        Ok(row) => {
            known.failures = 0;
            let claiming = row.state == TemporaryState::Claiming;
            known.claiming_since = known.claiming_since.or(Some(began)).filter(|_| claiming);
        }
        Err(error) => {
            known.failures = known.failures.saturating_add(1);
            known.without_secrets = error.is_about_secrets();
            tracing::debug!(id = before.id, %error, "a poll failed");
        }
    }
}

pub(crate) fn due_at(
    app: &Features,
    row: &TemporaryDatabase,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    due::next_poll(&watched(app, row), now)
}

pub(crate) fn watched(app: &Features, row: &TemporaryDatabase) -> WatchedDatabase {
    let last = lock(&app.polls.0).get(&row.id).copied().unwrap_or_default();
    let available = accounts::is_available(app, row);
    // A service that had no address at the last read is read at once: the failures so far were due to that.
    let fresh = available && last.was_available;
    WatchedDatabase {
        state: row.state,
        created_at: row.created_at,
        expires_at: row.expires_at,
        offset: TimeDelta::milliseconds(temporary::offset_ms(app, row)),
        claim_opened_at: row.claim_opened_at,
        claiming_since: last.claiming_since,
        polled_at: last.polled_at.filter(|_| fresh),
        failures: if fresh { last.failures } else { 0 },
        reachable: available && !last.without_secrets && has_id(app, row),
        warned: row.warned,
    }
}

fn has_id(app: &Features, row: &TemporaryDatabase) -> bool {
    matches!(
        row.secret_storage,
        SecretStorage::Keychain | SecretStorage::Unsaved
    ) || app.secrets.cached(&row.id).is_some()
}

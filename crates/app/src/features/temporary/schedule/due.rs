//! When a temporary database is read next, and which expiry warning is due. Pure: from what is known and the time to a
//! decision.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::view::{ExpiryWarning, TemporaryState};

/// How often a database is read while a claim is under way.
pub const CLAIM_INTERVAL: TimeDelta = TimeDelta::seconds(2);
/// How long a claim counts as under way: from when its page was opened, or from when the platform first said so. One that
/// takes longer was most likely given up.
pub const CLAIM_PATIENCE: TimeDelta = TimeDelta::minutes(20);
/// How often a young unclaimed database is read.
pub const YOUNG_INTERVAL: TimeDelta = TimeDelta::seconds(60);
/// Up to which age it is young.
pub const YOUNG: TimeDelta = TimeDelta::hours(1);
/// How often an older one is read, and at the least one whose reads fail.
pub const OLD_INTERVAL: TimeDelta = TimeDelta::minutes(5);
/// How long after its expiry a database is read, so that the platform has had time to remove it.
pub const AFTER_EXPIRY: TimeDelta = TimeDelta::seconds(1);

/// What the schedule knows of one temporary database.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedDatabase {
    /// How it stands.
    pub state: TemporaryState,
    /// When it was made, by the platform's clock.
    pub created_at: DateTime<Utc>,
    /// When it goes, by the platform's clock.
    pub expires_at: Option<DateTime<Utc>>,
    /// What to add to this machine's clock to get the platform's.
    pub offset: TimeDelta,
    /// When the claim page was opened here.
    pub claim_opened_at: Option<DateTime<Utc>>,
    /// Since when the platform says that it is being claimed, as seen from here.
    pub claiming_since: Option<DateTime<Utc>>,
    /// When its last read began, with or without success.
    pub polled_at: Option<DateTime<Utc>>,
    /// How many reads failed since the last one that did not.
    pub failures: u32,
    /// Whether its service has an address and its id, which is a secret, can be read from the keychain.
    pub reachable: bool,
    /// The most urgent warning that was published.
    pub warned: Option<ExpiryWarning>,
}

/// When to read it next, by this machine's clock; a time in the past means now. `None` means not until something changes.
#[must_use]
pub fn next_poll(row: &WatchedDatabase, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let interval = interval(row, now)?;
    let Some(polled_at) = row.polled_at else {
        return Some(now);
    };
    // A clock that was set back leaves a last read in the future, and the next one would be far off.
    let polled_at = polled_at.min(now);
    let regular = polled_at + backed_off(interval, row.failures);
    let end = row.expires_at.map(|end| end - row.offset + AFTER_EXPIRY);
    // One extra read right after the expiry shows it without waiting for the interval; later ones keep to that.
    Some(match end {
        Some(end) if polled_at < end => regular.min(end),
        _ => regular,
    })
}

/// The warning to publish now: the most urgent that is due, unless one as urgent was published. So a database that is first
/// seen late gets one warning and not three.
#[must_use]
pub fn warning_due(row: &WatchedDatabase, now: DateTime<Utc>) -> Option<ExpiryWarning> {
    let left = left(row, now)?;
    let due = WARNINGS
        .iter()
        .rev()
        .find(|(_, before)| left <= *before)
        .map(|(warning, _)| *warning)?;
    (left > TimeDelta::zero() && row.warned.is_none_or(|warned| warned < due)).then_some(due)
}

/// When the next warning comes due, by this machine's clock.
#[must_use]
pub fn next_warning(row: &WatchedDatabase, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let left = left(row, now)?;
    let next = WARNINGS.iter().find(|(_, before)| left > *before)?;
    Some(now + (left - next.1))
}

/// Whether a claim that began then still counts as under way.
#[must_use]
pub fn is_claim_watched(opened_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    opened_at.is_some_and(|opened_at| now < opened_at + CLAIM_PATIENCE)
}

/// How long to sleep until the earliest of these times, at most `longest`: when the machine is suspended or its clock is set,
/// that shows only after the sleep.
#[must_use]
pub fn sleep_time(
    times: impl IntoIterator<Item = DateTime<Utc>>,
    now: DateTime<Utc>,
    longest: Duration,
) -> Duration {
    let earliest = times.into_iter().min();
    earliest.map_or(longest, |time| {
        (time - now).to_std().unwrap_or_default().min(longest)
    })
}

const WARNINGS: [(ExpiryWarning, TimeDelta); 3] = [
    (ExpiryWarning::Day, TimeDelta::hours(24)),
    (ExpiryWarning::FourHours, TimeDelta::hours(4)),
    (ExpiryWarning::HalfHour, TimeDelta::minutes(30)),
];

fn interval(row: &WatchedDatabase, now: DateTime<Utc>) -> Option<TimeDelta> {
    if !row.reachable {
        return None;
    }
    let claiming =
        row.state == TemporaryState::Claiming && is_claim_watched(row.claiming_since, now);
    match row.state {
        TemporaryState::Unclaimed | TemporaryState::Claiming
            if claiming || is_claim_watched(row.claim_opened_at, now) =>
        {
            Some(CLAIM_INTERVAL)
        }
        TemporaryState::Unclaimed if now + row.offset < row.created_at + YOUNG => {
            Some(YOUNG_INTERVAL)
        }
        TemporaryState::Unclaimed | TemporaryState::Claiming | TemporaryState::Unknown => {
            Some(OLD_INTERVAL)
        }
        TemporaryState::Creating
        | TemporaryState::Claimed
        | TemporaryState::Expired
        | TemporaryState::Gone
        | TemporaryState::Unclear
        | TemporaryState::Failed => None,
    }
}

/// Doubled with each failure, up to the interval of older databases, or its own where that is longer.
fn backed_off(interval: TimeDelta, failures: u32) -> TimeDelta {
    (interval * (1 << failures.min(10))).min(OLD_INTERVAL.max(interval))
}

fn left(row: &WatchedDatabase, now: DateTime<Utc>) -> Option<TimeDelta> {
    let counts = matches!(
        row.state,
        TemporaryState::Unclaimed | TemporaryState::Claiming | TemporaryState::Unknown
    );
    row.expires_at
        .filter(|_| counts)
        .map(|end| end - (now + row.offset))
}

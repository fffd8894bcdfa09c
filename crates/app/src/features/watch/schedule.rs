//! Who is looked at next, and which warning is due. Pure: from what is known and the time to a decision.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::view::{ExpiryWarning, TemporaryState};

/// How often a claim that is under way is looked at.
pub const CLAIM_INTERVAL: TimeDelta = TimeDelta::seconds(2);
/// For how long after the claim page was opened, or since the platform said that a claim is under way.
pub const CLAIM_PATIENCE: TimeDelta = TimeDelta::minutes(20);
/// How often a young unclaimed database is looked at.
pub const YOUNG_INTERVAL: TimeDelta = TimeDelta::seconds(60);
/// Until when it is young.
pub const YOUNG: TimeDelta = TimeDelta::hours(1);
/// How often an older one is looked at, and one whose platform does not answer at the least.
pub const OLD_INTERVAL: TimeDelta = TimeDelta::minutes(5);
/// How long after its end an expired database is looked at, so that the platform has had time to end it.
pub const AFTER_EXPIRY: TimeDelta = TimeDelta::seconds(1);

/// What is known of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
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
    /// When it was last looked at, with or without success.
    pub looked_at: Option<DateTime<Utc>>,
    /// How many looks failed since the last one that did not.
    pub failures: u32,
    /// Whether its place has an address and its id is at hand.
    pub reachable: bool,
    /// The strongest warning that was told.
    pub warned: Option<ExpiryWarning>,
}

/// When to look at it next, by this machine's clock; a time that is over means now. `None` means not until something
/// changes.
#[must_use]
pub fn next_look(row: &Watched, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let interval = interval(row, now)?;
    let Some(looked_at) = row.looked_at else {
        return Some(now);
    };
    // A clock that was set back must not stop the watching.
    let looked_at = looked_at.min(now);
    let regular = looked_at + backed_off(interval, row.failures);
    let end = row.expires_at.map(|end| end - row.offset + AFTER_EXPIRY);
    // The one look at the end is for a row that was last seen before it.
    Some(match end {
        Some(end) if looked_at < end => regular.min(end),
        _ => regular,
    })
}

/// The warning to tell now: the strongest that is due, when none as strong was told. A database that is first seen late
/// gets one warning, not three.
#[must_use]
pub fn warning_due(row: &Watched, now: DateTime<Utc>) -> Option<ExpiryWarning> {
    let left = left(row, now)?;
    let due = WARNINGS
        .iter()
        .rev()
        .find(|(_, before)| left <= *before)
        .map(|(warning, _)| *warning)?;
    (left > TimeDelta::zero() && row.warned.is_none_or(|told| told < due)).then_some(due)
}

/// When the next warning comes due, by this machine's clock.
#[must_use]
pub fn next_warning(row: &Watched, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let left = left(row, now)?;
    let next = WARNINGS.iter().find(|(_, before)| left > *before)?;
    Some(now + (left - next.1))
}

/// Whether a claim page that was opened then is still watched.
#[must_use]
pub fn is_claim_watched(opened_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    opened_at.is_some_and(|opened_at| now < opened_at + CLAIM_PATIENCE)
}

/// How long to sleep until the earliest of these times. Sleep is cut short, because a machine that was suspended or
/// whose clock was set notices only when it wakes.
#[must_use]
pub fn nap(
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

fn interval(row: &Watched, now: DateTime<Utc>) -> Option<TimeDelta> {
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

/// Doubled with each failure, up to the interval of old rows.
fn backed_off(interval: TimeDelta, failures: u32) -> TimeDelta {
    (interval * (1 << failures.min(10))).min(OLD_INTERVAL.max(interval))
}

fn left(row: &Watched, now: DateTime<Utc>) -> Option<TimeDelta> {
    let counts = matches!(
        row.state,
        TemporaryState::Unclaimed | TemporaryState::Claiming | TemporaryState::Unknown
    );
    row.expires_at
        .filter(|_| counts)
        .map(|end| end - (now + row.offset))
}

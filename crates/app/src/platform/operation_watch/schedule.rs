//! Which projects are read next for their operations. Pure: from what is known and the time to an order.
//!
//! A key has 700 requests a minute for everything, so polling each project at the interval that the platform suggests would
//! starve clicks as soon as some hundred projects have open operations.
//!
//! Times are of the monotonic clock. Each project has a time at which it is due, and projects are read in that order. The pace
//! is a token bucket that leaves room in the budget. It is stored as one time, [`RateState::paid_until`], to which each request
//! adds an eighth of a second. Where more is due than the pace allows, the order makes all wait equally longer.

use std::time::Duration;

/// How often a project with open operations is read, as the platform suggests.
pub const INTERVAL: Duration = Duration::from_secs(5);
/// The shortest interval just after a click.
pub const CLICK_INTERVAL: Duration = Duration::from_secs(1);
/// How long after a click the shorter interval holds.
pub const CLICK_WINDOW: Duration = Duration::from_secs(10);
/// How many reads a second all projects together get by the shorter interval: clicks in many projects at once, as by a
/// bulk change, share them.
pub const CLICK_POLLS_PER_SECOND: u32 = 5;
/// Longer intervals for older operations, which rarely end soon: the age of the youngest open one, and the interval from
/// then on, both in seconds.
pub const INTERVALS_BY_AGE: [(u64, u64); 3] = [(24 * 3600, 300), (3600, 60), (600, 15)];
/// The same where every open operation has failed and waits for the platform to retry it.
pub const FAILED_INTERVALS_BY_AGE: [(u64, u64); 2] = [(24 * 3600, 900), (3600, 300)];
/// The same where the youngest of them is less than an hour old.
pub const FAILED_INTERVAL: Duration = Duration::from_secs(30);
/// The longest interval of a project whose reads fail.
pub const MAX_BACKOFF: Duration = Duration::from_secs(300);
/// The longest interval at which a platform that cannot be reached is tried again.
pub const MAX_OUTAGE_INTERVAL: Duration = Duration::from_secs(60);
/// How many requests a second the reads of an account make in the long run: 488 in any minute with [`BURST`], of the 560
/// that background calls may use.
pub const REQUESTS_PER_SECOND: u32 = 8;
/// How many requests may be made at once.
pub const BURST: u32 = 8;
/// How soon to check again whether other calls have left room in the budget.
pub const NO_ROOM_INTERVAL: Duration = Duration::from_secs(1);

/// What is known of one project with open operations.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedProject {
    /// Its id.
    pub project: String,
    /// How old the youngest of them is.
    pub age: Duration,
    /// Whether all of them have failed and wait to be tried again.
    pub all_failed: bool,
    /// When somebody last clicked something that began one of them.
    pub clicked_at: Option<Duration>,
    /// When the last read began, with or without success. An operation that came with a reply was read then.
    pub polled_at: Option<Duration>,
    /// How many reads failed since the last one that did not.
    pub failures: u32,
    /// How many requests a read takes.
    pub cost: u32,
}

/// What an account has spent, and whether it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateState {
    /// The time until which the requests so far would have lasted at an even pace of [`REQUESTS_PER_SECOND`]. It may be ahead of the
    /// clock by what [`BURST`] allows.
    pub paid_until: Duration,
    /// How many more requests the key's minute has room for, counting those of other calls, too.
    pub room: u32,
    /// How long nothing is sent, because the platform answered 429.
    pub paused_for: Option<Duration>,
    /// Set while the platform cannot be reached.
    pub outage: Option<Outage>,
}

/// A platform that cannot be reached.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Outage {
    /// When the last attempt failed.
    pub noticed_at: Duration,
    /// How many failed in a row; at least one.
    pub failures: u32,
}

/// A read of a project, and when it may begin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Poll {
    /// The project's id.
    pub project: String,
    /// A time in the past means now.
    pub at: Duration,
}

/// The reads of an account in their order. None may overtake one that has to wait: a project whose read takes many requests
/// would otherwise wait for ever behind those that take one.
#[must_use]
pub fn next_polls(now: Duration, watched: &[WatchedProject], spent: &RateState) -> Vec<Poll> {
    let among = watched.len();
    let mut due: Vec<_> = watched
        .iter()
        .map(|it| (due_at(now, it, among), it))
        .collect();
    due.sort_by(|(a, left), (b, right)| (a, &left.project).cmp(&(b, &right.project)));
    if let Some(outage) = spent.outage {
        // A single read finds out for all whether the platform answers again.
        let at = outage.noticed_at + doubled(INTERVAL, outage.failures - 1, MAX_OUTAGE_INTERVAL);
        let first = due.first().map(|(_, it)| Poll {
            project: it.project.clone(),
            at,
        });
        return first.into_iter().collect();
    }
    let (mut paid_until, mut room) = (spent.paid_until, spent.room);
    let mut earliest = spent.paused_for.map_or(Duration::ZERO, |left| now + left);
    let mut polls = Vec::with_capacity(among);
    for (due_at, it) in due {
        let cost = it.cost.max(1);
        if room < cost {
            earliest = earliest.max(now + NO_ROOM_INTERVAL);
        }
        room = room.saturating_sub(cost);
        let at = due_at.max(earliest).max(free_at(paid_until));
        paid_until = paid(paid_until, at.max(now), cost);
        earliest = at;
        polls.push(Poll {
            project: it.project.clone(),
            at,
        });
    }
    polls
}

/// The new [`RateState::paid_until`] after `requests` more at this time. Time in which nothing was sent is not saved up.
#[must_use]
pub fn paid(paid_until: Duration, now: Duration, requests: u32) -> Duration {
    paid_until.max(now) + Duration::from_secs(1) * requests / REQUESTS_PER_SECOND
}

/// When the next read may begin: up to a burst of requests ahead of the even pace.
fn free_at(paid_until: Duration) -> Duration {
    paid_until.saturating_sub(Duration::from_secs(1) * (BURST - 1) / REQUESTS_PER_SECOND)
}

fn due_at(now: Duration, it: &WatchedProject, among: usize) -> Duration {
    let Some(polled_at) = it.polled_at else {
        // Never read in this run: before all others.
        return Duration::ZERO;
    };
    let mut regular = INTERVAL;
    let age = it.age.as_secs();
    if it.all_failed {
        regular = at_age(age, &FAILED_INTERVALS_BY_AGE).unwrap_or(FAILED_INTERVAL);
    } else if let Some(slower) = at_age(age, &INTERVALS_BY_AGE) {
        regular = slower;
    }
    let clicked = it.clicked_at.is_some_and(|at| now < at + CLICK_WINDOW);
    if clicked {
        let among = u32::try_from(among).unwrap_or(u32::MAX);
        let fair = Duration::from_secs(1).saturating_mul(among) / CLICK_POLLS_PER_SECOND;
        regular = fair.clamp(CLICK_INTERVAL, INTERVAL);
    }
    let due_at = polled_at + doubled(regular, it.failures, MAX_BACKOFF.max(regular));
    if clicked {
        due_at
    } else {
        // Nobody waits for it: one wake-up for all that are due within the same second.
        Duration::from_secs(due_at.as_secs())
    }
}

fn at_age(age: u64, table: &[(u64, u64)]) -> Option<Duration> {
    let row = table.iter().find(|(from, _)| age >= *from);
    row.map(|(_, interval)| Duration::from_secs(*interval))
}

fn doubled(interval: Duration, times: u32, longest: Duration) -> Duration {
    (interval * (1 << times.min(10))).min(longest)
}

//! What a 429 does to a key: everybody waits, then one request finds out whether it is over.

use std::time::Duration;

/// How long one request keeps the others back while it finds out.
const SCOUT_TIME: Duration = Duration::from_secs(2);

/// Longest time a server is left alone for, whatever it asks.
const LONGEST: Duration = Duration::from_secs(600);

/// Whether the server has been answering 429.
#[derive(Debug, Default)]
pub(super) struct Pause {
    /// 429s in a row, those of requests that left before the pause not counted.
    strikes: u32,
    until: Duration,
    /// The request that finds out, and since when.
    scout: Option<(u64, Duration)>,
    /// Changes with each pause.
    epoch: u64,
}

impl Pause {
    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How long nothing leaves at all.
    pub(super) fn left(&self, now: Duration) -> Option<Duration> {
        let left = self.until.saturating_sub(now);
        (self.strikes > 0 && !left.is_zero()).then_some(left)
    }

    /// When the next request may leave, if not now.
    pub(super) fn closed_until(&self, now: Duration) -> Option<Duration> {
        if self.strikes == 0 {
            return None;
        }
        let scouted = self.scout.map(|(_, since)| since + SCOUT_TIME);
        let closed = scouted.unwrap_or_default().max(self.until);
        (closed > now).then_some(closed)
    }

    /// A request leaves.
    pub(super) fn leaves(&mut self, id: u64, now: Duration) {
        if self.strikes > 0 {
            self.scout = Some((id, now));
        }
    }

    /// A request that left in `epoch` was answered with a 429. `wait` is made from how many came in a row.
    pub(super) fn begin(&mut self, epoch: u64, now: Duration, wait: impl FnOnce(u32) -> Duration) {
        let is_news = epoch == self.epoch;
        if is_news {
            self.strikes = self.strikes.saturating_add(1);
            self.epoch += 1;
            self.scout = None;
        }
        let until = now.saturating_add(wait(self.strikes).min(LONGEST));
        self.until = self.until.max(until);
    }

    /// A request that left in `epoch` was answered with something else. True when that ends a pause.
    pub(super) fn end(&mut self, epoch: u64) -> bool {
        let ends = epoch == self.epoch && self.strikes > 0;
        if ends {
            self.strikes = 0;
            self.scout = None;
        }
        ends
    }

    /// A request is over, perhaps without an answer. True when it was to find out and another one has to.
    pub(super) fn forget(&mut self, id: u64) -> bool {
        self.scout.take_if(|(scout, _)| *scout == id).is_some()
    }
}

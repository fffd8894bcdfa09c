//! What a 429 does to a key: all its requests wait, then a single one probes whether the service accepts requests again.
//! If all were sent at once, each could be refused and make the pause longer.

use std::time::Duration;

/// How long the probe holds the others back. A slow reply must not stop a key that is free again.
const PROBE_TIME: Duration = Duration::from_secs(2);

/// Longest pause, whatever `Retry-After` says.
const MAX_PAUSE: Duration = Duration::from_secs(600);

/// Whether a key is paused. Not paused while `refusals` is 0.
#[derive(Debug, Default)]
pub(super) struct Pause {
    /// 429s in a row. Those that answer requests sent before the pause began are not counted: they say nothing new.
    refusals: u32,
    until: Duration,
    /// The id of the request that probes, and when it was sent.
    probe: Option<(u64, Duration)>,
    /// Counts the pauses, to tell requests sent before one from those sent after it.
    epoch: u64,
}

impl Pause {
    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Rest of the pause, in which nothing is sent.
    pub(super) fn remaining(&self, now: Duration) -> Option<Duration> {
        let remaining = self.until.saturating_sub(now);
        (self.refusals > 0 && !remaining.is_zero()).then_some(remaining)
    }

    /// When the next request may be sent; `None` when it may be sent now.
    pub(super) fn closed_until(&self, now: Duration) -> Option<Duration> {
        if self.refusals == 0 {
            return None;
        }
        let probed = self.probe.map(|(_, since)| since + PROBE_TIME);
        let closed = probed.unwrap_or_default().max(self.until);
        (closed > now).then_some(closed)
    }

    /// A request is sent. After a pause it is the probe.
    pub(super) fn sent(&mut self, id: u64, now: Duration) {
        if self.refusals > 0 {
            self.probe = Some((id, now));
        }
    }

    /// A request sent in `epoch` was answered with a 429. `wait` turns the number of 429s in a row into a wait.
    pub(super) fn begin(&mut self, epoch: u64, now: Duration, wait: impl FnOnce(u32) -> Duration) {
        let is_current = epoch == self.epoch;
        if is_current {
            self.refusals = self.refusals.saturating_add(1);
            self.epoch += 1;
            self.probe = None;
        }
        let until = now.saturating_add(wait(self.refusals).min(MAX_PAUSE));
        self.until = self.until.max(until);
    }

    /// A request sent in `epoch` was answered with something else. True when that ends a pause.
    pub(super) fn end(&mut self, epoch: u64) -> bool {
        let ends = epoch == self.epoch && self.refusals > 0;
        if ends {
            self.refusals = 0;
            self.probe = None;
        }
        ends
    }

    /// A request has ended, perhaps without an answer. True when it was the probe, so that another one has to be.
    pub(super) fn forget(&mut self, id: u64) -> bool {
        self.probe.take_if(|(probe, _)| *probe == id).is_some()
    }
}

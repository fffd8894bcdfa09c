//! Rate limits as token buckets, kept by governor on the clock of the client.

use std::cell::Cell;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{NotKeyed, StateStore};
use governor::{Quota, RateLimiter};

use crate::call_options::Priority;
use crate::environment::Environment;

/// A token bucket. In any window of `t` seconds at most `burst + t × per_second` requests pass, which is how a limit per
/// window becomes one that holds wherever the window begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    burst: u32,
    per_second: u32,
}

/// The rate of all requests together, and that of background requests among them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    all: Rate,
    background: Rate,
}

impl Rates {
    /// The most requests in any minute: of both priorities together for clicks, or of background ones.
    pub(super) const fn per_minute(self, priority: Priority) -> u32 {
        let rate = match priority {
            Priority::Click => self.all,
            Priority::Background => self.background,
        };
        rate.burst + 60 * rate.per_second
    }
}

/// The limit of a key, 700 a minute: 100 + 60 × 10, of which 80 + 60 × 8 = 560 in the background.
pub(super) const KEY_RATES: Rates = Rates {
    all: Rate {
        burst: 100,
        per_second: 10,
    },
    background: Rate {
        burst: 80,
        per_second: 8,
    },
};

/// The limit of a route, 40 a second: 30 + 10, of which 24 + 8 = 32 in the background. The steady rate is that of the key,
/// as more would never be used; the burst has room for a list of 10,000 projects, which is 25 pages at once.
pub(super) const ROUTE_RATES: Rates = Rates {
    all: Rate {
        burst: 30,
        per_second: 10,
    },
    background: Rate {
        burst: 24,
        per_second: 8,
    },
};

/// 10 a second: 5 + 5, of which 4 + 4 = 8 in the background.
pub(super) const SLOW_ROUTE_RATES: Rates = Rates {
    all: Rate {
        burst: 5,
        per_second: 5,
    },
    background: Rate {
        burst: 4,
        per_second: 4,
    },
};

/// The buckets of a key or of a route. A click is counted in one, a background request in both.
pub(super) struct Meter {
    all: Bucket,
    background: Bucket,
}

impl Meter {
    pub(super) fn new(rates: Rates, environment: &Arc<dyn Environment>) -> Self {
        Self {
            all: Bucket::new(rates.all, environment),
            background: Bucket::new(rates.background, environment),
        }
    }

    /// When the next request may pass; `None` when it may pass now.
    pub(super) fn closed_until(&self, priority: Priority) -> Option<Duration> {
        let closed = self.buckets(priority).map(Bucket::closed_until);
        closed.flatten().max()
    }

    /// Counts a request that passes now.
    pub(super) fn take(&self, priority: Priority) {
        self.buckets(priority).for_each(Bucket::take);
    }

    fn buckets(&self, priority: Priority) -> impl Iterator<Item = &Bucket> {
        let background = match priority {
            Priority::Click => None,
            Priority::Background => Some(&self.background),
        };
        std::iter::once(&self.all).chain(background)
    }
}

/// A rate as governor keeps it. It can be asked without counting a request, because a request needs room in the buckets of
/// both key and route, and one bucket must not count what the other refuses.
struct Bucket {
    limiter: RateLimiter<NotKeyed, Level, Time, NoOpMiddleware<Duration>>,
    is_dry_run: Arc<AtomicBool>,
}

impl Bucket {
    fn new(rate: Rate, environment: &Arc<dyn Environment>) -> Self {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(number(rate.per_second)).allow_burst(number(rate.burst));
        let is_dry_run = Arc::new(AtomicBool::new(false));
        let level = Level {
            arrival: Cell::new(None),
            is_dry_run: Arc::clone(&is_dry_run),
        };
        Self {
            limiter: RateLimiter::new(quota, level, Time(Arc::clone(environment))),
            is_dry_run,
        }
    }

    fn closed_until(&self) -> Option<Duration> {
        self.is_dry_run.store(true, Ordering::Relaxed);
        let answer = self.limiter.check();
        self.is_dry_run.store(false, Ordering::Relaxed);
        answer.err().map(|closed| closed.earliest_possible())
    }

    fn take(&self) {
        // Cannot refuse after `closed_until` returned `None`: as time passes a bucket only fills up.
        drop(self.limiter.check());
    }
}

/// The state of a bucket: when the next request would come if all came evenly (governor's "theoretical arrival time").
struct Level {
    arrival: Cell<Option<Nanos>>,
    is_dry_run: Arc<AtomicBool>,
}

impl StateStore for Level {
    type Key = NotKeyed;

    fn measure_and_replace<T, F, E>(&self, _: &NotKeyed, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let (value, arrival) = decide(self.arrival.get())?;
        if !self.is_dry_run.load(Ordering::Relaxed) {
            self.arrival.set(Some(arrival));
        }
        Ok(value)
    }
}

struct Time(Arc<dyn Environment>);

impl Clock for Time {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

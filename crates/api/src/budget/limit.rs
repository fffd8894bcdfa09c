//! Rates, each as a bucket that governor keeps by the client's own clock.

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

use crate::ambient::Ambient;
use crate::circumstances::Priority;

/// In any `t` seconds at most `burst + t × a_second` requests pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    burst: u32,
    a_second: u32,
}

/// A rate, and the part of it that may be used while nobody waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    all: Rate,
    background: Rate,
}

impl Rates {
    /// What passes in any minute: everything, or what nobody waits for.
    pub(super) const fn a_minute(self, priority: Priority) -> u32 {
        let rate = match priority {
            Priority::Click => self.all,
            Priority::Background => self.background,
        };
        rate.burst + 60 * rate.a_second
    }
}

/// 700 in any minute, of which 560 in the background.
pub(super) const OF_KEY: Rates = Rates {
    all: Rate {
        burst: 100,
        a_second: 10,
    },
    background: Rate {
        burst: 80,
        a_second: 8,
    },
};

/// 40 in any second, of which 32 in the background. More a second than the key has would be of no use, and a list of
/// 10,000 projects is 25 pages at once.
pub(super) const OF_ROUTE: Rates = Rates {
    all: Rate {
        burst: 30,
        a_second: 10,
    },
    background: Rate {
        burst: 24,
        a_second: 8,
    },
};

/// 10 in any second, of which 8 in the background.
pub(super) const OF_SLOW_ROUTE: Rates = Rates {
    all: Rate {
        burst: 5,
        a_second: 5,
    },
    background: Rate {
        burst: 4,
        a_second: 4,
    },
};

/// The buckets of a key or of a route.
pub(super) struct Meter {
    all: Bucket,
    background: Bucket,
}

impl Meter {
    pub(super) fn new(rates: Rates, ambient: &Arc<dyn Ambient>) -> Self {
        Self {
            all: Bucket::new(rates.all, ambient),
            background: Bucket::new(rates.background, ambient),
        }
    }

    /// When a request may pass, if not now.
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

/// A rate as governor keeps it, which can be asked without being used: several buckets give together or not at all.
struct Bucket {
    limiter: RateLimiter<NotKeyed, Level, Time, NoOpMiddleware<Duration>>,
    only_asks: Arc<AtomicBool>,
}

impl Bucket {
    fn new(rate: Rate, ambient: &Arc<dyn Ambient>) -> Self {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(number(rate.a_second)).allow_burst(number(rate.burst));
        let only_asks = Arc::new(AtomicBool::new(false));
        let level = Level {
            arrival: Cell::new(None),
            only_asks: Arc::clone(&only_asks),
        };
        Self {
            limiter: RateLimiter::new(quota, level, Time(Arc::clone(ambient))),
            only_asks,
        }
    }

    fn closed_until(&self) -> Option<Duration> {
        self.only_asks.store(true, Ordering::Relaxed);
        let answer = self.limiter.check();
        self.only_asks.store(false, Ordering::Relaxed);
        answer.err().map(|closed| closed.earliest_possible())
    }

    fn take(&self) {
        // Does not refuse after `closed_until` said nothing: time only fills a bucket.
        drop(self.limiter.check());
    }
}

/// When the next request would arrive if all came evenly, as governor counts it.
struct Level {
    arrival: Cell<Option<Nanos>>,
    only_asks: Arc<AtomicBool>,
}

impl StateStore for Level {
    type Key = NotKeyed;

    fn measure_and_replace<T, F, E>(&self, _: &NotKeyed, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let (value, arrival) = decide(self.arrival.get())?;
        if !self.only_asks.load(Ordering::Relaxed) {
            self.arrival.set(Some(arrival));
        }
        Ok(value)
    }
}

struct Time(Arc<dyn Ambient>);

impl Clock for Time {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

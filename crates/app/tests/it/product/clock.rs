//! Time and chance of a test.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use app::Clock;
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use tokio::sync::watch;

/// A clock that moves when the test says so.
#[derive(Clone, Debug)]
pub struct TestClock {
    start: DateTime<Utc>,
    passed: Arc<watch::Sender<Duration>>,
    dice: Arc<AtomicU64>,
}

impl TestClock {
    pub fn new() -> Self {
        let start = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        Self {
            start,
            passed: Arc::new(watch::Sender::new(Duration::ZERO)),
            dice: Arc::default(),
        }
    }

    pub fn advance(&self, by: TimeDelta) {
        self.passed
            .send_modify(|passed| *passed += by.to_std().unwrap());
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        self.start + self.elapsed()
    }

    fn elapsed(&self) -> Duration {
        *self.passed.borrow()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let mut passed = self.passed.subscribe();
        let until = self.elapsed() + duration;
        Box::pin(async move {
            drop(passed.wait_for(|passed| *passed >= until).await);
        })
    }

    fn random(&self) -> u64 {
        let seed = self
            .dice
            .fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 27)
    }
}

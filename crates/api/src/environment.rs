//! The clocks and the randomness that the client uses, passed in so that tests control both.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

/// Clocks, sleep and randomness.
pub trait Environment: Debug + Send + Sync {
    /// The time of day, to turn a `Retry-After` given as a date into a wait.
    fn now(&self) -> DateTime<Utc>;

    /// A monotonic clock, counted from an arbitrary start.
    fn elapsed(&self) -> Duration;

    /// Completes after `duration` on the monotonic clock.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Random bits, for the jitter of waits and for request ids.
    fn random(&self) -> u64;
}

/// The machine's own clocks and randomness. `sleep` needs a running tokio with time enabled.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn elapsed(&self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn random(&self) -> u64 {
        rand::random()
    }
}

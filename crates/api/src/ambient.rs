//! What the client takes from around it besides the network, so that tests decide how time passes and dice fall.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

/// Clocks, sleep and randomness.
pub trait Ambient: Debug + Send + Sync {
    /// The calendar, for `Retry-After` given as a date.
    fn now(&self) -> DateTime<Utc>;

    /// A clock that never goes back, counted from an arbitrary start.
    fn elapsed(&self) -> Duration;

    /// Ends after `duration` on that clock.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Random bits, for the jitter of waits and for request ids.
    fn random(&self) -> u64;
}

/// The machine's own clocks and randomness. `sleep` needs a running tokio with time enabled.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Ambient for System {
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

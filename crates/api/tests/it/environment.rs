//! A clock that the test moves.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::Environment;
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use tokio::sync::watch;

/// Sleeps shorter than this are waits between attempts; longer ones are deadlines of attempts.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits between attempts pass at once and move the clock; deadlines pass when the test advances the clock that far.
#[derive(Debug)]
pub struct Manual {
    elapsed: watch::Sender<Duration>,
    waits: Mutex<Vec<Duration>>,
    /// With it, waits too stay until the test advances the clock.
    pub holds_waits: bool,
}

impl Manual {
    pub fn new() -> Arc<Self> {
        Arc::new(Self::with(false))
    }

    pub fn holding() -> Arc<Self> {
        Arc::new(Self::with(true))
    }

    fn with(holds_waits: bool) -> Self {
        Self {
            elapsed: watch::Sender::new(Duration::ZERO),
            waits: Mutex::default(),
            holds_waits,
        }
    }

    pub fn advance(&self, by: Duration) {
        self.elapsed.send_modify(|elapsed| *elapsed += by);
    }

    /// The waits between attempts so far.
    pub fn waits(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }

    pub fn start() -> DateTime<Utc> {
        "2026-11-21T09:30:00Z".parse().unwrap()
    }
}

impl Environment for Manual {
    fn now(&self) -> DateTime<Utc> {
        Self::start() + TimeDelta::from_std(self.elapsed()).unwrap()
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.borrow()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        if duration < PATIENCE {
            self.waits.lock().unwrap().push(duration);
            if !self.holds_waits {
                self.advance(duration);
                return Box::pin(std::future::ready(()));
            }
        }
        let until = self.elapsed() + duration;
        let mut clock = self.elapsed.subscribe();
        Box::pin(async move {
            drop(clock.wait_for(|elapsed| *elapsed >= until).await);
        })
    }

    fn random(&self) -> u64 {
        u64::MAX / 2
    }
}

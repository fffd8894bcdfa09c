use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::{Duration, Instant};

use app::Clock;
use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

/// A clock for waits that runs faster than the machine's, so that a budget of a minute is whole again in seconds. The calendar
/// is the real one.
#[derive(Debug)]
pub struct FastClock {
    started: Instant,
    times: u32,
}

impl FastClock {
    pub fn by(times: u32) -> Self {
        Self {
            started: Instant::now(),
            times,
        }
    }
}

impl Clock for FastClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed() * self.times
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration / self.times))
    }

    fn random(&self) -> u64 {
        RandomState::new().build_hasher().finish()
    }
}

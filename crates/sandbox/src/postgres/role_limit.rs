//! How often a relay creates a role.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// A server that can't follow logs in twice a second.
const MOST: usize = 20;
const WINDOW: Duration = Duration::from_secs(60);

/// The moments of the last roles, some of which may be yet to come.
#[derive(Debug, Default)]
pub struct RoleLimit {
    last: Mutex<VecDeque<Instant>>,
}

impl RoleLimit {
    /// Waits until one more role may be created.
    pub async fn wait(&self) {
        sleep_until(self.next()).await;
    }

    fn next(&self) -> Instant {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = (last.len() >= MOST).then(|| last.pop_front()).flatten();
        let next = oldest.map_or(now, |oldest| now.max(oldest + WINDOW));
        last.push_back(next);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_role_waits_when_there_were_20_in_the_last_minute() {
        let limit = RoleLimit::default();
        let begun = Instant::now();
        for _ in 0..MOST {
            limit.wait().await;
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        for _ in 0..MOST {
            limit.wait().await;
        }
        assert_eq!(begun.elapsed(), WINDOW);
        limit.wait().await;
        assert_eq!(begun.elapsed(), 2 * WINDOW);
        tokio::time::advance(3 * WINDOW).await;
        let later = Instant::now();
        limit.wait().await;
        assert_eq!(later.elapsed(), Duration::ZERO);
    }
}

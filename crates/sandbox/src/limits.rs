//! Request rates, as the platform limits them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

const CREATE_ORGANIZATION_KEY: &str = "POST /api/v2/organizations/{org_id}/api_keys";

/// How many requests pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// For each key.
    pub per_minute: usize,
    /// For each key and route.
    pub per_second: usize,
    /// For each key, to make an organization's keys.
    pub organization_keys_per_second: usize,
}

impl RateLimits {
    /// As the platform limits them.
    pub const LIVE: Self = Self {
        per_minute: 700,
        per_second: 40,
        organization_keys_per_second: 10,
    };

    /// So many a minute, and in a second what the platform lets pass of as many: at least one.
    pub fn of_a_minute(per_minute: u32) -> Self {
        let per_minute = usize::try_from(per_minute).unwrap_or(usize::MAX);
        let share = |of: usize| {
            let rounded_up = per_minute
                .saturating_mul(of)
                .div_ceil(Self::LIVE.per_minute);
            rounded_up.max(1)
        };
        Self {
            per_minute,
            per_second: share(Self::LIVE.per_second),
            organization_keys_per_second: share(Self::LIVE.organization_keys_per_second),
        }
    }
}

impl Default for RateLimits {
    fn default() -> Self {
        Self::LIVE
    }
}

/// By key and, where it is one route's, that route.
type Windows = HashMap<(i64, String), VecDeque<DateTime<Utc>>>;

/// The requests of the last minute and second, by the sandbox's clock.
#[derive(Debug)]
pub struct Limits {
    limits: Option<RateLimits>,
    windows: Mutex<Windows>,
}

impl Limits {
    pub fn new(limits: Option<RateLimits>) -> Self {
        Self {
            limits,
            windows: Mutex::default(),
        }
    }

    /// Whether a request may pass; it is counted if so. `route` is its method and the pattern of its path.
    pub fn try_acquire(&self, now: DateTime<Utc>, key_id: i64, route: String) -> bool {
        let Some(limits) = self.limits else {
            return true;
        };
        let per_second = match route == CREATE_ORGANIZATION_KEY {
            true => limits.organization_keys_per_second,
            false => limits.per_second,
        };
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = (key_id, String::new());
        let second = (key_id, route);
        let free = has_capacity(
            &mut windows,
            &minute,
            now,
            TimeDelta::minutes(1),
            limits.per_minute,
        ) && has_capacity(
            &mut windows,
            &second,
            now,
            TimeDelta::seconds(1),
            per_second,
        );
        if free {
            for window in [minute, second] {
                windows.entry(window).or_default().push_back(now);
            }
        }
        free
    }
}

fn has_capacity(
    windows: &mut Windows,
    key: &(i64, String),
    now: DateTime<Utc>,
    length: TimeDelta,
    limit: usize,
) -> bool {
    let Some(window) = windows.get_mut(key) else {
        return limit > 0;
    };
    // One that is still to come was counted before the clock was set back.
    let is_over = |at: &DateTime<Utc>| now - *at >= length || *at > now;
    while window.front().is_some_and(is_over) {
        window.pop_front();
    }
    window.len() < limit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000 + millis).unwrap()
    }

    fn usual() -> Limits {
        Limits::new(Some(RateLimits::default()))
    }

    fn get(limits: &Limits, millis: i64, key: i64, route: &str) -> bool {
        limits.try_acquire(at(millis), key, format!("GET {route}"))
    }

    #[test]
    fn a_route_takes_40_in_any_second_of_a_key() {
        let limits = usual();
        for count in 0..40 {
            assert!(get(&limits, count * 20, 1, "/auth"), "{count}");
        }
        assert!(!get(&limits, 999, 1, "/auth"));
        assert!(get(&limits, 999, 1, "/users/me"), "another route");
        assert!(get(&limits, 999, 2, "/auth"), "another key");
        assert!(limits.try_acquire(at(999), 1, "POST /auth".to_owned()));
        assert!(get(&limits, 1000, 1, "/auth"), "the first is over");
        assert!(!get(&limits, 1019, 1, "/auth"), "and no other");
    }

    #[test]
    fn ten_keys_of_organizations_are_made_in_a_second() {
        let limits = usual();
        let make = |millis| limits.try_acquire(at(millis), 1, CREATE_ORGANIZATION_KEY.to_owned());
        assert!((0..10).all(|_| make(0)));
        assert!(!make(999));
        let path = CREATE_ORGANIZATION_KEY.trim_start_matches("POST ");
        assert!((0..40).all(|_| get(&limits, 0, 1, path)));
        assert!(make(1000));
    }

    #[test]
    fn a_key_takes_700_in_any_minute_and_refusals_do_not_count() {
        let limits = usual();
        let route = |count: i64| format!("/{}", count % 20);
        for count in 0..700 {
            assert!(get(&limits, count, 1, &route(count)), "{count}");
        }
        for count in 0..100 {
            assert!(!get(&limits, 59_999, 1, &route(count)));
        }
        assert!(get(&limits, 60_000, 1, "/auth"));
        assert!(!get(&limits, 60_000, 1, "/auth"));
        assert!(get(&limits, 60_001, 1, "/auth"));
    }

    #[test]
    fn other_rates_keep_the_proportions_of_the_platform() {
        let of = |per_minute| {
            let limits = RateLimits::of_a_minute(per_minute);
            let RateLimits {
                per_second,
                organization_keys_per_second,
                ..
            } = limits;
            (per_second, organization_keys_per_second)
        };
        assert_eq!(RateLimits::of_a_minute(700), RateLimits::default());
        assert_eq!(of(1), (1, 1));
        assert_eq!(of(701), (41, 11));
        assert_eq!(of(7000), (400, 100));
        assert!(of(u32::MAX).0 > 245_000_000);
    }

    #[test]
    fn a_clock_that_is_set_back_holds_nobody_up() {
        let limits = usual();
        assert!((0..40).all(|_| get(&limits, 3_600_000, 1, "/auth")));
        assert!(get(&limits, 0, 1, "/auth"));
    }

    #[test]
    fn without_limits_everything_passes() {
        let limits = Limits::new(None);
        assert!((0..2000).all(|_| get(&limits, 0, 1, "/auth")));
    }
}

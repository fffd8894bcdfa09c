//! Request rates, as the platform limits them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use axum::http::{Method, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};

use crate::reply::Failure;

const ORGANIZATION_KEYS: &str = "/api/v2/organizations/{org_id}/api_keys";

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

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            per_minute: 700,
            per_second: 40,
            organization_keys_per_second: 10,
        }
    }
}

/// The requests of the last minute and second, by the sandbox's clock.
#[derive(Debug)]
pub struct Limits {
    limits: Option<RateLimits>,
    windows: Mutex<HashMap<(i64, String), VecDeque<DateTime<Utc>>>>,
}

impl Limits {
    pub fn new(limits: Option<RateLimits>) -> Self {
        Self {
            limits,
            windows: Mutex::default(),
        }
    }

    /// Counts a request in, or refuses it with 429.
    pub fn take(
        &self,
        now: DateTime<Utc>,
        key_id: i64,
        method: &Method,
        route: &str,
    ) -> Result<(), Failure> {
        let Some(limits) = self.limits else {
            return Ok(());
        };
        let making_keys = method == Method::POST && route == ORGANIZATION_KEYS;
        let per_second = if making_keys {
            limits.organization_keys_per_second
        } else {
            limits.per_second
        };
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = (key_id, String::new());
        let second = (key_id, format!("{method} {route}"));
        let free = room(
            &mut windows,
            &minute,
            now,
            TimeDelta::minutes(1),
            limits.per_minute,
        ) && room(
            &mut windows,
            &second,
            now,
            TimeDelta::seconds(1),
            per_second,
        );
        if !free {
            return Err(Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                "rate limit exceeded",
            ));
        }
        for window in [minute, second] {
            windows.entry(window).or_default().push_back(now);
        }
        Ok(())
    }
}

fn room(
    windows: &mut HashMap<(i64, String), VecDeque<DateTime<Utc>>>,
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

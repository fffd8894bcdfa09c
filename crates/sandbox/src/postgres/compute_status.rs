//! What is known of a compute without asking its server.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerState {
    Asleep,
    Starting,
    Awake,
    Stopping,
    Failed,
}

/// How a server stood at some moment: the same twice and asleep means that it wrote nothing in
/// between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activity {
    pub is_asleep: bool,
    pub(super) active_seconds: u64,
    pub(super) starts: usize,
}

#[derive(Debug)]
pub struct ComputeStatus {
    pub state: ServerState,
    pub failure: Option<String>,
    pub last_used: DateTime<Utc>,
    pub retired: bool,
    pub idle_after: IdleAfter,
    /// What clients that connect are told instead of being let in.
    pub refused: Option<String>,
    active: TimeDelta,
    awake_since: Option<DateTime<Utc>>,
}

/// How long a server stays awake without connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleAfter {
    /// As long as the sandbox lets all of them.
    Default,
    Set(Option<Duration>),
}

impl ComputeStatus {
    pub fn new(now: DateTime<Utc>) -> Self {
        Self {
            state: ServerState::Asleep,
            failure: None,
            last_used: now,
            retired: false,
            idle_after: IdleAfter::Default,
            refused: None,
            active: TimeDelta::zero(),
            awake_since: None,
        }
    }

    /// Changes the state and keeps the account of the time awake.
    pub fn change(&mut self, state: ServerState, failure: Option<String>, now: DateTime<Utc>) {
        if state == ServerState::Awake {
            self.awake_since.get_or_insert(now);
        } else {
            self.active = self.active(now);
            self.awake_since = None;
        }
        self.state = state;
        self.failure = failure;
    }

    /// All the time awake so far.
    pub fn active(&self, now: DateTime<Utc>) -> TimeDelta {
        let present = self
            .awake_since
            .map_or(TimeDelta::zero(), |since| now - since);
        self.active + present.max(TimeDelta::zero())
    }
}

//! What is known of a compute without asking its server.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use super::admission::Admission;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerState {
    #[serde(rename = "asleep")]
    Suspended,
    Starting,
    #[serde(rename = "awake")]
    Running,
    Stopping,
    Failed,
}

/// How a server stood at some moment: the same twice and suspended means that it wrote nothing in
/// between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activity {
    pub is_suspended: bool,
    pub(super) active_seconds: u64,
    pub(super) starts: usize,
}

/// How far a read-only compute was behind its branch when that was last looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind {
    pub bytes: u64,
    /// For how many looks it has been behind without following.
    pub stuck: u32,
}

#[derive(Debug)]
pub struct ComputeStatus {
    pub state: ServerState,
    pub failure: Option<String>,
    pub last_used: DateTime<Utc>,
    pub retired: bool,
    pub idle_after: IdleAfter,
    pub admission: Admission,
    active: TimeDelta,
    running_since: Option<DateTime<Utc>>,
}

/// How long a server keeps running without connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdleAfter {
    /// As long as the sandbox lets all of them.
    Default,
    Set(Option<Duration>),
}

/// How long nothing must have been heard before a server is suspended.
#[derive(Debug, Clone, Copy)]
pub struct Quiet {
    pub unconnected: TimeDelta,
    /// The same while clients are connected.
    pub connected: TimeDelta,
}

impl Quiet {
    /// At once, but never with a client connected.
    pub const NOBODY: Self = Self {
        unconnected: TimeDelta::zero(),
        connected: TimeDelta::MAX,
    };
    /// When another server needs the slot.
    pub const EVICTION: Self = Self {
        unconnected: TimeDelta::zero(),
        connected: TimeDelta::seconds(60),
    };

    pub fn of(after: Duration) -> Self {
        let after = TimeDelta::from_std(after).unwrap_or(TimeDelta::MAX);
        Self {
            unconnected: after,
            connected: after,
        }
    }
}

impl ComputeStatus {
    pub fn running_since(&self) -> Option<DateTime<Utc>> {
        self.running_since
    }

    pub fn new(now: DateTime<Utc>) -> Self {
        Self {
            state: ServerState::Suspended,
            failure: None,
            last_used: now,
            retired: false,
            idle_after: IdleAfter::Default,
            admission: Admission::default(),
            active: TimeDelta::zero(),
            running_since: None,
        }
    }

    /// Changes the state and adds up the running time.
    pub fn change(&mut self, state: ServerState, failure: Option<String>, now: DateTime<Utc>) {
        if state == ServerState::Running {
            self.running_since.get_or_insert(now);
        } else {
            self.active = self.active(now);
            self.running_since = None;
        }
        self.state = state;
        self.failure = failure;
    }

    /// All its running time so far.
    pub fn active(&self, now: DateTime<Utc>) -> TimeDelta {
        let present = self
            .running_since
            .map_or(TimeDelta::zero(), |since| now - since);
        self.active + present.max(TimeDelta::zero())
    }
}

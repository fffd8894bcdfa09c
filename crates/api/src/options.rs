//! How a client behaves: timeouts, limits, retries, and what it takes from its surroundings.

use std::sync::Arc;
use std::time::Duration;

use crate::ambient::{Ambient, System};
use crate::latch::Latches;
use crate::retry::Policy;

/// How long things may take and how often they are tried.
#[derive(Debug, Clone)]
pub struct Options {
    /// Until a connection stands.
    pub connect_timeout: Duration,
    /// Until one attempt has its whole reply.
    pub attempt_timeout: Duration,
    /// Until a call ends, with all attempts and the waits between them.
    pub deadline: Duration,
    /// Longest reply that is taken in, in bytes.
    pub largest_reply: usize,
    /// Attempts and waits.
    pub retry: Policy,
    /// What may leave at all.
    pub latches: Latches,
    /// Clocks, sleep and randomness.
    pub ambient: Arc<dyn Ambient>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            attempt_timeout: Duration::from_secs(30),
            deadline: Duration::from_secs(60),
            largest_reply: 8 * 1024 * 1024,
            retry: Policy::default(),
            latches: Latches::default(),
            ambient: Arc::new(System),
        }
    }
}

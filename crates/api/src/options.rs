//! What a client is configured with.

use std::sync::Arc;
use std::time::Duration;

use crate::environment::{Environment, SystemEnvironment};
use crate::gate::Gates;
use crate::observer::Observer;
use crate::retry::Policy;

/// The options of a client: timeouts, limits, retries.
#[derive(Debug, Clone)]
pub struct Options {
    /// Longest time to open a connection.
    pub connect_timeout: Duration,
    /// Longest time of one attempt, until its whole reply is there.
    pub attempt_timeout: Duration,
    /// Longest time of a call, with all its attempts and the waits between them.
    pub deadline: Duration,
    /// Largest reply that is read, in bytes.
    pub largest_reply: usize,
    /// How often a failed request is sent again, and after which waits.
    pub retry: Policy,
    /// Switches that block requests before they are sent.
    pub gates: Gates,
    /// Is told of each attempt.
    pub observer: Option<Arc<dyn Observer>>,
    /// Clocks, sleep and randomness.
    pub environment: Arc<dyn Environment>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            attempt_timeout: Duration::from_secs(30),
            deadline: Duration::from_secs(60),
            largest_reply: 8 * 1024 * 1024,
            retry: Policy::default(),
            gates: Gates::default(),
            observer: None,
            environment: Arc::new(SystemEnvironment),
        }
    }
}

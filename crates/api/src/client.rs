//! The clients: what a person's account is spoken to with.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::address::InstantUrl;
use crate::ambient::{Ambient, System};
use crate::circumstances::Circumstances;
use crate::error::Error;
use crate::latch::Latches;
use crate::line::Line;
use crate::read::read;
use crate::reply::Reply;
use crate::request::Request;
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

/// The instant service at one address: temporary databases without an account or a key. Clones share connections.
#[derive(Clone)]
pub struct Instant {
    base: InstantUrl,
    line: Line,
}

impl Instant {
    /// A client of the service at `base`. Nothing is sent yet; it fails only when the machine's certificates cannot be
    /// loaded.
    pub fn new(base: InstantUrl, options: Options) -> Result<Self, Error> {
        let line = Line::new(&base.0, None, options)?;
        Ok(Self { base, line })
    }

    /// The address it speaks to.
    #[must_use]
    pub fn base(&self) -> &InstantUrl {
        &self.base
    }

    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        request: Request,
    ) -> Result<Reply<T>, Error> {
        let circumstances = Circumstances::default();
        let mut course = self.line.course(&request, &circumstances);
        self.line.run(&mut course, read).await
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instant")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

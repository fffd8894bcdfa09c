//! The clients: what a person's account is spoken to with.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde::de::DeserializeOwned;

use crate::address::{Address, InstantUrl};
use crate::ambient::{Ambient, System};
use crate::decode::decode;
use crate::error::{Context, Error, Kind};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::request::{Answer, Request};
use crate::retry::{self, Decision, Hint, Method, Outcome, Policy};
use crate::transport::{Failure, Transport};

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
        let line = Line::new(&base.0, options)?;
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
        self.line.run(&request, read).await
    }
}

/// Connections to one service and how they are used.
#[derive(Clone)]
pub(crate) struct Line {
    transport: Transport,
    options: Options,
}

impl Line {
    pub(crate) fn new(base: &Address, options: Options) -> Result<Self, Error> {
        let transport = Transport::new(base, &options, None)?;
        Ok(Self { transport, options })
    }

    pub(crate) fn with_key(
        base: &Address,
        key: &SecretString,
        options: Options,
    ) -> Result<Self, Error> {
        let transport = Transport::new(base, &options, Some(key))?;
        Ok(Self { transport, options })
    }

    /// Sends a request, again as often as `retry` allows, and reads the reply.
    pub(crate) async fn run<T>(
        &self,
        request: &Request,
        read: impl Fn(&Answer, &Request) -> Result<T, Failure>,
    ) -> Result<Reply<T>, Error> {
        let ambient = &self.options.ambient;
        let start = ambient.elapsed();
        let mut attempt = 1;
        loop {
            let spent = ambient.elapsed().saturating_sub(start);
            let remaining = self.options.deadline.saturating_sub(spent);
            let timeout = self.options.attempt_timeout.min(remaining);
            let (head, result) = self.transport.send(request, timeout).await;
            let failure = match result.and_then(|answer| read(&answer, request)) {
                Ok(value) => {
                    return Ok(Reply {
                        value,
                        server_time: head.date,
                        request_id: head.request_id,
                    });
                }
                Err(failure) => failure,
            };
            let elapsed = ambient.elapsed().saturating_sub(start);
            let hint = Hint {
                retry_after: head.retry_after,
                remaining: self.options.deadline.saturating_sub(elapsed),
                random: fraction(ambient.random()),
            };
            let decision = retry::decide(
                &self.options.retry,
                request.method(),
                failure.outcome,
                attempt,
                hint,
            );
            tracing::debug!(
                purpose = request.purpose,
                attempt,
                outcome = ?failure.outcome,
                request_id = head.request_id,
                ?decision,
                "request failed"
            );
            match decision {
                Decision::Wait(wait) => ambient.sleep(wait).await,
                Decision::GiveUp => {
                    let context = Context {
                        purpose: request.purpose,
                        if_lost: request.if_lost,
                        maybe_applied: is_unclear(&failure, request.method()),
                        request_id: head.request_id,
                        retry_after: head.retry_after,
                        server_time: head.date,
                        attempts: attempt,
                        elapsed,
                    };
                    return Err(Error::new(failure.kind, failure.source, context));
                }
            }
            attempt += 1;
        }
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instant")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

pub(crate) fn read<T: DeserializeOwned>(answer: &Answer, request: &Request) -> Result<T, Failure> {
    read_nothing(answer, request)?;
    decode(&answer.body).map_err(|wrong| Failure {
        // A body that ends too early is a cut one whose length nobody had announced.
        outcome: if wrong.is_cut {
            Outcome::Lost
        } else {
            Outcome::Status(answer.status)
        },
        kind: Kind::from(wrong),
        source: None,
    })
}

/// `None` for a reply without a body.
pub(crate) fn read_optional<T: DeserializeOwned>(
    answer: &Answer,
    request: &Request,
) -> Result<Option<T>, Failure> {
    read_nothing(answer, request)?;
    if answer.status == 204 || answer.body.trim_ascii().is_empty() {
        return Ok(None);
    }
    read(answer, request)
}

/// Any 2xx will do.
pub(crate) fn read_nothing(answer: &Answer, request: &Request) -> Result<(), Failure> {
    if (200..300).contains(&answer.status) {
        return Ok(());
    }
    Err(Failure {
        kind: Kind::Refused(Refusal::read(answer, request)),
        outcome: Outcome::Status(answer.status),
        source: None,
    })
}

/// Whether a write that ended so may have taken place.
fn is_unclear(failure: &Failure, method: Method) -> bool {
    match &failure.kind {
        Kind::Refused(refusal) => refusal.leaves_write_unclear(method),
        _ => method == Method::Write && failure.outcome != Outcome::Unsent,
    }
}

/// The top 53 bits as a number from 0 up to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

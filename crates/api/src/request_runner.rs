//! Runs one request with its retries, rate limits, deadline and cancellation.

use std::fmt;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use secrecy::SecretString;

use crate::address::Address;
use crate::budget::{Budget, Exhausted, Permit};
use crate::call::Route;
use crate::call_options::CallOptions;
use crate::error::{Context, Error, Kind};
use crate::options::Options;
use crate::read::Parsed;
use crate::reply::Reply;
use crate::request::{Request, Response, ResponseHead};
use crate::retry::{self, Access, Decision, Hint, Outcome};
use crate::transport::{Failure, Transport};

/// Runs the calls of one client. Clones share its connections.
#[derive(Clone)]
pub(crate) struct RequestRunner {
    transport: Transport,
    options: Options,
}

/// What is known of one call while it runs. It outlives a single `run`: a call that waits for a locked project runs again
/// with the same deadline and the same counts.
pub(crate) struct CallState<'a> {
    pub(crate) request: &'a Request,
    pub(crate) options: &'a CallOptions,
    /// The budget that each attempt needs a permit of; `None` for a service without rate limits.
    pub(crate) budget: Option<(&'a Budget, Route)>,
    /// Whether a 423 ends the run at once. True where the caller can watch the project's operations and so knows better
    /// than a timer when to send again.
    pub(crate) returns_locked: bool,
    start: Duration,
    end: Duration,
    attempts: u32,
    /// Attempts that were answered with a 423.
    locked: u32,
    /// Attempts that were answered with a 429.
    limited: u32,
}

/// One attempt that has ended.
struct Attempt {
    permit: Option<Permit>,
    outcome: Outcome,
    head: ResponseHead,
}

impl RequestRunner {
    pub(crate) fn new(
        base: &Address,
        key: Option<&SecretString>,
        options: Options,
    ) -> Result<Self, Error> {
        let transport = Transport::new(base, &options, key)?;
        Ok(Self { transport, options })
    }

    /// Starts the clock of a call; nothing is sent yet.
    pub(crate) fn begin<'a>(
        &self,
        request: &'a Request,
        options: &'a CallOptions,
    ) -> CallState<'a> {
        let start = self.options.environment.elapsed();
        let deadline = options.deadline.unwrap_or(self.options.deadline);
        CallState {
            request,
            options,
            budget: None,
            returns_locked: false,
            start,
            end: start.saturating_add(deadline),
            attempts: 0,
            locked: 0,
            limited: 0,
        }
    }

    /// Sends the request until it succeeds or `retry` gives up, and reads the reply. Only what depends on the type of the
    /// value is here: the compiler writes it once for each.
    pub(crate) async fn run<T>(
        &self,
        call: &mut CallState<'_>,
        read: impl Fn(&Response, &Request) -> Result<Parsed<T>, Failure>,
    ) -> Result<Reply<T>, Error> {
        let mut last = None;
        loop {
            let (attempt, result) = self.attempt(call, last.take()).await?;
            let failure = match result.and_then(|response| read(&response, call.request)) {
                Ok(Parsed { value, unread }) => {
                    let reply = self.succeeded(call, attempt, unread);
                    return Ok(reply.map(|()| value));
                }
                Err(failure) => failure,
            };
            last = Some(self.wait_after(call, attempt, failure).await?);
        }
    }

    /// Sends the request once, as soon as that is allowed. `last` is the failure of the attempt before: it says more than
    /// "out of time" if the deadline passes before this one.
    async fn attempt(
        &self,
        call: &mut CallState<'_>,
        last: Option<(Failure, ResponseHead)>,
    ) -> Result<(Attempt, Result<Response, Failure>), Error> {
        let permit = match (self.acquire(call).await, last) {
            (Ok(permit), _) => permit,
            (Err(error), Some((failure, head))) if error.is_out_of_time() => {
                return Err(self.failed(call, failure, head));
            }
            (Err(error), _) => return Err(error),
        };
        call.attempts += 1;
        let (head, result) = self.send(call).await?;
        let outcome = match &result {
            Ok(response) => Outcome::Status(response.status),
            Err(failure) => failure.outcome,
        };
        let attempt = Attempt {
            permit,
            outcome,
            head,
        };
        Ok((attempt, result))
    }

    fn succeeded(&self, call: &CallState<'_>, attempt: Attempt, unread: Vec<String>) -> Reply<()> {
        let Attempt {
            permit,
            outcome,
            head,
        } = attempt;
        self.report(permit, outcome, &head);
        let request_id = head.request_id.or(head.sent_id);
        if !unread.is_empty() {
            tracing::warn!(
                purpose = call.request.purpose,
                request_id,
                ?unread,
                "parts of a reply could not be read"
            );
        }
        Reply {
            value: (),
            is_no_content: outcome == Outcome::Status(204),
            server_time: head.date,
            request_id,
            unread,
        }
    }

    /// Waits until the next attempt, or gives up.
    async fn wait_after(
        &self,
        call: &mut CallState<'_>,
        attempt: Attempt,
        failure: Failure,
    ) -> Result<(Failure, ResponseHead), Error> {
        let Attempt {
            permit,
            outcome,
            head,
        } = attempt;
        let paused = self.report(permit, outcome, &head);
        let decision = self.decide(call, failure.outcome, &head, paused);
        tracing::debug!(
            purpose = call.request.purpose,
            attempt = call.attempts,
            outcome = ?failure.outcome,
            request_id = head.request_id.as_ref().or(head.sent_id.as_ref()),
            ?decision,
            "request failed"
        );
        match decision {
            Decision::Wait(wait) => {
                self.pause(call, wait).await?;
                Ok((failure, head))
            }
            Decision::GiveUp => Err(self.failed(call, failure, head)),
        }
    }

    /// Waits between two attempts.
    pub(crate) async fn pause(&self, call: &CallState<'_>, wait: Duration) -> Result<(), Error> {
        let sleep = self.options.environment.sleep(wait);
        match select(pin!(call.options.cancel.cancelled()), sleep).await {
            Either::Left(_) => Err(self.ended(call, Kind::Cancelled)),
            Either::Right(_) => Ok(()),
        }
    }

    /// How long to wait after a 423 before the project's operations are read. Counts only the 423s of the call, so that
    /// other failures leave a busy project all its attempts.
    pub(crate) fn after_locked(
        &self,
        call: &CallState<'_>,
        retry_after: Option<Duration>,
    ) -> Decision {
        let (policy, outcome) = (&self.options.retry, Outcome::Status(423));
        let access = call.request.access();
        let hint = self.hint(call, retry_after);
        retry::decide(policy, access, outcome, call.locked, hint)
    }

    /// Time until the call's deadline.
    pub(crate) fn remaining(&self, call: &CallState<'_>) -> Duration {
        call.end.saturating_sub(self.options.environment.elapsed())
    }

    pub(crate) fn random(&self) -> f64 {
        fraction(self.options.environment.random())
    }

    /// An end between two attempts. Never "may have been applied": there was no attempt yet, or the one before changed
    /// nothing, as `retry` allows no other after it.
    pub(crate) fn ended(&self, call: &CallState<'_>, kind: Kind) -> Error {
        let context = self.context(call, ResponseHead::default(), false);
        Error::new(kind, None, context)
    }

    async fn acquire(&self, call: &CallState<'_>) -> Result<Option<Permit>, Error> {
        let CallOptions {
            cancel, priority, ..
        } = call.options;
        if cancel.is_cancelled() {
            return Err(self.ended(call, Kind::Cancelled));
        }
        self.check_gates(call)?;
        if self.remaining(call).is_zero() {
            return Err(self.ended(call, Kind::OutOfTime));
        }
        let Some((budget, route)) = call.budget else {
            return Ok(None);
        };
        let permit = pin!(budget.acquire(route, *priority, call.end));
        let kind = match select(pin!(cancel.cancelled()), permit).await {
            Either::Left(_) => Kind::Cancelled,
            Either::Right((Ok(permit), _)) => return Ok(Some(permit)),
            Either::Right((Err(Exhausted { paused_for }), _)) => Kind::Exhausted { paused_for },
        };
        Err(self.ended(call, kind))
    }

    /// Fails if a closed gate blocks this request.
    fn check_gates(&self, call: &CallState<'_>) -> Result<(), Error> {
        let gates = &self.options.gates;
        if gates.all.is_closed() {
            return Err(self.ended(call, Kind::KeyRefused));
        }
        if gates.writes.is_closed() && call.request.access() == Access::Write {
            return Err(self.ended(call, Kind::ReadOnly));
        }
        Ok(())
    }

    async fn send(
        &self,
        call: &CallState<'_>,
    ) -> Result<(ResponseHead, Result<Response, Failure>), Error> {
        // Again, because the gate may have closed while the request waited for its permit.
        self.check_gates(call)?;
        let timeout = self.options.attempt_timeout.min(self.remaining(call));
        let send = pin!(self.transport.send(call.request, timeout));
        match select(pin!(call.options.cancel.cancelled()), send).await {
            Either::Right((ended, _)) => Ok(ended),
            Either::Left(_) => {
                // The service may have received a write before the connection was dropped.
                let maybe_applied = call.request.access() == Access::Write;
                let context = self.context(call, ResponseHead::default(), maybe_applied);
                Err(Error::new(Kind::Cancelled, None, context))
            }
        }
    }

    /// Tells the budget how the attempt ended. True when that paused the key: every request then waits in the budget.
    fn report(&self, permit: Option<Permit>, outcome: Outcome, head: &ResponseHead) -> bool {
        match (permit, outcome) {
            (Some(permit), Outcome::Status(429)) => {
                let random = self.random();
                permit.refused(|strikes| {
                    let backoff = retry::backoff(&self.options.retry, strikes, random);
                    head.retry_after.unwrap_or_default().saturating_add(backoff)
                });
                true
            }
            (Some(permit), Outcome::Status(_)) => {
                permit.answered();
                false
            }
            _ => false,
        }
    }

    fn decide(
        &self,
        call: &mut CallState<'_>,
        outcome: Outcome,
        head: &ResponseHead,
        paused: bool,
    ) -> Decision {
        // Each kind of failure has a limit of its own. 423 and 429 say nothing about whether the service works.
        let tries = match outcome {
            Outcome::Status(423) => {
                call.locked += 1;
                call.locked
            }
            Outcome::Status(429) => {
                call.limited += 1;
                call.limited
            }
            _ => call.attempts - call.locked - call.limited,
        };
        if outcome == Outcome::Status(423) && call.returns_locked {
            return Decision::GiveUp;
        }
        let hint = self.hint(call, head.retry_after);
        let access = call.request.access();
        match retry::decide(&self.options.retry, access, outcome, tries, hint) {
            // The budget holds the next attempt back until the pause is over; waiting here as well would double it.
            Decision::Wait(_) if paused => Decision::Wait(Duration::ZERO),
            decision => decision,
        }
    }

    fn hint(&self, call: &CallState<'_>, retry_after: Option<Duration>) -> Hint {
        Hint {
            retry_after,
            remaining: self.remaining(call),
            random: self.random(),
        }
    }

    fn failed(&self, call: &CallState<'_>, failure: Failure, head: ResponseHead) -> Error {
        let access = call.request.access();
        let maybe_applied = match &failure.kind {
            Kind::Refused(refusal) => {
                // The Management API promises that a 503 changed nothing; the instant service does not.
                let is_undone = refusal.status == 503 && self.options.retry.unavailable_is_refusal;
                !is_undone && refusal.leaves_write_unclear(access)
            }
            // Without a reply that could be read, a write may have been applied unless it provably never left.
            _ => access == Access::Write && failure.outcome != Outcome::Unsent,
        };
        let context = self.context(call, head, maybe_applied);
        Error::new(failure.kind, failure.source, context)
    }

    fn context(&self, call: &CallState<'_>, head: ResponseHead, maybe_applied: bool) -> Context {
        Context {
            purpose: call.request.purpose,
            if_lost: call.request.if_lost,
            maybe_applied,
            request_id: head.request_id,
            sent_id: head.sent_id,
            retry_after: head.retry_after,
            server_time: head.date,
            attempts: call.attempts,
            elapsed: self
                .options
                .environment
                .elapsed()
                .saturating_sub(call.start),
        }
    }
}

impl fmt::Debug for RequestRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestRunner").finish_non_exhaustive()
    }
}

/// The top 53 bits as a number from 0 up to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

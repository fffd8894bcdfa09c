//! One call over all its attempts: the waits before, between and during them.

use std::fmt;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use secrecy::SecretString;

use crate::address::Address;
use crate::budget::{Budget, Exhausted, Turn};
use crate::call::Route;
use crate::circumstances::Circumstances;
use crate::error::{Context, Error, Kind};
use crate::options::Options;
use crate::read::Read;
use crate::reply::Reply;
use crate::request::{Answer, Head, Request};
use crate::retry::{self, Decision, Hint, Method, Outcome};
use crate::transport::{Failure, Transport};

/// Connections to one service and how they are used.
#[derive(Clone)]
pub(crate) struct Line {
    transport: Transport,
    options: Options,
}

/// A call on its way.
pub(crate) struct Course<'a> {
    pub(crate) request: &'a Request,
    pub(crate) circumstances: &'a Circumstances,
    /// Where the call waits for its turn, if it has to.
    pub(crate) gate: Option<(&'a Budget, Route)>,
    /// True when a 423 comes back at once, because somebody knows better than to wait blindly.
    pub(crate) is_waited_for: bool,
    start: Duration,
    end: Duration,
    attempts: u32,
    /// Those of them that were answered with a 423.
    locked: u32,
    /// Those of them that were answered with a 429.
    limited: u32,
}

impl Line {
    pub(crate) fn new(
        base: &Address,
        key: Option<&SecretString>,
        options: Options,
    ) -> Result<Self, Error> {
        let transport = Transport::new(base, &options, key)?;
        Ok(Self { transport, options })
    }

    /// A call that begins now.
    pub(crate) fn course<'a>(
        &self,
        request: &'a Request,
        circumstances: &'a Circumstances,
    ) -> Course<'a> {
        let start = self.options.ambient.elapsed();
        let deadline = circumstances.deadline.unwrap_or(self.options.deadline);
        Course {
            request,
            circumstances,
            gate: None,
            is_waited_for: false,
            start,
            end: start.saturating_add(deadline),
            attempts: 0,
            locked: 0,
            limited: 0,
        }
    }

    /// Sends a request, again as often as `retry` allows, and reads the reply.
    pub(crate) async fn run<T>(
        &self,
        course: &mut Course<'_>,
        read: impl Fn(&Answer, &Request) -> Result<Read<T>, Failure>,
    ) -> Result<Reply<T>, Error> {
        // What the service said last, for an end that comes while it is waited for the next try.
        let mut last = None;
        loop {
            let turn = match (self.turn(course).await, last.take()) {
                (Ok(turn), _) => turn,
                (Err(error), Some((failure, head))) if error.is_out_of_time() => {
                    return Err(self.failed(course, failure, head));
                }
                (Err(error), _) => return Err(error),
            };
            course.attempts += 1;
            let (head, result) = self.attempt(course).await?;
            let outcome = match &result {
                Ok(answer) => Outcome::Status(answer.status),
                Err(failure) => failure.outcome,
            };
            let failure = match result.and_then(|answer| read(&answer, course.request)) {
                Ok(Read { value, unread }) => {
                    self.report(turn, outcome, &head);
                    if !unread.is_empty() {
                        tracing::warn!(
                            purpose = course.request.purpose,
                            request_id = head.request_id.as_ref().or(head.sent_id.as_ref()),
                            ?unread,
                            "parts of a reply could not be read"
                        );
                    }
                    return Ok(Reply {
                        value,
                        server_time: head.date,
                        request_id: head.request_id.or(head.sent_id),
                        unread,
                    });
                }
                Err(failure) => failure,
            };
            let paused = self.report(turn, outcome, &head);
            let decision = self.decide(course, failure.outcome, &head, paused);
            tracing::debug!(
                purpose = course.request.purpose,
                attempt = course.attempts,
                outcome = ?failure.outcome,
                request_id = head.request_id.as_ref().or(head.sent_id.as_ref()),
                ?decision,
                "request failed"
            );
            match decision {
                Decision::Wait(wait) => {
                    self.pause(course, wait).await?;
                    last = Some((failure, head));
                }
                Decision::GiveUp => return Err(self.failed(course, failure, head)),
            }
        }
    }

    /// Waits between two attempts.
    pub(crate) async fn pause(&self, course: &Course<'_>, wait: Duration) -> Result<(), Error> {
        let sleep = self.options.ambient.sleep(wait);
        match select(pin!(course.circumstances.cancel.cancelled()), sleep).await {
            Either::Left(_) => Err(self.ended(course, Kind::Cancelled)),
            Either::Right(_) => Ok(()),
        }
    }

    /// The wait after a 423 until it is looked what goes on.
    pub(crate) fn before_looking(&self, course: &Course<'_>, asked: Option<Duration>) -> Decision {
        let (policy, outcome) = (&self.options.retry, Outcome::Status(423));
        let method = course.request.method();
        let hint = self.hint(course, asked);
        retry::decide(policy, method, outcome, course.locked, hint)
    }

    /// Time left until the call has to end.
    pub(crate) fn left(&self, course: &Course<'_>) -> Duration {
        course.end.saturating_sub(self.options.ambient.elapsed())
    }

    pub(crate) fn random(&self) -> f64 {
        fraction(self.options.ambient.random())
    }

    /// An end between two attempts: the one before provably did nothing, or there was none.
    pub(crate) fn ended(&self, course: &Course<'_>, kind: Kind) -> Error {
        let context = self.context(course, Head::default(), false);
        Error::new(kind, None, context)
    }

    async fn turn(&self, course: &Course<'_>) -> Result<Option<Turn>, Error> {
        let Circumstances {
            cancel, priority, ..
        } = course.circumstances;
        if cancel.is_cancelled() {
            return Err(self.ended(course, Kind::Cancelled));
        }
        self.pass(course)?;
        if self.left(course).is_zero() {
            return Err(self.ended(course, Kind::Late));
        }
        let Some((budget, route)) = course.gate else {
            return Ok(None);
        };
        let turn = pin!(budget.turn(route, *priority, course.end));
        let kind = match select(pin!(cancel.cancelled()), turn).await {
            Either::Left(_) => Kind::Cancelled,
            Either::Right((Ok(turn), _)) => return Ok(Some(turn)),
            Either::Right((Err(Exhausted { paused_for }), _)) => Kind::Exhausted { paused_for },
        };
        Err(self.ended(course, kind))
    }

    /// Ends what may not leave.
    fn pass(&self, course: &Course<'_>) -> Result<(), Error> {
        let latches = &self.options.latches;
        if latches.all.is_shut() {
            return Err(self.ended(course, Kind::Paused));
        }
        if latches.writes.is_shut() && course.request.method() == Method::Write {
            return Err(self.ended(course, Kind::ReadOnly));
        }
        Ok(())
    }

    async fn attempt(&self, course: &Course<'_>) -> Result<(Head, Result<Answer, Failure>), Error> {
        // Once more: it may have waited long for its turn.
        self.pass(course)?;
        let timeout = self.options.attempt_timeout.min(self.left(course));
        let send = pin!(self.transport.send(course.request, timeout));
        match select(pin!(course.circumstances.cancel.cancelled()), send).await {
            Either::Right((ended, _)) => Ok(ended),
            Either::Left(_) => {
                let maybe_applied = course.request.method() == Method::Write;
                let context = self.context(course, Head::default(), maybe_applied);
                Err(Error::new(Kind::Cancelled, None, context))
            }
        }
    }

    /// Lets the others know what came back. True when they all wait now.
    fn report(&self, turn: Option<Turn>, outcome: Outcome, head: &Head) -> bool {
        match (turn, outcome) {
            (Some(turn), Outcome::Status(429)) => {
                let random = self.random();
                turn.refused(|strikes| {
                    let backoff = retry::backoff(&self.options.retry, strikes, random);
                    head.retry_after.unwrap_or_default().saturating_add(backoff)
                });
                true
            }
            (Some(turn), Outcome::Status(_)) => {
                turn.answered();
                false
            }
            _ => false,
        }
    }

    fn decide(
        &self,
        course: &mut Course<'_>,
        outcome: Outcome,
        head: &Head,
        paused: bool,
    ) -> Decision {
        let tries = match outcome {
            Outcome::Status(423) => {
                course.locked += 1;
                course.locked
            }
            Outcome::Status(429) => {
                course.limited += 1;
                course.limited
            }
            _ => course.attempts - course.locked - course.limited,
        };
        if outcome == Outcome::Status(423) && course.is_waited_for {
            return Decision::GiveUp;
        }
        let hint = self.hint(course, head.retry_after);
        let method = course.request.method();
        match retry::decide(&self.options.retry, method, outcome, tries, hint) {
            // The wait is the one for its turn.
            Decision::Wait(_) if paused => Decision::Wait(Duration::ZERO),
            decision => decision,
        }
    }

    fn hint(&self, course: &Course<'_>, retry_after: Option<Duration>) -> Hint {
        Hint {
            retry_after,
            remaining: self.left(course),
            random: self.random(),
        }
    }

    fn failed(&self, course: &Course<'_>, failure: Failure, head: Head) -> Error {
        let method = course.request.method();
        let maybe_applied = match &failure.kind {
            Kind::Refused(refusal) => {
                let is_undone = refusal.status == 503 && self.options.retry.unavailable_is_refusal;
                !is_undone && refusal.leaves_write_unclear(method)
            }
            _ => method == Method::Write && failure.outcome != Outcome::Unsent,
        };
        let context = self.context(course, head, maybe_applied);
        Error::new(failure.kind, failure.source, context)
    }

    fn context(&self, course: &Course<'_>, head: Head, maybe_applied: bool) -> Context {
        Context {
            purpose: course.request.purpose,
            if_lost: course.request.if_lost,
            maybe_applied,
            request_id: head.request_id,
            sent_id: head.sent_id,
            retry_after: head.retry_after,
            server_time: head.date,
            attempts: course.attempts,
            elapsed: self.options.ambient.elapsed().saturating_sub(course.start),
        }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").finish_non_exhaustive()
    }
}

/// The top 53 bits as a number from 0 up to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

//! Whether a request is sent again, and when. Pure: a table of method × outcome × attempt.

use std::time::Duration;

/// What a request does to the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// It only looks: sending it twice changes nothing.
    Read,
    /// It makes, changes or removes something: sending it twice may do it twice.
    Write,
}

/// How an attempt ended without a usable reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No connection came about, so the request provably never left.
    Unsent,
    /// It may have left, and no whole reply came back: a deadline, a cut connection, a cut body.
    Lost,
    /// A reply with this status came back.
    Status(u16),
}

/// How often and how patiently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Attempts that may fail, the first included. Those that were refused with a 423 or a 429 are not among them.
    pub attempts: u32,
    /// Attempts that may be answered with a 423, the first included.
    pub locked_attempts: u32,
    /// Attempts that may be answered with a 429, the first included.
    pub limited_attempts: u32,
    /// Longest wait before the second attempt; doubled for each further one.
    pub base: Duration,
    /// Longest wait before any attempt, unless the server asks for more.
    pub cap: Duration,
    /// True where the platform promises that a 503 changed nothing (the Management API does, the instant service does
    /// not).
    pub unavailable_is_refusal: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempts: 4,
            locked_attempts: 4,
            limited_attempts: 4,
            base: Duration::from_millis(250),
            cap: Duration::from_secs(10),
            unavailable_is_refusal: false,
        }
    }
}

impl Policy {
    /// The same policy where the Management API's promises hold: a 503 changed nothing, and a key that sends too much
    /// is let in again after a minute, so that the deadline and not the number of 429s ends a call.
    #[must_use]
    pub fn of_management(self) -> Self {
        Self {
            limited_attempts: self.limited_attempts.max(32),
            unavailable_is_refusal: true,
            ..self
        }
    }
}

/// What else the decision is made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hint {
    /// How long the server asked to be left alone (`Retry-After`).
    pub retry_after: Option<Duration>,
    /// Time left until the deadline of the whole call.
    pub remaining: Duration,
    /// A random number from 0 up to 1 for the jitter.
    pub random: f64,
}

/// What to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Send it again after this long.
    Wait(Duration),
    /// Report what happened.
    GiveUp,
}

/// Decides after the `attempt`-th attempt (counted from 1) of its kind: of those
/// answered with a 423, with a 429, or ended in any other way. A write is sent again only when the first one provably
/// never left or was refused unprocessed. Waits are drawn evenly from zero up to a bound that doubles (full jitter); a
/// wait the server asked for comes on top, and one that the deadline does not allow is not begun.
#[must_use]
pub fn decide(
    policy: &Policy,
    method: Method,
    outcome: Outcome,
    attempt: u32,
    hint: Hint,
) -> Decision {
    let allowed = match outcome {
        Outcome::Status(423) => policy.locked_attempts,
        Outcome::Status(429) => policy.limited_attempts,
        _ => policy.attempts,
    };
    if attempt >= allowed || !may_send_again(policy, method, outcome) {
        return Decision::GiveUp;
    }
    let wait =
        hint.retry_after
            .unwrap_or_default()
            .saturating_add(backoff(policy, attempt, hint.random));
    if wait < hint.remaining {
        Decision::Wait(wait)
    } else {
        Decision::GiveUp
    }
}

fn may_send_again(policy: &Policy, method: Method, outcome: Outcome) -> bool {
    match (outcome, method) {
        (Outcome::Unsent | Outcome::Status(423 | 429), _) | (Outcome::Lost, Method::Read) => true,
        (Outcome::Status(503), Method::Write) => policy.unavailable_is_refusal,
        (Outcome::Status(408 | 500..=599), Method::Read) => true,
        (Outcome::Lost, Method::Write) | (Outcome::Status(_), _) => false,
    }
}

/// A wait drawn by `random` (from 0 up to 1) evenly from zero up to a bound that doubles with each attempt, counted from
/// 1, until it reaches the policy's cap.
#[must_use]
pub fn backoff(policy: &Policy, attempt: u32, random: f64) -> Duration {
    let doubled = policy
        .base
        .saturating_mul(1 << attempt.saturating_sub(1).min(16));
    let share = if random.is_finite() {
        random.clamp(0.0, 1.0)
    } else {
        1.0
    };
    doubled.min(policy.cap).mul_f64(share)
}

/// The wait after the `looks`-th look (counted from 1) at a project that is busy: half a second at first, five in the
/// end, and drawn from the upper half of that by `random` (from 0 up to 1).
#[must_use]
pub fn between_looks(looks: u32, random: f64) -> Duration {
    let policy = Policy {
        base: Duration::from_millis(500),
        cap: Duration::from_secs(5),
        ..Policy::default()
    };
    (backoff(&policy, looks, 1.0) + backoff(&policy, looks, random)) / 2
}

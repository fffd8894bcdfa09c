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
    /// Attempts in all, the first included.
    pub attempts: u32,
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
            base: Duration::from_millis(250),
            cap: Duration::from_secs(10),
            unavailable_is_refusal: false,
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

/// Decides after the `attempt`-th attempt (counted from 1). A write is sent again only when the first one provably
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
    if attempt >= policy.attempts || !may_send_again(policy, method, outcome) {
        return Decision::GiveUp;
    }
    let wait =
        hint.retry_after
            .unwrap_or_default()
            .saturating_add(jitter(policy, attempt, hint.random));
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

fn jitter(policy: &Policy, attempt: u32, random: f64) -> Duration {
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

//! Whether a request is sent again, and when. Pure functions of access, outcome and attempt.

use std::time::Duration;

/// What a request does to the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It changes nothing, so it may be sent twice.
    Read,
    /// It creates, changes or deletes something: sent twice, it may do so twice.
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

/// How often a request is tried, and how long the waits between are.
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

/// What else the decision depends on.
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

/// Decides what follows a failed attempt. `attempt` counts from 1, separately for attempts answered with a 423, with a 429,
/// and all others. A write is sent again only when the one before provably never left or was refused unprocessed.
///
/// The wait is drawn evenly from zero up to a bound that doubles (full jitter: clients that failed together do not come
/// back together). `Retry-After` is added to it. If the wait would pass the deadline, it gives up at once.
#[must_use]
pub fn decide(
    policy: &Policy,
    access: Access,
    outcome: Outcome,
    attempt: u32,
    hint: Hint,
) -> Decision {
    let allowed = match outcome {
        Outcome::Status(423) => policy.locked_attempts,
        Outcome::Status(429) => policy.limited_attempts,
        _ => policy.attempts,
    };
    if attempt >= allowed || !may_send_again(policy, access, outcome) {
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

fn may_send_again(policy: &Policy, access: Access, outcome: Outcome) -> bool {
    match (outcome, access) {
        // Not sent, or refused before anything was done: 423 because the project is busy, 429 because of the rate limit.
        (Outcome::Unsent | Outcome::Status(423 | 429), _) | (Outcome::Lost, Access::Read) => true,
        // A promise of the Management API alone: elsewhere a 503 can come from a proxy after the service took the write.
        (Outcome::Status(503), Access::Write) => policy.unavailable_is_refusal,
        (Outcome::Status(408 | 500..=599), Access::Read) => true,
        // A write whose reply was lost may have been applied. The caller has to read what is there before it is sent again.
        (Outcome::Lost, Access::Write) | (Outcome::Status(_), _) => false,
    }
}

/// The share `random` (from 0 up to 1) of a bound that starts at the policy's `base` and doubles with each attempt, counted
/// from 1, up to its `cap`.
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

/// The wait after the `polls`-th read (counted from 1) of a busy project's operations. Its bound grows from half a second to
/// five; `random` (from 0 up to 1) picks from the upper half, as a shorter wait would only use up requests.
#[must_use]
pub fn poll_interval(polls: u32, random: f64) -> Duration {
    let policy = Policy {
        base: Duration::from_millis(500),
        cap: Duration::from_secs(5),
        ..Policy::default()
    };
    (backoff(&policy, polls, 1.0) + backoff(&policy, polls, random)) / 2
}

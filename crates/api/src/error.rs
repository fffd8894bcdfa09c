//! Why a call of the platform did not give its value.

mod kind;

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use chrono::{DateTime, Utc};

pub(crate) use self::kind::Kind;
use crate::refusal::Refusal;

/// A failed call. Opaque: ask the predicates. It never holds a body, a key, a connection string or the address of the
/// request, and neither do its sources.
pub struct Error(Box<Inner>);

struct Inner {
    kind: Kind,
    purpose: &'static str,
    if_lost: &'static str,
    maybe_applied: bool,
    request_id: Option<String>,
    sent_id: Option<String>,
    retry_after: Option<Duration>,
    server_time: Option<DateTime<Utc>>,
    attempts: u32,
    elapsed: Duration,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What surrounds a failure: of which call, and after how much trying.
pub(crate) struct Context {
    pub(crate) purpose: &'static str,
    pub(crate) if_lost: &'static str,
    pub(crate) maybe_applied: bool,
    pub(crate) request_id: Option<String>,
    pub(crate) sent_id: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) server_time: Option<DateTime<Utc>>,
    pub(crate) attempts: u32,
    pub(crate) elapsed: Duration,
}

impl Error {
    pub(crate) fn new(
        kind: Kind,
        source: Option<Box<dyn StdError + Send + Sync>>,
        context: Context,
    ) -> Self {
        let Context {
            purpose,
            if_lost,
            maybe_applied,
            request_id,
            sent_id,
            retry_after,
            server_time,
            attempts,
            elapsed,
        } = context;
        Self(Box::new(Inner {
            kind,
            purpose,
            if_lost,
            maybe_applied,
            request_id,
            sent_id,
            retry_after,
            server_time,
            attempts,
            elapsed,
            source,
        }))
    }

    /// Couldn't start the HTTP client at all.
    pub(crate) fn setup(source: Box<dyn StdError + Send + Sync>) -> Self {
        let mut error = Self::unsent(Kind::Setup, "set up TLS");
        error.0.source = Some(source);
        error
    }

    /// Nothing was sent.
    pub(crate) fn unsent(kind: Kind, purpose: &'static str) -> Self {
        Self::new(
            kind,
            None,
            Context {
                purpose,
                if_lost: "",
                maybe_applied: false,
                request_id: None,
                sent_id: None,
                retry_after: None,
                server_time: None,
                attempts: 0,
                elapsed: Duration::ZERO,
            },
        )
    }

    /// The service's clock when it answered, from the `Date` header of the last reply that had one.
    #[must_use]
    pub fn server_time(&self) -> Option<DateTime<Utc>> {
        self.0.server_time
    }

    /// True when the deadline left no time for another attempt.
    pub(crate) fn is_out_of_time(&self) -> bool {
        matches!(self.0.kind, Kind::OutOfTime | Kind::Exhausted { .. })
    }

    fn refusal(&self) -> Option<&Refusal> {
        match &self.0.kind {
            Kind::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// True when the service could not be reached: the request provably never left.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        matches!(
            self.0.kind,
            Kind::Offline | Kind::TimedOut { connected: false }
        )
    }

    /// True when the connection was cut before the reply had come whole.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.0.kind, Kind::Lost)
    }

    /// True when the call changes something and nobody knows whether it did: "may have been created". Look before
    /// sending it again.
    #[must_use]
    pub fn is_maybe_applied(&self) -> bool {
        self.0.maybe_applied
    }

    /// True for a 404, and for the instant service's 400 `Database not found`.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.refusal().is_some_and(Refusal::is_not_found)
    }

    /// True for a 429, and when the key's own budget had no room for the call before its deadline.
    #[must_use]
    pub fn is_rate_limited(&self) -> bool {
        self.status() == Some(429) || matches!(self.0.kind, Kind::Exhausted { .. })
    }

    /// True for a 423: what the call would change is being changed already.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.status() == Some(423)
    }

    /// True when a deadline passed.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        matches!(self.0.kind, Kind::TimedOut { .. } | Kind::OutOfTime)
    }

    /// True when the call was cancelled. A write that had left by then is `is_maybe_applied` too.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self.0.kind, Kind::Cancelled)
    }

    /// True when the call was only recorded: see [`crate::Recorder::dry_run`]. Nothing was sent.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        matches!(self.0.kind, Kind::Recorded)
    }

    /// True for a 401: the key is missing, wrong or revoked. Also when it was not sent for that, see
    /// [`crate::Gates::all`].
    #[must_use]
    pub fn is_unauthorized(&self) -> bool {
        self.status() == Some(401) || matches!(self.0.kind, Kind::KeyRefused)
    }

    /// True when it would have changed something and nothing may be changed: see [`crate::Gates::writes`]. It was not
    /// sent.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        matches!(self.0.kind, Kind::ReadOnly)
    }

    /// True for a 403: the key may not do this.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        self.status() == Some(403)
    }

    /// True for a 409: there is such a thing already, or it is in the way of another.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        self.status() == Some(409)
    }

    /// True for a 412: something has to be set otherwise first, such as the keeping of passwords.
    #[must_use]
    pub fn is_precondition(&self) -> bool {
        self.status() == Some(412)
    }

    /// True for a 400 and a 422: what was asked for cannot be, and the same again will not help. Also when it was not
    /// sent because no request can be made of it. The instant service's 400 for what is not there is not among them.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        match &self.0.kind {
            Kind::Refused(refusal) => {
                matches!(refusal.status, 400 | 422) && !refusal.is_not_found()
            }
            kind => matches!(
                kind,
                Kind::InvalidKey | Kind::Unsendable(_) | Kind::Incomplete(_)
            ),
        }
    }

    /// True when a 2xx reply could not be decoded.
    #[must_use]
    pub fn is_decode(&self) -> bool {
        matches!(
            self.0.kind,
            Kind::Undecodable { .. } | Kind::TooLarge { .. } | Kind::Endless
        )
    }

    /// True for a 5xx.
    #[must_use]
    pub fn is_server(&self) -> bool {
        self.status().is_some_and(|status| status >= 500)
    }

    /// True when the service answered with another address. It is never followed.
    #[must_use]
    pub fn is_redirect(&self) -> bool {
        self.status()
            .is_some_and(|status| (300..400).contains(&status))
    }

    /// The status of the reply, when it was none of 2xx.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.refusal().map(|refusal| refusal.status)
    }

    /// What the server said: one line of at most 300 characters without control characters.
    #[must_use]
    pub fn server_message(&self) -> Option<&str> {
        self.refusal()?.message.as_deref()
    }

    /// The server's word for the error, such as `BRANCH_ALREADY_EXISTS`.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.refusal()?.code.as_deref()
    }

    /// True when the server refused because a limit of the account, the plan or the service is reached, which the same again
    /// does not change. A rate limit is not among them.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.code().is_some_and(|code| code.contains("LIMIT")) && !self.is_rate_limited()
    }

    /// What the server calls the last request, else the id that was sent with it.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        let header = self.0.request_id.as_deref();
        let body = || self.refusal()?.request_id.as_deref();
        header.or_else(body).or(self.0.sent_id.as_deref())
    }

    /// Where a reply that could not be read went wrong first, such as `expires_at`.
    #[must_use]
    pub fn json_path(&self) -> Option<&str> {
        match &self.0.kind {
            Kind::Undecodable { path, .. } => Some(path),
            _ => None,
        }
    }

    /// How long the server asked to be left alone; of a call that was not sent because the server had refused others, how
    /// long nothing will be.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self.0.kind {
            Kind::Exhausted { paused_for } => paused_for,
            _ => self.0.retry_after,
        }
    }

    /// How often it was tried.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// How long all attempts took, waits included.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed
    }

    /// What to do next, as a whole sentence: the server's own hint when it gave one.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        if let Some(hint) = self.refusal().and_then(|refusal| refusal.hint.as_deref()) {
            return Some(hint);
        }
        if self.is_maybe_applied() {
            return Some(
                "Check whether it exists before you try again: a retry may create a second one.",
            );
        }
        self.0.kind.advice()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        write!(f, "couldn't {}", inner.purpose)?;
        if inner.attempts > 1 {
            write!(
                f,
                " after {} tries in {:.1} s",
                inner.attempts,
                inner.elapsed.as_secs_f64()
            )?;
        }
        write!(f, ": {}", inner.kind)?;
        if self.status() == Some(429) && inner.attempts > 1 {
            match inner.retry_after {
                Some(wait) => write!(f, "; retry after {} s", wait.as_secs())?,
                None => f.write_str("; it gave no retry time, so Plinth chose its own")?,
            }
        }
        if inner.maybe_applied && !inner.if_lost.is_empty() {
            write!(f, "; {}", inner.if_lost)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("purpose", &self.0.purpose)
            .field("maybe_applied", &self.0.maybe_applied)
            .field("request_id", &self.request_id())
            .field("attempts", &self.0.attempts)
            .field("elapsed", &self.0.elapsed)
            .field("source", &self.0.source)
            .finish()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

//! What went wrong, in words.

use std::fmt;
use std::time::Duration;

use crate::refusal::Refusal;

#[derive(Debug)]
pub(crate) enum Kind {
    /// The HTTP client itself could not be made.
    Setup,
    /// The key cannot be one.
    InvalidKey,
    /// The call cannot be made into a request; the text continues "the request cannot be sent: ".
    Unsendable(&'static str),
    /// The call lacks something without which the service would take it for another one; the text ends with "is missing".
    Incomplete(&'static str),
    /// The caller cancelled it.
    Cancelled,
    /// It was only recorded, as asked.
    Recorded,
    /// The service refused the key before; nothing is sent until its gate opens again.
    KeyRefused,
    /// The account is locked against changes here.
    ReadOnly,
    /// The deadline passed before it was sent.
    OutOfTime,
    /// The budget of the key had no permit before the deadline.
    Exhausted { paused_for: Option<Duration> },
    /// The pages of a list begin again instead of ending.
    Endless,
    /// No connection came about.
    Offline,
    /// A connection came about and its certificate was refused.
    Untrusted,
    /// A deadline passed; `connected` is false when it passed while connecting.
    TimedOut { connected: bool },
    /// The connection ended before the whole reply was there.
    Lost,
    /// The reply was longer than allowed.
    TooLarge { limit: usize },
    /// A 2xx reply that cannot be decoded. The path leads to the first wrong place.
    Undecodable { path: String, reason: &'static str },
    /// Any other status than 2xx.
    Refused(Box<Refusal>),
}

impl Kind {
    /// What to do next, as a whole sentence.
    pub(super) fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Setup => {
                "Restart Plinth. If that does not help, check this computer's certificates."
            }
            Self::InvalidKey => "Copy the whole key again, without line breaks.",
            Self::Unsendable(_) => "Choose another name.",
            Self::Incomplete(_) => "Choose at least one.",
            Self::Offline | Self::TimedOut { connected: false } => {
                "Check your network connection and the platform's address."
            }
            Self::Untrusted => {
                "Check the address and this computer's date. A network that inspects traffic also causes this."
            }
            Self::Cancelled | Self::Recorded => return None,
            Self::KeyRefused => "Replace the key, or try again.",
            Self::ReadOnly => "Unlock the account first.",
            Self::Exhausted { .. } => "Wait a minute, then try again.",
            Self::TimedOut { .. } | Self::OutOfTime | Self::Lost => "Try again in a moment.",
            Self::TooLarge { .. } | Self::Undecodable { .. } | Self::Endless => {
                "Check the platform's address, and that Plinth is up to date."
            }
            Self::Refused(refusal) => return refusal.advice(),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup => f.write_str("the HTTP client did not start"),
            Self::Cancelled => f.write_str("it was canceled"),
            Self::Recorded => f.write_str("it was recorded and not sent"),
            Self::KeyRefused => f.write_str("the platform has already rejected this key"),
            Self::ReadOnly => f.write_str("the account is read-only"),
            Self::OutOfTime => f.write_str("it ran out of time"),
            Self::Exhausted {
                paused_for: Some(wait),
            } => write!(
                f,
                "the platform's rate limit is reached (429), so nothing is sent for another {} s",
                wait.as_secs().max(1)
            ),
            Self::Exhausted { paused_for: None } => {
                f.write_str("too many requests are waiting to be sent")
            }
            Self::Endless => f.write_str("the platform restarted the list instead of ending it"),
            Self::InvalidKey => f.write_str("it contains characters that aren't allowed in a key"),
            Self::Unsendable(reason) => write!(f, "couldn't send the request: {reason}"),
            Self::Incomplete(what) => write!(f, "couldn't send the request: {what} is missing"),
            Self::Offline | Self::TimedOut { connected: false } => {
                f.write_str("couldn't reach the platform")
            }
            Self::Untrusted => f.write_str("the platform's certificate is not trusted"),
            Self::TimedOut { .. } => f.write_str("the platform did not respond in time"),
            Self::Lost => f.write_str("the connection was lost before the response was complete"),
            Self::TooLarge { limit } => write!(f, "the response is larger than {limit} bytes"),
            Self::Undecodable { path, reason } if path.is_empty() || path == "." => {
                write!(f, "the response {reason}")
            }
            Self::Undecodable { path, reason } => write!(f, "the response {reason} at {path}"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

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
    /// The call lacks something without which the service would take it for another one; the text continues "it names no ".
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
                "Start the app again; if that does not help, the certificates of this computer cannot be read."
            }
            Self::InvalidKey => "Copy the key again, whole and without line breaks.",
            Self::Unsendable(_) => "Choose another name.",
            Self::Incomplete(_) => "Choose at least one.",
            Self::Offline | Self::TimedOut { connected: false } => {
                "Check the network connection and the address of the service."
            }
            Self::Untrusted => {
                "Check the address and this computer's date; a network that inspects traffic does this too."
            }
            Self::Cancelled | Self::Recorded => return None,
            Self::KeyRefused => "Replace the key, or try it again.",
            Self::ReadOnly => "Unlock the account first.",
            Self::Exhausted { .. } => "Wait a minute, then try again.",
            Self::TimedOut { .. } | Self::OutOfTime | Self::Lost => "Try again in a moment.",
            Self::TooLarge { .. } | Self::Undecodable { .. } | Self::Endless => {
                "Check that the address is the one of the service, and that the app is up to date."
            }
            Self::Refused(refusal) => return refusal.advice(),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup => f.write_str("the HTTP client did not start"),
            Self::Cancelled => f.write_str("it was called off"),
            Self::Recorded => f.write_str("it was taken down and not sent"),
            Self::KeyRefused => f.write_str("the service refused this key before"),
            Self::ReadOnly => f.write_str("the account is locked against changes"),
            Self::OutOfTime => f.write_str("no time was left for it"),
            Self::Exhausted {
                paused_for: Some(wait),
            } => write!(
                f,
                "the service answered that it receives too many requests (429), so nothing is sent for another {} s",
                wait.as_secs().max(1)
            ),
            Self::Exhausted { paused_for: None } => {
                f.write_str("too many other requests were waiting to be sent")
            }
            Self::Endless => f.write_str("the service began the list again instead of ending it"),
            Self::InvalidKey => f.write_str("it holds characters that no key has"),
            Self::Unsendable(reason) => write!(f, "the request cannot be sent: {reason}"),
            Self::Incomplete(what) => write!(f, "the request cannot be sent: it names no {what}"),
            Self::Offline | Self::TimedOut { connected: false } => {
                f.write_str("the service could not be reached")
            }
            Self::Untrusted => f.write_str("the certificate of the service was not accepted"),
            Self::TimedOut { .. } => f.write_str("no answer came in time"),
            Self::Lost => f.write_str("the connection was lost before the whole answer came"),
            Self::TooLarge { limit } => write!(f, "the answer is longer than {limit} bytes"),
            Self::Undecodable { path, reason } if path.is_empty() || path == "." => {
                write!(f, "the answer {reason}")
            }
            Self::Undecodable { path, reason } => write!(f, "the answer {reason} at {path}"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

//! What came back besides the value.

use chrono::{DateTime, Utc};

/// A decoded reply and what its headers said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<T> {
    /// The decoded body.
    pub value: T,
    /// The server's clock by the `Date` header, to the second. Countdowns follow its distance to the own clock.
    pub server_time: Option<DateTime<Utc>>,
    /// What the server calls this request, else the id that was sent with it.
    pub request_id: Option<String>,
}

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
    /// Where the reply to a change had something that could not be read, such as `roles[2].branch_id`: the value is
    /// without it, and a look tells the rest. Empty as a rule, and always for a look. Never holds a value of the reply.
    pub unread: Vec<String>,
}

impl<T> Reply<T> {
    /// The same reply with another value made of its own.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Reply<U> {
        Reply {
            value: make(self.value),
            server_time: self.server_time,
            request_id: self.request_id,
            unread: self.unread,
        }
    }
}

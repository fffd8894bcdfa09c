//! A decoded reply.

use chrono::{DateTime, Utc};

/// A decoded reply and what its headers said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<T> {
    /// The decoded body.
    pub value: T,
    /// True for 204: the server had nothing to do, or nothing to say.
    pub is_no_content: bool,
    /// The server's clock by the `Date` header, to the second. Countdowns follow its distance to the own clock.
    pub server_time: Option<DateTime<Utc>>,
    /// What the server calls this request, else the id that was sent with it.
    pub request_id: Option<String>,
    /// JSON paths of what could not be read in the reply to a write, such as `roles[2].branch_id`. The value lacks these
    /// parts, and reading the resource again gives them. Always empty for reads. Never holds values of the reply.
    pub unread: Vec<String>,
}

impl<T> Reply<T> {
    /// The same reply with its value converted.
    #[must_use]
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Reply<U> {
        Reply {
            value: make(self.value),
            is_no_content: self.is_no_content,
            server_time: self.server_time,
            request_id: self.request_id,
            unread: self.unread,
        }
    }
}

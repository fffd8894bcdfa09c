//! A request before it leaves and an answer before it is read. Neither prints itself: addresses and bodies hold secrets.

use std::time::Duration;

use chrono::{DateTime, Utc};
use url::Url;

use crate::DatabaseId;
use crate::retry::Method;

/// One call of the platform.
pub(crate) struct Request {
    pub(crate) method: Method,
    /// What the call does, as it continues "could not …".
    pub(crate) purpose: &'static str,
    /// What to say of a write whose outcome is unknown.
    pub(crate) if_lost: &'static str,
    pub(crate) url: Url,
    /// JSON, for requests that carry a body.
    pub(crate) body: Option<Vec<u8>>,
    /// An id that a server may quote back and that must not be repeated.
    pub(crate) secret: Option<DatabaseId>,
}

impl Request {
    /// Whether a text of the server quotes the id.
    pub(crate) fn is_quoted_in(&self, text: &str) -> bool {
        let quoted = |id: &DatabaseId| text.contains(id.expose());
        self.secret.as_ref().is_some_and(quoted)
    }
}

/// A whole reply of any status.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// The headers that matter.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) date: Option<DateTime<Utc>>,
    pub(crate) request_id: Option<String>,
    pub(crate) retry_after: Option<Duration>,
}

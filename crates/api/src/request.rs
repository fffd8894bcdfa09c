//! A request before it is sent and a response before it is read. Neither implements `Debug`: URLs and bodies hold secrets.

use std::time::Duration;

use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::decode::KnownField;
use crate::retry::Access;

/// The HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub(crate) fn access(self) -> Access {
        match self {
            Self::Get => Access::Read,
            Self::Post | Self::Put | Self::Patch | Self::Delete => Access::Write,
        }
    }
}

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
    /// Secrets that the server may quote in its reply. They are masked before any text of it is shown or logged.
    pub(crate) secrets: Vec<SecretString>,
    /// Fields of the reply whose value is known from the request, to fill in where they cannot be read.
    pub(crate) known_fields: Vec<KnownField>,
}

impl Request {
    pub(crate) fn access(&self) -> Access {
        self.method.access()
    }

    /// The text with every secret that it quotes masked.
    pub(crate) fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for secret in &self.secrets {
            let secret = secret.expose_secret();
            if !secret.is_empty() && masked.contains(secret) {
                masked = masked.replace(secret, "…");
            }
        }
        masked
    }

    /// Whether a text of the server quotes a secret.
    pub(crate) fn is_quoted_in(&self, text: &str) -> bool {
        self.secrets.iter().any(|secret| {
            let secret = secret.expose_secret();
            !secret.is_empty() && text.contains(secret)
        })
    }
}

/// A whole reply of any status.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// What is used of the response's headers.
#[derive(Debug, Default)]
pub(crate) struct ResponseHead {
    pub(crate) date: Option<DateTime<Utc>>,
    /// The id that the server gave the request.
    pub(crate) request_id: Option<String>,
    /// The id that was sent with it.
    pub(crate) sent_id: Option<String>,
    pub(crate) retry_after: Option<Duration>,
}

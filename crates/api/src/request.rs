//! A request before it leaves and an answer before it is read. Neither prints itself: addresses and bodies hold secrets.

use std::time::Duration;

use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::decode::Given;
use crate::retry::Method;

/// What HTTP calls the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Verb {
    Get,
    Post,
    Patch,
    Delete,
}

impl Verb {
    pub(crate) fn method(self) -> Method {
        match self {
            Self::Get => Method::Read,
            Self::Post | Self::Patch | Self::Delete => Method::Write,
        }
    }
}

/// One call of the platform.
pub(crate) struct Request {
    pub(crate) verb: Verb,
    /// What the call does, as it continues "could not …".
    pub(crate) purpose: &'static str,
    /// What to say of a write whose outcome is unknown.
    pub(crate) if_lost: &'static str,
    pub(crate) url: Url,
    /// JSON, for requests that carry a body.
    pub(crate) body: Option<Vec<u8>>,
    /// Texts that a server may quote back and that must not be repeated.
    pub(crate) secrets: Vec<SecretString>,
    /// What the reply has to say because this does.
    pub(crate) given: Vec<Given>,
}

impl Request {
    pub(crate) fn method(&self) -> Method {
        self.verb.method()
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
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// The headers that matter.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) date: Option<DateTime<Utc>>,
    /// What the server calls the request.
    pub(crate) request_id: Option<String>,
    /// What it was called when it was sent.
    pub(crate) sent_id: Option<String>,
    pub(crate) retry_after: Option<Duration>,
}

//! Records requests as text, to show what a call sends.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use secrecy::ExposeSecret;

use crate::request::{Method, Request};

/// A request exactly as it is sent, without its headers, so that the key is in none of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestText {
    /// Such as `POST`.
    pub method: &'static str,
    /// The whole address with its query. [`SECRET_PART`] stands at its end where that is a secret.
    pub url: String,
    /// The JSON of its body in pieces that follow each other without a gap; empty for a request without one.
    pub body: Vec<BodyPart>,
}

/// In the place of a secret in an address.
pub const SECRET_PART: &str = "{secret}";

/// A piece of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyPart {
    /// Sent as it stands.
    Text(String),
    /// In place of a secret: what stands between the quotes of a JSON string.
    Secret {
        /// The field whose value it is, such as `client_secret`.
        field: String,
    },
}

/// Records the requests of the calls that are made with it: see [`crate::CallOptions`]. Clones share the record.
#[derive(Clone)]
pub struct Recorder {
    sends: bool,
    requests: Arc<Mutex<Vec<RequestText>>>,
}

impl Recorder {
    /// Records calls that are sent as usual.
    #[must_use]
    pub fn pass_through() -> Self {
        Self::new(true)
    }

    /// Records calls without sending them: each ends at once with an error whose `is_recorded` is true.
    #[must_use]
    pub fn dry_run() -> Self {
        Self::new(false)
    }

    fn new(sends: bool) -> Self {
        Self {
            sends,
            requests: Arc::default(),
        }
    }

    /// The requests so far, in the order of their calls.
    #[must_use]
    pub fn requests(&self) -> Vec<RequestText> {
        let requests = self.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn sends(&self) -> bool {
        self.sends
    }

    pub(crate) fn record(&self, request: &Request) {
        let requests = self.requests.lock();
        let mut requests = requests.unwrap_or_else(PoisonError::into_inner);
        requests.push(RequestText::of(request));
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("sends", &self.sends)
            .finish_non_exhaustive()
    }
}

impl RequestText {
    fn of(request: &Request) -> Self {
        let method = match request.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        };
        // What serde_json wrote is UTF-8.
        let body = request.body.as_deref().map(String::from_utf8_lossy);
        Self {
            method,
            url: address(request),
            body: body.map_or_else(Vec::new, |body| parts(&body, request)),
        }
    }
}

/// The address without the secret that it ends with.
fn address(request: &Request) -> String {
    let whole = request.url.as_str();
    let secrets = request.secrets.iter().map(ExposeSecret::expose_secret);
    match whole.rsplit_once('/') {
        Some((before, last)) if secrets.into_iter().any(|secret| secret == last) => {
            format!("{before}/{SECRET_PART}")
        }
        _ => whole.to_owned(),
    }
}

/// The body with every string that is a secret taken out of it.
fn parts(body: &str, request: &Request) -> Vec<BodyPart> {
    let secrets = request.secrets.iter().map(ExposeSecret::expose_secret);
    let secrets: Vec<String> = secrets
        .filter(|secret| !secret.is_empty())
        .filter_map(|secret| serde_json::to_string(secret).ok())
        .collect();
    let mut parts = Vec::new();
    let mut rest = body;
    let mut from = 0;
    while let Some((at, secret)) = first(&rest[from..], &secrets) {
        let begin = from + at;
        let end = begin + secret.len();
        if rest[end..].starts_with(':') {
            // The name of a field that is spelled like a secret.
            from = end;
            continue;
        }
        let (before, field) = (&rest[..=begin], field(&rest[..begin]));
        parts.push(BodyPart::Text(before.to_owned()));
        parts.push(BodyPart::Secret { field });
        rest = &rest[end - 1..];
        from = 1;
    }
    parts.push(BodyPart::Text(rest.to_owned()));
    parts
}

fn first<'a>(text: &str, secrets: &'a [String]) -> Option<(usize, &'a str)> {
    let found = secrets
        .iter()
        .filter_map(|secret| Some((text.find(secret.as_str())?, secret.as_str())));
    found.min_by_key(|(at, _)| *at)
}

/// The name of the field whose value comes next.
fn field(before: &str) -> String {
    let name = before
        .strip_suffix("\":")
        .and_then(|name| Some(name.rsplit_once('"')?.1));
    name.unwrap_or("secret").to_owned()
}

//! Replies that are no success: a status, and often a message, a code and a hint.

use std::fmt;

use serde::Deserialize;

use crate::request::{Request, Response};
use crate::retry::Access;

/// Longest text of a server that is passed on, in characters.
const MAX_TEXT: usize = 300;

/// A reply that is none of 2xx.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) message: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) hint: Option<String>,
    pub(crate) request_id: Option<String>,
}

/// The shapes error bodies come in: `message` or `error` as a text, or `error` as an object that holds the rest.
#[derive(Deserialize)]
struct Body {
    #[serde(default, deserialize_with = "lenient")]
    message: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    code: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    hint: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    request_id: Option<String>,
    #[serde(default)]
    error: serde_json::Value,
}

impl Refusal {
    /// Reads the body of a refusal, which may be anything: what cannot be read is left out.
    pub(crate) fn read(response: &Response, request: &Request) -> Self {
        let mut refusal = Self {
            status: response.status,
            message: None,
            code: None,
            hint: None,
            request_id: None,
        };
        match serde_json::from_slice(&response.body) {
            Ok(serde_json::Value::String(text)) => refusal.message = Some(text),
            Ok(value) => {
                if let Ok(body) = serde_json::from_value(value) {
                    refusal.fill(body);
                }
            }
            Err(_) => refusal.message = plain_text(&response.body),
        }
        let tidy = |text: Option<String>| text.and_then(|text| presentable(&text, request));
        Self {
            status: refusal.status,
            message: tidy(refusal.message),
            code: tidy(refusal.code),
            hint: tidy(refusal.hint),
            request_id: tidy(refusal.request_id),
        }
    }

    fn fill(&mut self, body: Body) {
        let inner = match body.error {
            serde_json::Value::String(text) => {
                self.message = Some(text);
                None
            }
            object @ serde_json::Value::Object(_) => serde_json::from_value::<Body>(object).ok(),
            _ => None,
        };
        let (message, code, hint) = inner.map_or((None, None, None), |inner| {
            (inner.message, inner.code, inner.hint)
        });
        self.message = body.message.or(message).or(self.message.take());
        self.code = body.code.or(code).filter(|code| !code.is_empty());
        self.hint = body.hint.or(hint);
        self.request_id = body.request_id;
    }

    /// The instant service says this with a 400 (specification, "Errors"), everybody else with a 404.
    pub(crate) fn is_not_found(&self) -> bool {
        self.status == 404 || self.says(400, "Database not found")
    }

    /// Whether a write with this reply may have been applied. A 4xx refuses it before anything is done, 301, 307 and 308
    /// point elsewhere instead, and one 500 is documented to mean that it failed. Any other status, and 408, can come from
    /// a proxy that stopped waiting while the service went on.
    pub(crate) fn leaves_write_unclear(&self, access: Access) -> bool {
        let undone = match self.status {
            408 => false,
            301 | 307 | 308 | 400..=499 => true,
            _ => self.says(500, "Failed to create the database."),
        };
        access == Access::Write && !undone
    }

    /// The one place where a message decides anything: the specification gives these as the only mark of their case.
    fn says(&self, status: u16, documented: &str) -> bool {
        self.status == status && self.message.as_deref() == Some(documented)
    }

    pub(crate) fn advice(&self) -> Option<&'static str> {
        Some(match self.status {
            300..=399 => "Enter the platform's new address: Plinth does not follow redirects.",
            401 => "Check that the key is correct and still valid.",
            // A 403 has many reasons (rights, plans, limits): only without a message is one suggested.
            403 if self.message.is_none() => "Check that the key has permission to do this.",
            423 => "Wait for the running operations to finish, then try again.",
            429 => "Wait a minute, then try again.",
            500..=599 => "The problem is on the platform's side. Try again later.",
            _ => return None,
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status;
        match status {
            300..=399 => write!(f, "the platform redirects to another address ({status})")?,
            401 => write!(f, "the platform rejected the credentials ({status})")?,
            403 => write!(f, "the platform denied permission ({status})")?,
            423 => write!(f, "another change is in progress ({status})")?,
            429 => write!(f, "the platform's rate limit is reached ({status})")?,
            500..=599 => write!(f, "the platform failed ({status})")?,
            _ => write!(f, "the platform refused ({status})")?,
        }
        match &self.message {
            Some(message) => write!(f, ": {}", message.trim_end_matches('.')),
            None => Ok(()),
        }
    }
}

/// A text, or nothing where something else stands.
fn lenient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Some(text),
        _ => None,
    })
}

/// A short text that is no markup.
fn plain_text(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?.trim();
    let is_prose = !text.is_empty() && text.len() <= MAX_TEXT && !text.starts_with(['<', '{', '[']);
    is_prose.then(|| text.to_owned())
}

/// One bounded line without control or direction characters, and without the secrets of the request.
fn presentable(text: &str, request: &Request) -> Option<String> {
    let text = request.mask(text);
    let line: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
        .collect();
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    Some(match line.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    })
}

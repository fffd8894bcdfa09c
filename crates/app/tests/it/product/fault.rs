//! What goes wrong with a request to a platform of the tests, and what all of these platforms answer with.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use testkit::server::Request;

#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// Nothing goes wrong: it is the one after it that is meant.
    Nothing,
    /// It is not done, and the connection ends.
    LostRequest,
    /// It is done, and the connection ends without a byte of the reply.
    LostReply,
    /// It is done, and this many bytes of the reply arrive.
    Cut(usize),
    /// It is not done, and this is the status of the reply.
    Refused(u16),
    /// It is not done, and these are the status and the body of the reply.
    Reply(u16, &'static str),
    /// It is done, and the reply lacks these fields.
    Without(&'static [&'static str]),
    /// It is done, and the key in the reply is empty.
    WithoutToken,
    /// It is done, and the times in the reply are none.
    OddTimes,
    /// It is done, the reply says neither id nor time, and no list has what was made yet.
    Unlisted,
}

/// The faults to come, each for one request.
#[derive(Debug, Default)]
pub struct FaultQueue(VecDeque<(String, Fault)>);

impl FaultQueue {
    /// The next request that a fault can meet.
    pub fn push(&mut self, fault: Fault) {
        self.push_for("", fault);
    }

    /// The next one with this text in its first line.
    pub fn push_for(&mut self, text: &str, fault: Fault) {
        self.0.push_back((text.to_owned(), fault));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn take(&mut self, request: &Request) -> Option<Fault> {
        let line = request.line();
        let next = self.0.iter().position(|(text, _)| line.contains(text))?;
        self.0.remove(next).map(|(_, fault)| fault)
    }

    /// The same for those platforms where nothing goes wrong with what only reads.
    pub fn take_for_change(&mut self, request: &Request) -> Option<Fault> {
        (request.method != "GET")
            .then(|| self.take(request))
            .flatten()
    }
}

impl Fault {
    /// Status and body of the reply when `done` is what would be answered; `None` where the connection ends.
    pub fn reply(fault: Option<Self>, done: impl FnOnce() -> (u16, Value)) -> Option<(u16, Value)> {
        match fault {
            Some(Self::LostRequest) => return None,
            Some(Self::Refused(status)) => {
                return Some((status, json!({ "message": "refused" })));
            }
            _ => {}
        }
        let (status, mut body) = done();
        match fault {
            Some(Self::LostReply) => return None,
            Some(Self::Without(fields)) => without(&mut body, fields),
            Some(Self::WithoutToken) => body["key"] = json!(""),
            Some(Self::OddTimes) => body = with_odd_times(body),
            Some(Self::Unlisted) => without(&mut body, &["id", "created_at"]),
            _ => {}
        }
        Some((status, body))
    }
}

fn without(body: &mut Value, fields: &[&str]) {
    let body = body.as_object_mut().unwrap();
    body.retain(|field, _| !fields.contains(&field.as_str()));
}

fn with_odd_times(mut body: Value) -> Value {
    let Some(fields) = body.as_object_mut() else {
        return body;
    };
    for (name, value) in fields.iter_mut() {
        *value = match value.take() {
            _ if name == "created_at" => json!("lately"),
            inner => with_odd_times(inner),
        };
    }
    if fields.contains_key("key") {
        fields.insert("created_at".to_owned(), json!(7));
    }
    body
}

/// The answer to who has no good key.
pub fn unauthorized() -> (u16, Value) {
    let message = "supplied credentials do not pass authentication";
    (401, json!({ "message": message }))
}

/// The header that says what time it is.
pub fn date(now: DateTime<Utc>) -> String {
    now.format("date: %a, %d %b %Y %H:%M:%S GMT\r\n")
        .to_string()
}

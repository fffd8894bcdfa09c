//! One call against a server that answers one thing, and what it was sent.

use std::sync::Arc;

use api::resource::consumption::{Granularity, Span};
use api::{
    BodyPart, BranchId, Budget, EndpointId, Error, Management, ManagementUrl, Options, OrgId,
    ProjectId, Recorder, Reply, SECRET_PART, SystemEnvironment,
};
use serde_json::Value;

use crate::instant_fixture::{in_time, say};
use testkit::server::{Answer, Server};

pub const KEY: &str = "napi_8w1k2yq0pz7v5mrsx3";

/// Makes a call, answers it and checks the request line and the body byte for byte, apart from the order of fields.
/// `Null` stands for no body. Gives what was read.
pub async fn sent<T>(
    line: &str,
    body: Value,
    answer: &str,
    call: impl AsyncFnOnce(Management) -> Result<Reply<T>, Error>,
) -> T {
    let status = match answer {
        "" => "204 No Content",
        _ => "200 OK",
    };
    let (result, request) = exchange(say(status, "", answer), call).await;
    let reply = result.unwrap_or_else(|error| panic!("{line}: {error}"));
    let (head, sent_body) = request.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    assert_eq!(
        lines.next().unwrap(),
        line.replacen(" /", " /api/v2/", 1) + " HTTP/1.1"
    );
    let header = |name: &str| {
        let mut all = lines.clone().filter_map(|line| {
            let (given, value) = line.split_once(": ")?;
            given.eq_ignore_ascii_case(name).then_some(value)
        });
        let first = all.next();
        assert_eq!(all.next(), None, "{name} is sent once");
        first
    };
    assert_eq!(header("authorization"), Some(&*format!("Bearer {KEY}")));
    assert_eq!(header("accept"), Some("application/json"));
    if body.is_null() {
        assert_eq!(sent_body, "", "{line}");
        assert_eq!(header("content-type"), None, "{line}");
    } else {
        let sent: Value = serde_json::from_str(sent_body).unwrap();
        assert_eq!(sent, body, "{line}");
        assert_eq!(header("content-type"), Some("application/json"), "{line}");
    }
    reply.value
}

/// Makes a call, once, against a server that does one thing. Gives the outcome and the request.
pub async fn exchange<T>(
    answer: Answer,
    call: impl AsyncFnOnce(Management) -> Result<T, Error>,
) -> (Result<T, Error>, String) {
    exchange_with(&Server::in_turn([answer]).await, call).await
}

/// The same against a server that does one thing and was asked nothing yet.
pub async fn exchange_with<T>(
    server: &Server,
    call: impl AsyncFnOnce(Management) -> Result<T, Error>,
) -> (Result<T, Error>, String) {
    let recorder = Recorder::pass_through();
    let result = in_time(call(management_at(server).recorded(&recorder))).await;
    let mut requests = server.requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    let request = requests.remove(0).text;
    is_taken_down(&recorder, server, &request);
    (result, request)
}

/// What the recorder took down is what came in, byte for byte, with every secret left out.
fn is_taken_down(recorder: &Recorder, server: &Server, request: &str) {
    let taken = recorder.requests();
    assert_eq!(taken.len(), 1, "{taken:?}");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let address = taken[0].url.strip_prefix(&server.url).unwrap();
    let address = match address.strip_suffix(SECRET_PART) {
        Some(before) => {
            let sent = head.split(' ').nth(1).unwrap_or_default();
            let secret = sent.strip_prefix(before).unwrap_or_default();
            assert!(!secret.is_empty() && !secret.contains('/'), "{sent}");
            sent
        }
        None => address,
    };
    let line = format!("{} {address} HTTP/1.1", taken[0].method);
    assert_eq!(head.lines().next(), Some(line.as_str()));
    let mut rest = body;
    for part in &taken[0].body {
        rest = match part {
            BodyPart::Text(text) => {
                let begin = rest.find(text.as_str());
                let begin = begin.unwrap_or_else(|| panic!("{text} is not in {body}"));
                &rest[begin + text.len()..]
            }
            BodyPart::Secret { field } => {
                let (secret, _) = rest.split_once('"').unwrap();
                let field_and_value = format!("\"{field}\":\"{secret}\"");
                assert!(body.contains(&field_and_value), "{field} in {body}");
                rest.strip_prefix(secret).unwrap()
            }
        };
    }
    assert_eq!(rest, "", "{body}");
    let has_secret = |part: &BodyPart| matches!(part, BodyPart::Secret { .. });
    if !taken[0].body.iter().any(has_secret) {
        let whole: String = taken[0].body.iter().filter_map(text).collect();
        assert_eq!(whole, body);
    }
}

fn text(part: &BodyPart) -> Option<&str> {
    match part {
        BodyPart::Text(text) => Some(text),
        BodyPart::Secret { .. } => None,
    }
}

/// A client of a server on this machine that tries everything once.
pub fn management_at(server: &Server) -> Management {
    let base = ManagementUrl::parse(&format!("{}/api/v2", server.url)).unwrap();
    let environment = Arc::new(SystemEnvironment);
    let budget = Budget::new(Arc::clone(&environment) as Arc<_>);
    let mut options = Options {
        environment,
        ..Options::default()
    };
    options.retry.attempts = 1;
    Management::new(base, KEY.into(), budget, options).unwrap()
}

pub fn project() -> ProjectId {
    ProjectId::parse("misty-meadow-12345678").unwrap()
}

pub fn branch() -> BranchId {
    BranchId::parse("br-cool-night-a1b2c3d4").unwrap()
}

pub fn endpoint() -> EndpointId {
    EndpointId::parse("ep-cool-night-a1b2c3d4").unwrap()
}

pub fn organization() -> OrgId {
    OrgId::parse("org-misty-meadow-12345678").unwrap()
}

/// A day.
pub fn span() -> Span {
    Span {
        from: time("2026-11-20T00:00:00Z"),
        to: time("2026-11-21T00:00:00Z"),
        granularity: Granularity::Daily,
    }
}

pub fn time(text: &str) -> chrono::DateTime<chrono::Utc> {
    text.parse().unwrap()
}

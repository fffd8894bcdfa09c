//! What a reply must be.

use serde_json::Value;

use super::Reply;
use super::test_sandbox::text;

pub fn ok(reply: &Reply) -> Value {
    made(reply, 200)
}

pub fn made(reply: &Reply, status: u16) -> Value {
    assert_eq!(reply.status, status, "{}", reply.body);
    reply.json()
}

/// An error without a code of its own, as most are.
pub fn refused(reply: &Reply, status: u16, message: &str) {
    let body = reply.json();
    assert_eq!((reply.status, text(&body, "message")), (status, message));
    assert_eq!(body["code"], "");
    assert!(!text(&body, "request_id").is_empty());
}

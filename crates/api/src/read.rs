//! From an answer to a value, or to what is wrong with it.

use serde::de::DeserializeOwned;

use crate::decode::decode;
use crate::error::Kind;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::retry::Outcome;
use crate::transport::Failure;

pub(crate) fn read<T: DeserializeOwned>(answer: &Answer, request: &Request) -> Result<T, Failure> {
    read_nothing(answer, request)?;
    decode(&answer.body).map_err(|wrong| Failure {
        // A body that ends too early is a cut one whose length nobody had announced.
        outcome: if wrong.is_cut {
            Outcome::Lost
        } else {
            Outcome::Status(answer.status)
        },
        kind: Kind::Undecodable {
            path: request.mask(&wrong.path),
            reason: wrong.reason,
        },
        source: None,
    })
}

/// `None` for a reply without a body.
pub(crate) fn read_optional<T: DeserializeOwned>(
    answer: &Answer,
    request: &Request,
) -> Result<Option<T>, Failure> {
    read_nothing(answer, request)?;
    if answer.status == 204 || answer.body.trim_ascii().is_empty() {
        return Ok(None);
    }
    read(answer, request)
}

/// Any 2xx will do.
pub(crate) fn read_nothing(answer: &Answer, request: &Request) -> Result<(), Failure> {
    if (200..300).contains(&answer.status) {
        return Ok(());
    }
    Err(Failure {
        kind: Kind::Refused(Box::new(Refusal::read(answer, request))),
        outcome: Outcome::Status(answer.status),
        source: None,
    })
}

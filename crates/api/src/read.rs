//! From an answer to a value, or to what is wrong with it.

use serde::de::DeserializeOwned;

use crate::decode::{decode, decode_partly};
use crate::error::Kind;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::retry::{Method, Outcome};
use crate::transport::Failure;

/// A value, and the paths of what could not be read beside it.
pub(crate) struct Read<T> {
    pub(crate) value: T,
    pub(crate) unread: Vec<String>,
}

impl<T> Read<T> {
    fn whole(value: T) -> Self {
        Self {
            value,
            unread: Vec::new(),
        }
    }
}

/// What changed something cannot be asked for again, so of its reply is read what can be. Of a look all is read or nothing.
pub(crate) fn read<T: DeserializeOwned>(
    answer: &Answer,
    request: &Request,
) -> Result<Read<T>, Failure> {
    refuse(answer, request)?;
    let decoded = match request.method() {
        Method::Read => decode(&answer.body).map(Read::whole),
        Method::Write => decode_partly(&answer.body, &request.given).map(|(value, unread)| Read {
            value,
            unread: unread.iter().map(|path| request.mask(path)).collect(),
        }),
    };
    decoded.map_err(|wrong| Failure {
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
) -> Result<Read<Option<T>>, Failure> {
    refuse(answer, request)?;
    if answer.status == 204 || answer.body.trim_ascii().is_empty() {
        return Ok(Read::whole(None));
    }
    let Read { value, unread } = read(answer, request)?;
    Ok(Read {
        value: Some(value),
        unread,
    })
}

/// Any 2xx will do.
pub(crate) fn read_nothing(answer: &Answer, request: &Request) -> Result<Read<()>, Failure> {
    refuse(answer, request)?;
    Ok(Read::whole(()))
}

fn refuse(answer: &Answer, request: &Request) -> Result<(), Failure> {
    if (200..300).contains(&answer.status) {
        return Ok(());
    }
    Err(Failure {
        kind: Kind::Refused(Box::new(Refusal::read(answer, request))),
        outcome: Outcome::Status(answer.status),
        source: None,
    })
}

//! Turns a response into a value, or into the reason why there is none.

use serde::de::DeserializeOwned;

use crate::decode::{decode, decode_partly};
use crate::error::Kind;
use crate::refusal::Refusal;
use crate::request::{Request, Response};
use crate::retry::{Access, Outcome};
use crate::transport::Failure;

/// A value, and the JSON paths of what could not be read of its response.
pub(crate) struct Parsed<T> {
    pub(crate) value: T,
    pub(crate) unread: Vec<String>,
}

impl<T> Parsed<T> {
    fn whole(value: T) -> Self {
        Self {
            value,
            unread: Vec::new(),
        }
    }
}

/// Decodes a 2xx. Of a write as much as can be read: it cannot be sent again for a better reply, and ids or secrets in it are
/// told only once. Of a read all or nothing, because it can be repeated.
pub(crate) fn read<T: DeserializeOwned>(
    response: &Response,
    request: &Request,
) -> Result<Parsed<T>, Failure> {
    refuse(response, request)?;
    let decoded = match request.access() {
        Access::Read => decode(&response.body).map(Parsed::whole),
        Access::Write => {
            decode_partly(&response.body, &request.known_fields).map(|(value, unread)| Parsed {
                value,
                unread: unread.iter().map(|path| request.mask(path)).collect(),
            })
        }
    };
    decoded.map_err(|error| Failure {
        // Without a Content-Length, a connection that broke looks like the end of the body. It counts as lost, so that a
        // read is tried again.
        outcome: if error.is_cut {
            Outcome::Lost
        } else {
            Outcome::Status(response.status)
        },
        kind: Kind::Undecodable {
            path: request.mask(&error.path),
            reason: error.reason,
        },
        source: None,
    })
}

/// `None` for a reply without a body.
pub(crate) fn read_optional<T: DeserializeOwned>(
    response: &Response,
    request: &Request,
) -> Result<Parsed<Option<T>>, Failure> {
    refuse(response, request)?;
    if response.status == 204 || response.body.trim_ascii().is_empty() {
        return Ok(Parsed::whole(None));
    }
    let Parsed { value, unread } = read(response, request)?;
    Ok(Parsed {
        value: Some(value),
        unread,
    })
}

/// For replies whose body is of no interest: any 2xx is a success.
pub(crate) fn read_nothing(response: &Response, request: &Request) -> Result<Parsed<()>, Failure> {
    refuse(response, request)?;
    Ok(Parsed::whole(()))
}

fn refuse(response: &Response, request: &Request) -> Result<(), Failure> {
    if (200..300).contains(&response.status) {
        return Ok(());
    }
    Err(Failure {
        kind: Kind::Refused(Box::new(Refusal::read(response, request))),
        outcome: Outcome::Status(response.status),
        source: None,
    })
}

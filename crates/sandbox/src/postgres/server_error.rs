//! An error in PostgreSQL's own words: a server's, or one that the sandbox says in its place.

use std::io;

use super::WakeError;
use super::refuse::Refusal;

/// The type of the message, and its length.
const HEAD: usize = 5;

/// An ErrorResponse as it goes over the wire.
#[derive(Debug, Clone)]
pub struct ServerError(Vec<u8>);

impl ServerError {
    /// The whole message as a server sent it.
    pub fn received(message: &[u8]) -> Self {
        Self(message.to_vec())
    }

    pub fn message(&self) -> &[u8] {
        &self.0
    }

    /// One of its fields, by PostgreSQL's letter for it.
    pub fn field(&self, kind: u8) -> Option<String> {
        let fields = self.0.get(HEAD..).unwrap_or_default();
        let mut fields = fields.split(|byte| *byte == 0);
        let found = fields.find_map(|field| {
            let (first, text) = field.split_first()?;
            (*first == kind).then_some(text)
        });
        found.map(|text| String::from_utf8_lossy(text).into_owned())
    }
}

impl From<Refusal> for ServerError {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.to_bytes())
    }
}

impl From<WakeError> for ServerError {
    fn from(error: WakeError) -> Self {
        Refusal::from(error).into()
    }
}

impl From<io::Error> for ServerError {
    fn from(error: io::Error) -> Self {
        Refusal::new(
            "08006",
            format!("the connection to the server ended: {error}"),
        )
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_fields_are_found_by_their_letters() {
        let error = ServerError::received(b"E\0\0\0\x20SERROR\0C42P01\0M\xff no\0H\0\0");
        for (kind, text) in [
            (b'S', Some("ERROR")),
            (b'C', Some("42P01")),
            (b'M', Some("\u{fffd} no")),
            (b'H', Some("")),
            (b'D', None),
        ] {
            assert_eq!(error.field(kind).as_deref(), text);
        }
        assert_eq!(ServerError::received(b"E").field(b'M'), None);
    }
}

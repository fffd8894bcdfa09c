//! What an edit does to a field whose present value need not be known.

use secrecy::SecretString;
use serde::{Serialize, Serializer};

/// Whether an edit leaves a field as it is. Made for fields that hold a secret: what the service shows of one is masked
/// or missing and must never be sent back as its value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// The field stays out of the request, so the service keeps what it has.
    #[default]
    Keep,
    /// The field becomes this.
    Set(T),
}

impl<T> Change<T> {
    /// True when the field stays as it is.
    #[must_use]
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The new value, if there is one.
    #[must_use]
    pub fn as_set(&self) -> Option<&T> {
        match self {
            Self::Keep => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// For `serialize_with` beside `skip_serializing_if = "Change::is_keep"`.
pub(crate) fn set_secret<S: Serializer>(
    change: &Change<SecretString>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match change {
        Change::Keep => to.serialize_none(),
        Change::Set(secret) => crate::secret::exposed(secret, to),
    }
}

/// For `serialize_with` beside `skip_serializing_if = "Change::is_keep"`.
pub(crate) fn set<T: Serialize, S: Serializer>(
    change: &Change<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    change.as_set().serialize(to)
}

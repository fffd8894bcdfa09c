//! Ids as types of their own, so that one is never given where another is meant. An id that a single file of
//! `resource` speaks of is declared there.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Longest id that is taken for one, in bytes. The platform's own are at most 60 long.
const MAX_LENGTH: usize = 128;

/// A text that cannot be an id: it is empty, too long or holds a character that ids never hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a valid id")]
pub struct InvalidId;

/// Letters, digits, `-`, `_`, `.` and `~`, and at least one letter or digit: such a text stands for itself in a path
/// and never climbs out of it.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() <= MAX_LENGTH
        && text.bytes().any(|byte| byte.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~'))
}

/// `plain` ids may be shown and logged. `secret` ids open what they name: they print as `…` and are read only through
/// `expose`.
macro_rules! id {
    ($(#[$doc:meta])* plain $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Takes a text of letters, digits, `-`, `_`, `.` and `~` (at most 128) as an id.
            pub fn parse(text: &str) -> Result<Self, $crate::InvalidId> {
                if $crate::id::is_id(text) { Ok(Self(text.to_owned())) } else { Err($crate::InvalidId) }
            }

            /// The id as the platform spells it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        id!(@decode $name, text: $crate::decode::Text<'_> => &text.0);
    };
    ($(#[$doc:meta])* secret $name:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(secrecy::SecretString);

        impl $name {
            /// Takes a text of letters, digits, `-`, `_`, `.` and `~` (at most 128) as an id.
            pub fn parse(text: &str) -> Result<Self, $crate::InvalidId> {
                if $crate::id::is_id(text) { Ok(Self(text.to_owned().into())) } else { Err($crate::InvalidId) }
            }

            /// The id as the platform spells it. Who holds it holds what it names: keep it in the vault, never in a log.
            #[must_use]
            pub fn expose(&self) -> &str {
                secrecy::ExposeSecret::expose_secret(&self.0)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.expose() == other.expose()
            }
        }

        impl Eq for $name {}

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }

        id!(@decode $name, text: secrecy::SecretString => secrecy::ExposeSecret::expose_secret(&text));
    };
    (@decode $name:ident, $held:ident: $holder:ty => $text:expr) => {
        impl std::str::FromStr for $name {
            type Err = $crate::InvalidId;

            fn from_str(text: &str) -> Result<Self, $crate::InvalidId> {
                Self::parse(text)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $held: $holder = serde::Deserialize::deserialize(deserializer)?;
                Self::parse($text).map_err(serde::de::Error::custom)
            }
        }
    };
}

id! {
    /// Id of a project of the platform, such as `misty-meadow-12345678`. Not a secret.
    plain ProjectId
}

id! {
    /// Id of a branch, such as `br-misty-meadow-a1b2c3d4`. Not a secret.
    plain BranchId
}

id! {
    /// Id of a compute, such as `ep-misty-meadow-a1b2c3d4`. Not a secret.
    plain EndpointId
}

id! {
    /// Id of an operation, a UUID. Not a secret.
    plain OperationId
}

id! {
    /// Id of an organization, such as `org-misty-meadow-12345678`. Not a secret.
    plain OrgId
}

id! {
    /// Id of a user of the platform, a UUID. Not a secret.
    plain UserId
}

/// Id of an API key, a whole number. Not a secret: the key itself is another thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub i64);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

id! {
    /// Id of a temporary database, a UUID. A secret: the instant service asks for nothing else.
    secret DatabaseId
}

impl DatabaseId {
    /// An id for `Instant::create_with_id`, made of 16 random bytes as a UUID of version 4, which is what the
    /// platform's own tools send.
    #[must_use]
    pub fn from_random(bytes: [u8; 16]) -> Self {
        let uuid = uuid::Builder::from_random_bytes(bytes).into_uuid();
        Self(uuid.hyphenated().to_string().into())
    }
}

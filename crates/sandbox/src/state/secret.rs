use std::fmt;

/// A password or token: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// How a record of the store holds a secret. `Secret` itself has no serde, so that no reply can
/// hold one by mistake.
pub mod stored_secret {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Secret;

    pub fn serialize<S: Serializer>(secret: &Secret, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(secret.reveal())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Secret, D::Error> {
        String::deserialize(from).map(Secret::new)
    }
}

/// The same for a secret that may be absent.
pub mod stored_secret_option {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Secret;

    pub fn serialize<S: Serializer>(secret: &Option<Secret>, to: S) -> Result<S::Ok, S::Error> {
        match secret {
            Some(secret) => to.serialize_some(secret.reveal()),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(Secret::new))
    }
}

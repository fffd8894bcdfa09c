//! Secrets in the arguments of an operation, on their way to the process that runs it. Nothing else writes a secret as JSON.

use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, Serializer};

pub(crate) fn secret<S: Serializer>(secret: &SecretString, to: S) -> Result<S::Ok, S::Error> {
    secret.expose_secret().serialize(to)
}

pub(crate) fn optional<S: Serializer>(
    secret: &Option<SecretString>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let secret = secret.as_ref().map(ExposeSecret::expose_secret);
    secret.serialize(to)
}

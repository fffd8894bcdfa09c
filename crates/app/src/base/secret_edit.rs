//! What an edit does to a secret that nobody can see.

use api::Change;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::exposed;

/// What an edit does to a secret. An empty field means [`SecretEdit::Keep`]: what is shown of a secret is never sent back.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SecretEdit {
    /// It stays as it is.
    #[default]
    Keep,
    /// It becomes this.
    Set {
        /// The new secret.
        #[serde(serialize_with = "exposed::secret")]
        #[specta(type = String)]
        secret: SecretString,
    },
}

impl SecretEdit {
    pub(crate) fn checked(self, of_what: &str) -> Result<Change<SecretString>, Error> {
        match self {
            Self::Keep => Ok(Change::Keep),
            Self::Set { secret } => check_secret(&secret, of_what).map(|()| Change::Set(secret)),
        }
    }
}

/// Refuses what is no secret: nothing at all, or the mask that is shown in place of one.
pub(crate) fn check_secret(secret: &SecretString, of_what: &str) -> Result<(), Error> {
    let text = secret.expose_secret();
    if text.trim().is_empty() {
        return Err(Error::invalid(format!("The {of_what} is missing")).hint("Enter it."));
    }
    let is_mask_sign = |c: char| matches!(c, '*' | '•' | '●' | '.' | '…');
    if text.trim().chars().all(is_mask_sign) {
        return Err(Error::invalid(format!("The {of_what} is masked"))
            .hint("Enter the secret, or leave the field empty to keep the current one."));
    }
    Ok(())
}

//! macOS and Windows: one keychain that is always there, opened by the system itself.

use secrecy::zeroize::Zeroize;
use secrecy::{ExposeSecret, SecretString};

use crate::keychain::refusal::of_keyring;
use crate::{Entry, Error, ErrorKind};

/// The keychain of the person who is logged in.
pub(crate) struct Session {
    service: String,
}

impl Session {
    pub(crate) fn open(service: &str) -> Result<Self, Error> {
        Ok(Self {
            service: service.to_owned(),
        })
    }

    /// Reads an entry that nobody writes: it asks nothing and touches no secret.
    pub(crate) fn probe(&self) -> Result<(), Error> {
        self.get(&Entry::new("probe", "none")).map(drop)
    }

    /// The system asks by itself when something is read.
    pub(crate) fn unlock(&self) -> Result<(), Error> {
        self.probe()
    }

    pub(crate) fn get(&self, entry: &Entry) -> Result<Option<SecretString>, Error> {
        match self.entry(entry)?.get_secret() {
            Ok(bytes) => text(bytes).map(Some),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(of_keyring(error)),
        }
    }

    pub(crate) fn set(&self, entry: &Entry, secret: &SecretString) -> Result<(), Error> {
        self.entry(entry)?
            .set_secret(secret.expose_secret().as_bytes())
            .map_err(of_keyring)
    }

    pub(crate) fn delete(&self, entry: &Entry) -> Result<(), Error> {
        match self.entry(entry)?.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(error) => Err(of_keyring(error)),
        }
    }

    fn entry(&self, entry: &Entry) -> Result<keyring::Entry, Error> {
        keyring::Entry::new(&self.service, entry.as_str()).map_err(of_keyring)
    }
}

fn text(bytes: Vec<u8>) -> Result<SecretString, Error> {
    String::from_utf8(bytes)
        .map(SecretString::from)
        .map_err(|error| {
            error.into_bytes().zeroize();
            Error::from(ErrorKind::Corrupt)
        })
}

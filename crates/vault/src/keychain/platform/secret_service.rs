//! Linux and the BSDs: the Secret Service on the session bus. The lock is read before each call, because the store
//! itself opens a window and waits.

use std::collections::HashMap;
use std::sync::Arc;

use keyring_core::api::CredentialStoreApi;
use secrecy::zeroize::Zeroize;
use secrecy::{ExposeSecret, SecretString};
use secret_service::EncryptionType;
use secret_service::blocking::{Collection, SecretService};
use zbus_secret_service_keyring_store::Store;

use crate::keychain::refusal::{of_keyring, of_service};
use crate::{Entry, Error, ErrorKind};

/// An open connection to the Secret Service.
pub(crate) struct Session {
    service: String,
    store: Arc<Store>,
    /// For reading locks, which the store does not show.
    locks: SecretService<'static>,
}

impl Session {
    pub(crate) fn open(service: &str) -> Result<Self, Error> {
        Ok(Self {
            service: service.to_owned(),
            locks: SecretService::connect(EncryptionType::Plain).map_err(of_service)?,
            store: Store::new().map_err(of_keyring)?,
        })
    }

    pub(crate) fn probe(&self) -> Result<(), Error> {
        if self.collection()?.is_locked().map_err(of_service)? {
            return Err(Error::from(ErrorKind::Locked));
        }
        Ok(())
    }

    pub(crate) fn unlock(&self) -> Result<(), Error> {
        let collection = self.collection()?;
        if collection.is_locked().map_err(of_service)? {
            collection.unlock().map_err(of_service)?;
        }
        self.probe()
    }

    pub(crate) fn get(&self, entry: &Entry) -> Result<Option<SecretString>, Error> {
        self.probe()?;
        match self.entry(entry)?.get_secret() {
            Ok(bytes) => text(bytes).map(Some),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(of_keyring(error)),
        }
    }

    pub(crate) fn set(&self, entry: &Entry, secret: &SecretString) -> Result<(), Error> {
        self.probe()?;
        self.entry(entry)?
            .set_secret(secret.expose_secret().as_bytes())
            .map_err(of_keyring)
    }

    pub(crate) fn delete(&self, entry: &Entry) -> Result<(), Error> {
        self.probe()?;
        match self.entry(entry)?.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(error) => Err(of_keyring(error)),
        }
    }

    /// Where new secrets go. A keychain that has no such collection was never set up.
    fn collection(&self) -> Result<Collection<'_>, Error> {
        self.locks.get_default_collection().map_err(of_service)
    }

    /// `keyring::Entry::new` connects once in the life of the process; this one lives as long as the session.
    fn entry(&self, entry: &Entry) -> Result<keyring::Entry, Error> {
        let label = format!("Plinth: {entry}");
        let modifiers = HashMap::from([("label", label.as_str())]);
        let inner = self
            .store
            .build(&self.service, entry.as_str(), Some(&modifiers))
            .map_err(of_keyring)?;
        Ok(keyring::Entry { inner })
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

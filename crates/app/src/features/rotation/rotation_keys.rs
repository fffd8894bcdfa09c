//! The keys of a rotation in the vault: the new one until the account has it, the former one until the platform refuses it.

use secrecy::{ExposeSecret, SecretString};
use vault::Entry;

use crate::Error;
use crate::core::keychain;
use crate::features::Features;
use crate::view::ErrorCode;

const NEW: &str = "rotation-new";
const OLD: &str = "rotation-former";

/// The new key with the platform's number for it.
pub(super) struct NewKey {
    pub(super) id: String,
    pub(super) token: SecretString,
}

/// Stores the new key. It counts as stored once it was read back.
pub(super) async fn store_new(app: &Features, rotation: &str, key: &NewKey) -> Result<(), Error> {
    let text = format!("{}:{}", key.id, key.token.expose_secret());
    store(app, &Entry::new(NEW, rotation), text.into()).await
}

/// The new key, while it is kept.
pub(super) async fn new_key(app: &Features, rotation: &str) -> Result<Option<NewKey>, Error> {
    let found = read(app, &Entry::new(NEW, rotation)).await?;
    Ok(found.and_then(|text| {
        let (id, token) = text.expose_secret().split_once(':')?;
        Some(NewKey {
            id: id.to_owned(),
            token: token.into(),
        })
    }))
}

/// Why another key has to be made: the keychain lost the new one.
pub(super) fn new_key_lost() -> Error {
    Error::new(
        ErrorCode::SecretMissing,
        "The keychain no longer holds the new key",
    )
    .hint("Resume the rotation: it creates another key and revokes that one.")
}

/// Erases the new key.
pub(super) async fn erase_new(app: &Features, rotation: &str) -> Result<(), Error> {
    erase_entry(app, &Entry::new(NEW, rotation)).await
}

/// Keeps the key that the account had.
pub(super) async fn store_old(
    app: &Features,
    rotation: &str,
    key: SecretString,
) -> Result<(), Error> {
    store(app, &Entry::new(OLD, rotation), key).await
}

/// The key that the account had, while it is kept.
pub(super) async fn old_key(app: &Features, rotation: &str) -> Result<Option<SecretString>, Error> {
    read(app, &Entry::new(OLD, rotation)).await
}

/// Erases both.
pub(super) async fn erase(app: &Features, rotation: &str) -> Result<(), Error> {
    erase_new(app, rotation).await?;
    erase_entry(app, &Entry::new(OLD, rotation)).await
}

async fn store(app: &Features, entry: &Entry, secret: SecretString) -> Result<(), Error> {
    let result = app.keychain.vault.set(entry, secret.clone()).await;
    keychain::learn(app, result)?;
    let kept = read(app, entry).await?;
    if kept.is_some_and(|kept| kept.expose_secret() == secret.expose_secret()) {
        return Ok(());
    }
    Err(keychain::readback_failed())
}

async fn read(app: &Features, entry: &Entry) -> Result<Option<SecretString>, Error> {
    match app.keychain.vault.get(entry).await {
        Ok(found) => {
            keychain::learn(app, Ok(()))?;
            Ok(found)
        }
        Err(error) => Err(keychain::learn(app, Err(error))
            .err()
            .unwrap_or_else(keychain::readback_failed)),
    }
}

async fn erase_entry(app: &Features, entry: &Entry) -> Result<(), Error> {
    let result = app.keychain.vault.delete(entry).await;
    keychain::learn(app, result)
}

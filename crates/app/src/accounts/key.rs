//! The keys of the accounts: one entry of the vault each, read once and then in memory, for the origin that each is for.

use secrecy::{ExposeSecret, SecretString};
use vault::{Entry, ErrorKind};

use super::key_cache::origin_of;
use super::rows::change;
use crate::Error;
use crate::accounts::Accounts;
use crate::base::guard::lock;
use crate::base::secret_edit::check_secret;
use crate::core::event::Event;
use crate::core::keychain;
use crate::store::{Account, SecretStorage};
use crate::view::ErrorCode;

const GROUP: &str = "account-key";

/// Longest key that is taken, in bytes. Every keychain can hold it.
const LONGEST: usize = 2048;

/// A key as it is sent: without what was copied around it.
///
/// # Errors
/// [`ErrorCode::Invalid`] for what is no key: nothing, a mask, or something with blanks or with signs that no header takes.
pub(super) fn checked(key: &SecretString) -> Result<SecretString, Error> {
    check_secret(key, "API key").map_err(|error| {
        error.hint("Copy the key as the platform showed it when it was created.")
    })?;
    let text = key.expose_secret().trim();
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Error::invalid(
            "The API key contains spaces or other characters that aren't allowed",
        )
        .hint("Copy the whole key again, without spaces or line breaks."));
    }
    if text.len() > LONGEST {
        return Err(Error::invalid("The API key is too long").hint("Copy only the key."));
    }
    Ok(text.into())
}

/// The key of an account of the person's own.
///
/// # Errors
/// [`ErrorCode::SecretMissing`] when it is gone, a keychain's code when it cannot be read now. What was found out so
/// counts until the keys are read again.
pub(crate) async fn key_of(app: &Accounts, account: &Account) -> Result<SecretString, Error> {
    if let Some(key) = app.accounts.keys.cached(account) {
        return Ok(key);
    }
    let _reading = app.accounts.keys.reading.lock().await;
    if let Some(key) = app.accounts.keys.cached(account) {
        return Ok(key);
    }
    if let Some(problem) = noted(app, account) {
        return Err(problem);
    }
    let now = app.accounts.find(&account.id);
    if now.is_some_and(|now| origin_of(&now) != origin_of(account)) {
        // The vault has the key of where it is now.
        return Err(
            Error::invalid(format!("The address of {} has changed", account.name))
                .hint("Try again.")
                .about(&account.id),
        );
    }
    let read = read(app, account).await;
    match &read {
        Ok(key) => app.accounts.keys.remember(account, key.clone()),
        Err(error) => {
            let mut missing = lock(&app.accounts.keys.missing);
            missing.insert(account.id.clone(), error.clone());
        }
    }
    app.events.publish(Event::AccountsChanged);
    read
}

/// Why an account's key is not available, as far as is known without asking the vault.
pub(super) fn problem(app: &Accounts, account: &Account) -> Option<Error> {
    if !account.is_own() || app.accounts.keys.cached(account).is_some() {
        return None;
    }
    noted(app, account).or_else(|| app.keychain.problem().map(|error| error.about(&account.id)))
}

/// Keeps a key in the vault and in memory; in memory alone while the person goes on without a keychain.
///
/// # Errors
/// A keychain's code. What was there before stays, in memory for sure.
pub(super) async fn save(
    app: &Accounts,
    account: &Account,
    key: &SecretString,
) -> Result<SecretStorage, Error> {
    if app.keychain.in_memory() {
        app.accounts.keys.remember(account, key.clone());
        return Ok(SecretStorage::Memory);
    }
    store(app, &account.id, key).await?;
    app.accounts.keys.remember(account, key.clone());
    Ok(SecretStorage::Keychain)
}

/// Erases an account's entry.
pub(crate) async fn erase(app: &Accounts, id: &str) -> Result<(), Error> {
    let result = app.keychain.vault.delete(&Entry::new(GROUP, id)).await;
    keychain::learn(app, result)
}

/// Reads the keys that are not in memory yet, once the keychain answers. Those that it did not give out before are asked for
/// again; one that was gone stays gone, unless somebody asked for all of them.
pub(crate) async fn read_keys(app: &Accounts, all: bool) {
    if app.keychain.is_failing() {
        // What cannot be read now is shown so.
        return;
    }
    lock(&app.accounts.keys.missing).retain(|_, error| !all && !is_keychains(error));
    for account in app.accounts.all() {
        let is_at_hand = app.accounts.keys.cached(&account).is_some();
        if is_at_hand || noted(app, &account).is_some() || !account.is_own() {
            continue;
        }
        if let Err(error) = key_of(app, &account).await {
            tracing::warn!(account = account.id, code = ?error.code(), "a key is not available");
        } else {
            app.signals.changed();
        }
    }
}

/// Whether a key is in memory only, so that it ends with the app.
#[must_use]
pub fn has_key_in_memory(app: &Accounts) -> bool {
    let is_lost = |account: &Account| {
        account.key_storage == SecretStorage::Memory && app.accounts.keys.cached(account).is_some()
    };
    app.accounts.all().iter().any(is_lost)
}

/// Puts keys that are in memory only into the keychain, which works again.
pub(crate) async fn save_keys(app: &Accounts) {
    let is_pending = |account: &Account| account.key_storage == SecretStorage::Memory;
    if !app.accounts.all().iter().any(is_pending) {
        return;
    }
    // Whoever replaces a key or removes an account meanwhile would find the former one kept over it.
    let _lock = app.accounts.edit_lock.lock().await;
    for account in app.accounts.all().into_iter().filter(is_pending) {
        let Some(key) = app.accounts.keys.cached(&account) else {
            continue;
        };
        if let Err(error) = store(app, &account.id, &key).await {
            tracing::debug!(account = account.id, code = ?error.code(), "a key stays in memory for now");
            return;
        }
        let saved = change(app, &account.id, |it| {
            it.key_storage = SecretStorage::Keychain;
        })
        .await;
        if let Err(error) = saved {
            tracing::warn!(%error, "the key's storage state could not be stored");
        }
    }
}

/// What is known of a key that is not available.
fn noted(app: &Accounts, account: &Account) -> Option<Error> {
    if account.key_storage == SecretStorage::Memory {
        let message = format!(
            "The key of {} was kept in memory only and was lost when Plinth quit",
            account.name
        );
        return Some(lost(account, message));
    }
    lock(&app.accounts.keys.missing).get(&account.id).cloned()
}

/// The key of an account as the vault has it now.
pub(super) async fn read(app: &Accounts, account: &Account) -> Result<SecretString, Error> {
    let entry = Entry::new(GROUP, &account.id);
    let said = match app.keychain.vault.get(&entry).await {
        Ok(Some(key)) => {
            keychain::learn(app, Ok(()))?;
            return Ok(key);
        }
        Ok(None) => Ok(()),
        // One entry that is wrong says nothing about the keychain.
        Err(error) if matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::TooLarge) => {
            return Err(Error::from(error).about(&account.id));
        }
        Err(error) => Err(error),
    };
    keychain::learn(app, said).map_err(|error| error.about(&account.id))?;
    let message = format!("The keychain no longer holds the key of {}", account.name);
    Err(lost(account, message))
}

pub(super) async fn store(app: &Accounts, id: &str, key: &SecretString) -> Result<(), Error> {
    let entry = Entry::new(GROUP, id);
    let result = app.keychain.vault.set(&entry, key.clone()).await;
    keychain::learn(app, result)
}

fn lost(account: &Account, message: String) -> Error {
    Error::new(ErrorCode::SecretMissing, message)
        .hint("Replace the account's key.")
        .about(&account.id)
}

/// Whether the keychain may give it out another time.
fn is_keychains(error: &Error) -> bool {
    error.is_about_secrets() && error.code() != ErrorCode::SecretMissing
}

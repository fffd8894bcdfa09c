//! An account at another origin, with the key that was typed for it.

use api::ManagementUrl;
use secrecy::{ExposeSecret, SecretString};

use super::row::save_row;
use super::rows::change;
use super::verify::KeyOwner;
use super::{key, key_cache};
use crate::Error;
use crate::accounts::Accounts;
use crate::base::checkpoint::Checkpoint;
use crate::store::{Account, SecretStorage};
use crate::view::{AccountView, ErrorCode};

/// A key that was asked about at the new address.
#[derive(Clone, Debug)]
pub(super) struct Relocation {
    pub(super) key: SecretString,
    pub(super) owner: KeyOwner,
}

/// Why an account does not go to another origin with the key that it has.
pub(super) fn key_needed(account: &Account, to: &ManagementUrl) -> Error {
    let to = key_cache::origin(to.as_str()).unwrap_or_default();
    Error::new(
        ErrorCode::KeyNeeded,
        format!(
            "The key of {} is valid for {} only",
            account.name,
            key_cache::origin_of(account)
        ),
    )
    .hint(format!(
        "Enter the key again to send it to {to}. Nothing was sent there."
    ))
    .about(&account.id)
}

/// Writes the new address, and puts the key that is for it into the vault.
///
/// The vault has one entry an account, so the row says between the two writes that the vault has no key for it: whatever
/// ends the process there, no key is sent to an origin that it is not for, and it is typed once more.
pub(super) async fn save(
    app: &Accounts,
    before: &Account,
    after: &Account,
    relocation: Relocation,
    merge: impl FnOnce(&mut Account) + Send + 'static,
) -> Result<AccountView, Error> {
    let former = key::key_of(app, before).await.ok();
    // Nobody reads the vault until it and the row agree.
    let _reading = app.accounts.keys.reading.lock().await;
    change(app, &before.id, |account| {
        account.key_storage = SecretStorage::Memory;
    })
    .await?;
    app.checkpoints.passed(Checkpoint::RelocateKeyForgotten);
    let saved = write(app, before, after, &former, relocation, merge).await;
    if saved.is_err() {
        put_back(app, before, former.as_ref()).await;
    }
    app.accounts
        .keys
        .keep_only(if saved.is_ok() { after } else { before });
    saved
}

async fn write(
    app: &Accounts,
    before: &Account,
    after: &Account,
    former: &Option<SecretString>,
    relocation: Relocation,
    merge: impl FnOnce(&mut Account) + Send + 'static,
) -> Result<AccountView, Error> {
    let Relocation { key, owner } = relocation;
    let is_other = former
        .as_ref()
        .is_none_or(|former| former.expose_secret() != key.expose_secret());
    let storage = key::save(app, after, &key).await?;
    app.checkpoints.passed(Checkpoint::RelocateKeySaved);
    save_row(app, before, after, move |account| {
        merge(account);
        account.key_storage = storage;
        // A number is the platform's, and this may be another one.
        account.key_id = None;
        if is_other {
            account.key_generation += 1;
        }
        owner.write_to(account);
    })
    .await
}

/// The account stays where it was, with the key that it had: in memory for sure, and in the vault if that takes it.
async fn put_back(app: &Accounts, before: &Account, former: Option<&SecretString>) {
    let was_kept = before.key_storage == SecretStorage::Keychain;
    let Some(former) = former.filter(|_| was_kept) else {
        return;
    };
    if let Err(error) = key::store(app, &before.id, former).await {
        tracing::warn!(account = before.id, %error, "an account's former key is in memory only");
        return;
    }
    let restored = change(app, &before.id, |account| {
        account.key_storage = SecretStorage::Keychain;
    })
    .await;
    if let Err(error) = restored {
        tracing::warn!(account = before.id, %error, "the key's storage state could not be stored");
    }
}

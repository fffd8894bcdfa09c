//! The secrets of the list: service id, claim link and connection string of each row, as one entry of the vault so
//! that they are written together or not at all.

mod cache;

use api::ProjectId;
use vault::{Entry, ErrorKind};

use crate::Error;
use crate::accounts;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::keychain;
use crate::features::Features;
use crate::store::{SecretStorage, TemporaryDatabase};
use crate::view::{ErrorCode, ErrorView};

pub(crate) use cache::{RowSecrets, Secrets};

const GROUP: &str = "temporary";

/// Why a row's secrets are not available, as far as is known without asking the vault.
pub(crate) fn missing(app: &Features, row: &TemporaryDatabase) -> Option<Error> {
    if lock(&app.secrets.known).contains_key(&row.id) || can_ask(app, row) {
        return None;
    }
    match row.secret_storage {
        SecretStorage::None => None,
        SecretStorage::Memory => Some(lost(row.secret_storage)),
        SecretStorage::Keychain | SecretStorage::Unsaved => {
            let known = lock(&app.secrets.missing).get(&row.id).cloned();
            known.map(Error::from).or_else(|| app.keychain.problem())
        }
    }
}

/// A row's secrets: from memory, from the keychain, else from the platform where it returns them (decision 0095).
///
/// # Errors
/// [`ErrorCode::SecretMissing`] when they are gone for good or were never there, one of the keychain's codes when they
/// cannot be read now.
pub(crate) async fn load(app: &Features, row: &TemporaryDatabase) -> Result<RowSecrets, Error> {
    if let Some(secrets) = app.secrets.cached(&row.id) {
        return Ok(secrets);
    }
    match kept(app, row).await {
        Err(error) => asked(app, row).await.ok_or(error),
        result => result,
    }
}

/// Whether a row's platform returns its secrets now.
fn can_ask(app: &Features, row: &TemporaryDatabase) -> bool {
    row.project_id.is_some() && accounts::returns_secrets(app, row.account_id.as_deref())
}

/// A row's secrets as its platform has them.
async fn asked(app: &Features, row: &TemporaryDatabase) -> Option<RowSecrets> {
    if !can_ask(app, row) {
        return None;
    }
    let project = ProjectId::parse(row.project_id.as_deref()?).ok()?;
    let records = accounts::database_records(app, row).await.ok()?;
    match records.get(&project).await {
        Ok(reply) => Some(app.secrets.remember_read(&row.id, reply.value.into())),
        Err(error) => {
            tracing::debug!(id = row.id, %error, "the platform did not return the secrets");
            None
        }
    }
}

/// A row's secrets as the keychain has them.
async fn kept(app: &Features, row: &TemporaryDatabase) -> Result<RowSecrets, Error> {
    let gone = match row.secret_storage {
        SecretStorage::None => {
            return Err(Error::new(
                ErrorCode::SecretMissing,
                "No credentials for this database",
            ));
        }
        SecretStorage::Memory => return Err(lost(row.secret_storage)),
        // The keychain may hold what was known before it refused.
        SecretStorage::Keychain | SecretStorage::Unsaved => lost(row.secret_storage),
    };
    let result = read(app, &row.id).await.and_then(|found| found.ok_or(gone));
    let noted = match &result {
        Ok(_) => false,
        // What is wrong with the keychain as a whole is known to the keychain.
        Err(_) if app.keychain.problem().is_some() => false,
        Err(error) => {
            let error = ErrorView::from(error.clone());
            lock(&app.secrets.missing).insert(row.id.clone(), error.clone()) != Some(error)
        }
    };
    if noted {
        app.events
            .publish(Event::TemporaryChanged { id: row.id.clone() });
    }
    result.map(|secrets| app.secrets.remember_read(&row.id, secrets))
}

/// Why the keychain did not take a row's secrets, where they are lost without it: a platform that returns them has them also
/// while it does not run.
pub(crate) fn unsaved(app: &Features, row: &TemporaryDatabase) -> Option<ErrorView> {
    let is_kept = row.project_id.is_some() && accounts::has_records(row);
    app.secrets.unsaved(&row.id).filter(|_| !is_kept)
}

/// Makes sure that the secrets of a new database can be had again later: the keychain works, or the account's platform
/// returns them.
///
/// # Errors
/// One of the keychain's codes.
pub(crate) async fn ensure(app: &Features, account_id: Option<&str>) -> Result<(), Error> {
    match keychain::ensure(app).await {
        Err(_) if accounts::returns_secrets(app, account_id) => Ok(()),
        result => result,
    }
}

/// Reads a row's entry from the vault, past what is known already.
pub(crate) async fn read(app: &Features, id: &str) -> Result<Option<RowSecrets>, Error> {
    let result = app.keychain.vault.get(&Entry::new(GROUP, id)).await;
    let text = match result {
        // One entry that is wrong says nothing about the keychain.
        Err(error) if matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::TooLarge) => {
            return Err(error.into());
        }
        result => {
            let (said, text) = match result {
                Ok(text) => (Ok(()), text),
                Err(error) => (Err(error), None),
            };
            keychain::learn(app, said)?;
            text
        }
    };
    Ok(text.as_ref().and_then(RowSecrets::decode))
}

/// Saves a row's secrets, in memory at once and then in the vault. They are never lost by this: what the vault did not
/// take stays in memory and is tried again.
pub(crate) async fn save(app: &Features, id: &str, secrets: &RowSecrets) -> SecretStorage {
    app.secrets.remember(id, secrets.clone());
    if app.keychain.in_memory() {
        return SecretStorage::Memory;
    }
    match write(app, id, secrets).await {
        Ok(()) => {
            lock(&app.secrets.unsaved).remove(id);
            SecretStorage::Keychain
        }
        Err(error) => {
            tracing::warn!(id, code = ?error.code(), "a temporary database's secrets could not be saved in the keychain");
            lock(&app.secrets.unsaved).insert(id.to_owned(), error.into());
            SecretStorage::Unsaved
        }
    }
}

/// The storage state after a save. Secrets that stay in memory while the keychain has an older copy are to be saved again:
/// the old copy would otherwise come back at the next start.
pub(crate) fn storage_after_save(before: SecretStorage, saved: SecretStorage) -> SecretStorage {
    match (before, saved) {
        (SecretStorage::Keychain | SecretStorage::Unsaved, SecretStorage::Memory) => {
            SecretStorage::Unsaved
        }
        (_, saved) => saved,
    }
}

async fn write(app: &Features, id: &str, secrets: &RowSecrets) -> Result<(), Error> {
    let result = app
        .keychain
        .vault
        .set(&Entry::new(GROUP, id), secrets.encode()?)
        .await;
    if result
        .as_ref()
        .is_err_and(|error| error.kind() == ErrorKind::TooLarge)
    {
        return result.map_err(Error::from);
    }
    keychain::learn(app, result)
}

/// Erases a row's entry.
pub(crate) async fn erase(app: &Features, id: &str) -> Result<(), Error> {
    let result = app.keychain.vault.delete(&Entry::new(GROUP, id)).await;
    keychain::learn(app, result)
}

fn lost(secret_storage: SecretStorage) -> Error {
    let message = match secret_storage {
        SecretStorage::Memory => {
            "The credentials were kept in memory only and were lost when Plinth quit"
        }
        SecretStorage::Unsaved => {
            "The keychain never stored the credentials, and they were lost when Plinth quit"
        }
        SecretStorage::Keychain | SecretStorage::None => {
            "The keychain no longer holds this database's credentials"
        }
    };
    Error::new(ErrorCode::SecretMissing, message).hint(
        "If you have its claim link, such as in an env file, import the database again with it.",
    )
}

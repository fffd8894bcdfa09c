//! The secrets of the shelf: service id, claim link and connection string of each row, as one entry of the vault so
//! that they are written together or not at all.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use api::{ClaimUrl, Database, DatabaseId, DatabaseStatus, DatabaseUrl};
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use vault::{Entry, ErrorKind};

use crate::fact::Fact;
use crate::guard::lock;
use crate::store::{Kept, Row};
use crate::view::{ErrorCode, ErrorView};
use crate::{App, Error, keychain};

const GROUP: &str = "temporary";

/// The secrets that were read or made in this run, by local id.
#[derive(Default)]
pub(crate) struct Secrets {
    known: Mutex<HashMap<String, RowSecrets>>,
    missing: Mutex<HashMap<String, ErrorView>>,
    /// Why the keychain did not take a row's secrets.
    unsaved: Mutex<HashMap<String, ErrorView>>,
    /// One lock a row, so that a late reply never writes secrets of a row that is being forgotten.
    rows: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

/// What is secret about a row, and enough of the rest to put the row together again after a crash.
#[derive(Clone, Debug)]
pub(crate) struct RowSecrets {
    pub(crate) id: DatabaseId,
    pub(crate) claim_url: Option<ClaimUrl>,
    pub(crate) connection: Option<DatabaseUrl>,
    pub(crate) project_id: Option<String>,
    pub(crate) created_at: Option<DateTime<Utc>>,
    pub(crate) expires_at: Option<DateTime<Utc>>,
    pub(crate) status: DatabaseStatus,
}

impl From<Database> for RowSecrets {
    fn from(database: Database) -> Self {
        Self {
            id: database.id,
            claim_url: database.claim_url,
            connection: database.connection_string,
            project_id: database.project_id.map(|id| id.as_str().to_owned()),
            created_at: database.created_at,
            expires_at: database.expires_at,
            status: database.status,
        }
    }
}

/// The entry as it is written.
#[derive(Deserialize, Serialize)]
struct Stored {
    version: u32,
    id: String,
    claim_url: Option<String>,
    connection_string: Option<String>,
    project_id: Option<String>,
    created_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    status: String,
}

impl RowSecrets {
    fn seal(&self) -> Result<SecretString, Error> {
        let stored = Stored {
            version: 1,
            id: self.id.expose().to_owned(),
            claim_url: self.claim_url.as_ref().map(|url| url.expose().to_owned()),
            connection_string: self.connection.as_ref().map(|url| url.expose().to_owned()),
            project_id: self.project_id.clone(),
            created_at: self.created_at,
            expires_at: self.expires_at,
            status: self.status.as_str().to_owned(),
        };
        let text = serde_json::to_string(&stored);
        text.map(SecretString::from)
            .map_err(|_| Error::internal("The secrets could not be put into one entry"))
    }

    fn unseal(text: &SecretString) -> Option<Self> {
        let stored: Stored = serde_json::from_str(text.expose_secret()).ok()?;
        Some(Self {
            id: DatabaseId::parse(&stored.id).ok()?,
            claim_url: stored.claim_url.map(ClaimUrl::new),
            connection: stored.connection_string.map(DatabaseUrl::new),
            project_id: stored.project_id,
            created_at: stored.created_at,
            expires_at: stored.expires_at,
            status: DatabaseStatus::from(stored.status),
        })
    }
}

impl Secrets {
    pub(crate) fn cached(&self, id: &str) -> Option<RowSecrets> {
        lock(&self.known).get(id).cloned()
    }

    pub(crate) fn remember(&self, id: &str, secrets: RowSecrets) {
        lock(&self.missing).remove(id);
        lock(&self.known).insert(id.to_owned(), secrets);
    }

    /// Keeps what was read from the vault, unless something newer became known while it was read.
    fn remember_read(&self, id: &str, secrets: RowSecrets) -> RowSecrets {
        lock(&self.missing).remove(id);
        let mut known = lock(&self.known);
        known.entry(id.to_owned()).or_insert(secrets).clone()
    }

    pub(crate) fn drop_row(&self, id: &str) {
        lock(&self.known).remove(id);
        lock(&self.missing).remove(id);
        lock(&self.unsaved).remove(id);
        lock(&self.rows).remove(id);
    }

    /// Taken while a row's secrets are written or erased.
    pub(crate) async fn lock_row(&self, id: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let row = Arc::clone(lock(&self.rows).entry(id.to_owned()).or_default());
        row.lock_owned().await
    }

    /// Why the keychain did not take a row's secrets, while they are in memory only.
    pub(crate) fn unsaved(&self, id: &str) -> Option<ErrorView> {
        lock(&self.unsaved).get(id).cloned()
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets")
            .field("known", &lock(&self.known).len())
            .finish_non_exhaustive()
    }
}

/// Why a row's secrets are not at hand, as far as is known without asking the vault.
pub(crate) fn missing(app: &App, row: &Row) -> Option<Error> {
    if lock(&app.secrets.known).contains_key(&row.id) {
        return None;
    }
    match row.kept {
        Kept::None => None,
        Kept::Memory => Some(lost(row.kept)),
        Kept::Keychain | Kept::Unsaved => {
            let known = lock(&app.secrets.missing).get(&row.id).cloned();
            known.map(Error::from).or_else(|| app.keychain.trouble())
        }
    }
}

/// A row's secrets.
///
/// # Errors
/// [`ErrorCode::SecretMissing`] when they are gone for good or were never there, one of the keychain's codes when they
/// cannot be read now.
pub(crate) async fn load(app: &App, row: &Row) -> Result<RowSecrets, Error> {
    if let Some(secrets) = app.secrets.cached(&row.id) {
        return Ok(secrets);
    }
    let gone = match row.kept {
        Kept::None => {
            return Err(Error::new(
                ErrorCode::SecretMissing,
                "This database has no credentials here",
            ));
        }
        Kept::Memory => return Err(lost(row.kept)),
        // The keychain may hold what was known before it refused.
        Kept::Keychain | Kept::Unsaved => lost(row.kept),
    };
    let result = read(app, &row.id).await.and_then(|found| found.ok_or(gone));
    let noted = match &result {
        Ok(_) => false,
        // What is wrong with the keychain as a whole is known to the keychain.
        Err(_) if app.keychain.trouble().is_some() => false,
        Err(error) => {
            let error = ErrorView::from(error.clone());
            lock(&app.secrets.missing).insert(row.id.clone(), error.clone()) != Some(error)
        }
    };
    if noted {
        app.facts.tell(Fact::TemporaryChanged(row.id.clone()));
    }
    result.map(|secrets| app.secrets.remember_read(&row.id, secrets))
}

/// Reads a row's entry from the vault, past what is known already.
pub(crate) async fn read(app: &App, id: &str) -> Result<Option<RowSecrets>, Error> {
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
    Ok(text.as_ref().and_then(RowSecrets::unseal))
}

/// Keeps a row's secrets, in memory at once and then in the vault. They are never lost by this: what the vault did not
/// take stays in memory and is tried again.
pub(crate) async fn keep(app: &App, id: &str, secrets: &RowSecrets) -> Kept {
    app.secrets.remember(id, secrets.clone());
    if app.keychain.in_memory() {
        return Kept::Memory;
    }
    match write(app, id, secrets).await {
        Ok(()) => {
            lock(&app.secrets.unsaved).remove(id);
            Kept::Keychain
        }
        Err(error) => {
            tracing::warn!(id, code = ?error.code(), "the vault did not take a row's secrets");
            lock(&app.secrets.unsaved).insert(id.to_owned(), error.into());
            Kept::Unsaved
        }
    }
}

/// What a row says of its secrets after they were kept. Secrets that stay in memory are not all there is of a row that
/// the keychain knows: what it held before is still there, and it gets the newer ones when it is used again.
pub(crate) fn kept_after(before: Kept, kept: Kept) -> Kept {
    match (before, kept) {
        (Kept::Keychain | Kept::Unsaved, Kept::Memory) => Kept::Unsaved,
        (_, kept) => kept,
    }
}

async fn write(app: &App, id: &str, secrets: &RowSecrets) -> Result<(), Error> {
    let result = app
        .keychain
        .vault
        .set(&Entry::new(GROUP, id), secrets.seal()?)
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
pub(crate) async fn erase(app: &App, id: &str) -> Result<(), Error> {
    let result = app.keychain.vault.delete(&Entry::new(GROUP, id)).await;
    keychain::learn(app, result)
}

fn lost(kept: Kept) -> Error {
    let message = match kept {
        Kept::Memory => "The credentials were kept in memory only and ended with the app",
        Kept::Unsaved => "The keychain never took the credentials, and they ended with the app",
        Kept::Keychain | Kept::None => "The keychain no longer holds this database's credentials",
    };
    Error::new(ErrorCode::SecretMissing, message).hint(
        "If you have its claim link, such as in an env file, put the database on the shelf again with it.",
    )
}

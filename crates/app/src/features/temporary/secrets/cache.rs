//! The secrets of temporary databases that are in memory, and how they are written into one entry of the vault.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use api::{ClaimUrl, Database, DatabaseId, DatabaseStatus, DatabaseUrl};
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::base::guard::lock;
use crate::view::ErrorView;

/// The secrets that were read or made in this run, by local id.
#[derive(Default)]
pub(crate) struct Secrets {
    pub(super) known: Mutex<HashMap<String, RowSecrets>>,
    pub(super) missing: Mutex<HashMap<String, ErrorView>>,
    /// Why the keychain did not take a row's secrets.
    pub(super) unsaved: Mutex<HashMap<String, ErrorView>>,
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
    pub(crate) updated_at: Option<DateTime<Utc>>,
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
            updated_at: database.updated_at,
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
    pub(super) fn encode(&self) -> Result<SecretString, Error> {
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
            .map_err(|_| Error::internal("Couldn't combine the secrets into one entry"))
    }

    pub(super) fn decode(text: &SecretString) -> Option<Self> {
        let stored: Stored = serde_json::from_str(text.expose_secret()).ok()?;
        Some(Self {
            id: DatabaseId::parse(&stored.id).ok()?,
            claim_url: stored.claim_url.map(ClaimUrl::new),
            connection: stored.connection_string.map(DatabaseUrl::new),
            project_id: stored.project_id,
            created_at: stored.created_at,
            // The row in the store knows it.
            updated_at: None,
            expires_at: stored.expires_at,
            status: DatabaseStatus::from(stored.status),
        })
    }

    fn texts(&self) -> Vec<SecretString> {
        let connection = self.connection.as_ref().map(DatabaseUrl::expose);
        let password = connection
            .and_then(|text| text.parse::<pgclient::DatabaseUrl>().ok())
            .and_then(|url| url.password().cloned());
        let claim_url = self.claim_url.as_ref().map(ClaimUrl::expose);
        let texts = [Some(self.id.expose()), claim_url, connection];
        let texts = texts.into_iter().flatten().map(SecretString::from);
        texts.chain(password).collect()
    }
}

impl Secrets {
    pub(crate) fn cached(&self, id: &str) -> Option<RowSecrets> {
        lock(&self.known).get(id).cloned()
    }

    /// Everything secret that is in memory, so that it can be looked for in a text.
    pub(crate) fn all(&self) -> Vec<SecretString> {
        let known = lock(&self.known);
        known.values().flat_map(RowSecrets::texts).collect()
    }

    pub(crate) fn remember(&self, id: &str, secrets: RowSecrets) {
        lock(&self.missing).remove(id);
        lock(&self.known).insert(id.to_owned(), secrets);
    }

    /// Keeps what was read from the vault, unless something newer became known while it was read.
    pub(super) fn remember_read(&self, id: &str, secrets: RowSecrets) -> RowSecrets {
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

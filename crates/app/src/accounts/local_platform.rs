//! A platform that runs on this machine, as it is handed in and with its account.

use std::fmt;
use std::path::PathBuf;

use api::InstantUrl;
use secrecy::SecretString;

use crate::model::profile::LocalNames;

/// A platform that runs on this machine, handed in by whoever started it.
#[derive(Clone)]
pub struct LocalPlatform {
    /// Name of its account, such as `Sandbox`.
    pub name: String,
    /// Address of its Management API.
    pub base_url: String,
    /// Address of its instant service.
    pub instant_url: String,
    /// Its API key.
    pub key: SecretString,
    /// Its administrator's key, with which its changes are followed and its temporary databases deleted.
    pub admin_key: Option<SecretString>,
    /// Certificate authority of its servers.
    pub ca_file: Option<PathBuf>,
    /// What serves its databases, such as `PostgreSQL 17.10`.
    pub postgres: String,
    /// What it calls things.
    pub names: LocalNames,
}

impl fmt::Debug for LocalPlatform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalPlatform")
            .field("name", &self.name)
            .field("instant_url", &self.instant_url)
            .finish_non_exhaustive()
    }
}

/// A platform that runs on this machine now.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) account_id: String,
    pub(super) instant_url: InstantUrl,
    pub(super) platform: LocalPlatform,
}

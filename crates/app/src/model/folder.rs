//! What is written down of a project folder. No secret is part of it: a connection string is kept without its password.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::view::{ErrorView, FolderSeed, FolderSettings};

/// A project folder as it stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FolderRecord {
    pub(crate) id: String,
    /// Absolute, links followed.
    pub(crate) path: String,
    pub(crate) added_at: DateTime<Utc>,
    pub(crate) settings: FolderSettings,
    /// The SQL file as it was when the settings were made, links followed, where it lies outside of the folder.
    pub(crate) outside_seed: Option<String>,
    /// What the env file has.
    pub(crate) written: Option<WrittenString>,
    /// What was begun and has not ended.
    pub(crate) pending: Option<PendingFolder>,
    /// Why it has not.
    pub(crate) problem: Option<ErrorView>,
}

/// A connection string that Plinth wrote, by which it is known again.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WrittenString {
    /// The temporary database it leads to, where it is one.
    pub(crate) temporary_id: Option<String>,
    /// The string with its password hidden.
    pub(crate) masked: String,
    /// When that database goes, for when its row has left the list.
    pub(crate) expires_at: Option<DateTime<Utc>>,
}

/// How far giving a folder its database has come.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PendingFolder {
    /// The temporary database; its row may not be there yet.
    pub(crate) temporary_id: Option<String>,
    pub(crate) stage: FolderStage,
    /// What is written into the env file, from [`FolderStage::Write`] on.
    pub(crate) string: Option<WrittenString>,
}

/// What comes next.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FolderStage {
    Create,
    Write,
    Seed,
}

impl FolderRecord {
    /// The SQL file of the settings, as it stands there.
    pub(crate) fn seed_path(&self) -> Option<&str> {
        let FolderSeed::SqlScript { path } = self.settings.seed.as_ref()?;
        Some(path)
    }

    /// Whether a connection string without its password is one that was written, or is being written.
    pub(crate) fn wrote(&self, masked: &str) -> bool {
        let pending = self.pending.as_ref().and_then(|it| it.string.as_ref());
        let mut known = self.written.iter().chain(pending);
        known.any(|string| string.masked == masked)
    }
}

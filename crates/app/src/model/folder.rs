//! What is written down of a project folder. No secret is part of it: a connection string is kept without its password.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::view::{ErrorView, FolderSeed, FolderSettings};

/// How many former strings are kept.
const MOST_FORMER: usize = 16;

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
    /// What it had before, the latest last: an undone change brings it back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) former: Vec<WrittenString>,
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

    /// A connection string without its password, where it is being written or was.
    pub(crate) fn wrote(&self, masked: &str) -> Option<&WrittenString> {
        let pending = self.pending.as_ref().and_then(|it| it.string.as_ref());
        let former = self.former.iter().rev();
        let mut known = pending.into_iter().chain(&self.written).chain(former);
        known.find(|string| string.masked == masked)
    }

    /// The env file has this string in place of the one before.
    pub(crate) fn now_has(&mut self, string: WrittenString) {
        self.former.retain(|it| it.masked != string.masked);
        let before = self.written.replace(string);
        let before =
            before.filter(|it| self.written.as_ref().map(|now| &now.masked) != Some(&it.masked));
        if let Some(before) = before {
            self.former.retain(|it| it.masked != before.masked);
            self.former.push(before);
        }
        let surplus = self.former.len().saturating_sub(MOST_FORMER);
        self.former.drain(..surplus);
    }
}

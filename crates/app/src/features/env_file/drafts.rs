//! Changes of env files that were shown, and those that can be undone.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use envfile::{Plan, Receipt};

use crate::store::EnvNote;

/// Changes that were shown, and changes that can be undone, in memory until the app quits.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    pub(super) previews: Mutex<VecDeque<(String, Arc<Preview>)>>,
    pub(super) receipts: Mutex<VecDeque<(String, Arc<Written>)>>,
}

#[derive(Debug)]
pub(super) struct Preview {
    pub(super) source: CredentialSource,
    /// As it was named; links are followed again when it is written.
    pub(super) path: PathBuf,
    pub(super) key: String,
    pub(super) variables: Vec<String>,
    pub(super) plan: Plan,
}

#[derive(Debug)]
pub(super) struct Written {
    pub(super) source: CredentialSource,
    pub(super) receipt: Receipt,
    /// What the row said of its env file before, and what it says since.
    pub(super) before: Option<EnvNote>,
    pub(super) note: EnvNote,
}

/// Whose credentials are written.
#[derive(Clone, Debug)]
pub(crate) enum CredentialSource {
    /// A temporary database, by its id. It says which file it was written to.
    Temporary(String),
    /// A project's database, or a project's one-time secret.
    Database {
        label: String,
        place: String,
        account_id: String,
        project_id: Option<String>,
    },
}

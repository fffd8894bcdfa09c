//! What is known of accounts in this run: their rows, their keys and where the platform on this machine is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use api::Instant;

use super::key_cache::Keys;
use super::local_platform::{Local, LocalPlatform};
use crate::base::guard::lock;
use crate::store::Account;

/// Every account as it is in the store, and the keys that are in memory.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(super) known: Mutex<Vec<Account>>,
    /// One write at a time, so that the store and the memory agree.
    pub(super) writing: tokio::sync::Mutex<()>,
    /// One at a time connects, edits or removes: each first checks what is there already.
    pub(crate) edit_lock: tokio::sync::Mutex<()>,
    /// Held while a rotation begins, goes on or is dismissed, and while an address changes.
    pub(crate) rotating: tokio::sync::Mutex<()>,
    /// One at a time asks about an account's key.
    pub(crate) rechecks: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    pub(crate) keys: Keys,
}

impl Registry {
    pub(crate) fn new(known: Vec<Account>) -> Self {
        Self {
            known: Mutex::new(known),
            writing: tokio::sync::Mutex::default(),
            edit_lock: tokio::sync::Mutex::default(),
            rotating: tokio::sync::Mutex::default(),
            rechecks: Mutex::default(),
            keys: Keys::default(),
        }
    }

    /// Every account, in the order they were added.
    pub(crate) fn all(&self) -> Vec<Account> {
        lock(&self.known).clone()
    }

    /// One account, while it is there.
    pub(crate) fn find(&self, id: &str) -> Option<Account> {
        lock(&self.known).iter().find(|it| it.id == id).cloned()
    }
}

/// The addresses of this run.
#[derive(Debug, Default)]
pub(crate) struct InstantClients {
    pub(super) local: Mutex<Option<Local>>,
    /// By account, where there is one, and address.
    pub(super) clients: Mutex<HashMap<(Option<String>, String), Instant>>,
}

impl InstantClients {
    /// What runs on this machine now, with its account.
    pub(super) fn local(&self) -> Option<Local> {
        lock(&self.local).clone()
    }

    /// The same, while it serves this account.
    pub(super) fn local_for(&self, account_id: &str) -> Option<Local> {
        self.local().filter(|local| local.account_id == account_id)
    }

    pub(super) fn local_of(&self, account_id: &str) -> Option<LocalPlatform> {
        Some(self.local_for(account_id)?.platform)
    }
}

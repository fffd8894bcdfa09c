//! The vault, and what is known of it in this run.

use std::fmt;
use std::sync::{Arc, Mutex};

use vault::Vault;

use crate::Error;
use crate::base::guard::lock;
use crate::view::{KeychainKind, KeychainStatus, KeychainView};

/// The vault with what is known about it.
pub(crate) struct Keychain {
    pub(crate) vault: Arc<dyn Vault>,
    pub(super) state: Mutex<State>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    /// The person goes on with secrets in memory.
    pub(super) memory: bool,
    pub(super) status: KeychainStatus,
    pub(super) error: Option<Error>,
}

impl Keychain {
    pub(crate) fn new(vault: Arc<dyn Vault>) -> Self {
        let state = State {
            memory: false,
            status: KeychainStatus::Checking,
            error: None,
        };
        Self {
            vault,
            state: Mutex::new(state),
        }
    }

    /// Whether new secrets stay in memory because the person chose so.
    pub(crate) fn in_memory(&self) -> bool {
        lock(&self.state).memory
    }

    /// Whether the last call failed and the person has not chosen to go on without it.
    pub(crate) fn is_failing(&self) -> bool {
        let state = lock(&self.state);
        state.error.is_some() && !state.memory
    }

    /// Why the vault cannot be read now, as far as the last probe knows.
    pub(crate) fn problem(&self) -> Option<Error> {
        lock(&self.state).error.clone()
    }

    pub(super) fn view(&self) -> KeychainView {
        let State {
            memory,
            status,
            error,
        } = lock(&self.state).clone();
        let memory = memory || self.vault.kind() == vault::Kind::Memory;
        let error = error.map(crate::view::ErrorView::from);
        KeychainView {
            kind: if memory {
                KeychainKind::Memory
            } else {
                KeychainKind::Keychain
            },
            status,
            message: error.as_ref().map(|error| error.message.clone()),
            hint: error.and_then(|error| error.hint),
        }
    }
}

impl fmt::Debug for Keychain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keychain")
            .field("state", &lock(&self.state))
            .finish_non_exhaustive()
    }
}

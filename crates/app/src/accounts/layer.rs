//! What knows accounts, their keys and the clients that speak for them.

use std::ops::Deref;
use std::sync::Arc;

use api::Recorder;

use super::clients::AccountClients;
use super::registry::{InstantClients, Registry};
use crate::core::Core;
use crate::store::Account;

/// The layer over [`Core`]. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Accounts {
    below: Core,
    pub(crate) accounts: Arc<Registry>,
    pub(crate) instant_services: Arc<InstantClients>,
    pub(crate) clients: Arc<AccountClients>,
}

impl Accounts {
    pub(crate) fn new(below: Core, accounts: Vec<Account>) -> Self {
        let clients = AccountClients::new(Arc::clone(&below.network.environment), &below.contacts);
        clients.lock(&accounts);
        Self {
            below,
            accounts: Arc::new(Registry::new(accounts)),
            instant_services: Arc::new(InstantClients::default()),
            clients: Arc::new(clients),
        }
    }

    /// As [`crate::core::Core::drafting`].
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            below: self.below.drafting(recorder),
            ..self.clone()
        }
    }
}

impl Deref for Accounts {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.below
    }
}

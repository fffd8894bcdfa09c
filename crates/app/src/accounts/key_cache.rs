//! The keys of accounts that are in memory, each for the origin that it is sent to.

use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;

use secrecy::SecretString;
use url::Url;

use crate::Error;
use crate::base::guard::lock;
use crate::model::profile::Profile;
use crate::store::Account;

/// The keys that are in memory, and why others are not, by account.
#[derive(Default)]
pub(crate) struct Keys {
    /// By account and origin: whoever still holds an account as it was gets no key of another address, and none of an
    /// account that has moved.
    known: Mutex<HashMap<(String, String), SecretString>>,
    pub(super) missing: Mutex<HashMap<String, Error>>,
    /// One read at a time, and none while a key is changed together with its address.
    pub(super) reading: tokio::sync::Mutex<()>,
}

impl Keys {
    pub(super) fn cached(&self, account: &Account) -> Option<SecretString> {
        let at = (account.id.clone(), origin_of(account));
        lock(&self.known).get(&at).cloned()
    }

    pub(super) fn remember(&self, account: &Account, key: SecretString) {
        lock(&self.missing).remove(&account.id);
        lock(&self.known).insert((account.id.clone(), origin_of(account)), key);
    }

    /// The account is at this origin alone from now on.
    pub(super) fn keep_only(&self, account: &Account) {
        let origin = origin_of(account);
        lock(&self.known).retain(|(id, of), _| *id != account.id || *of == origin);
    }

    /// What was found out about a key that is not available does not count any more.
    pub(super) fn try_again(&self, id: &str) {
        lock(&self.missing).remove(id);
    }

    pub(crate) fn forget(&self, id: &str) {
        lock(&self.missing).remove(id);
        lock(&self.known).retain(|(of, _), _| of != id);
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys")
            .field("known", &lock(&self.known).len())
            .finish_non_exhaustive()
    }
}

/// Scheme, host and port of an account's Management API: its key is sent nowhere else.
pub(super) fn origin_of(account: &Account) -> String {
    let fixed = Profile::of_platform(account.platform).base_url;
    let base = account.base_url.as_deref().or(fixed);
    base.and_then(origin).unwrap_or_default()
}

/// Scheme, host and port of an address.
pub(super) fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    Some(url.origin().ascii_serialization())
}

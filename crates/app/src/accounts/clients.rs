//! The cached clients of accounts, one a key and address, with what the platform said of the key.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{Budget, Budgets, Gate, Gates, Management, ManagementUrl, Observer};
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};

use crate::Error;
use crate::base::clients;
use crate::base::clock::{Clock, NetworkOptions};
use crate::base::guard::lock;
use crate::store::Account;
use crate::tools::contacts::Contacts;
use crate::view::ContactReason;

/// The clients of all accounts.
pub(crate) struct AccountClients {
    budgets: Budgets,
    observer: Arc<dyn Observer>,
    cached: Mutex<HashMap<String, CachedClient>>,
    /// The gates for writes, by account: closed while it is locked against changes. They outlive a client, so that another
    /// key does not unlock the account.
    writes: Mutex<HashMap<String, Gate>>,
}

struct CachedClient {
    base: String,
    key: SecretString,
    client: Management,
    key_status: Arc<KeyStatus>,
}

/// What replies said of one key.
#[derive(Debug, Default)]
pub(super) struct KeyStatus {
    /// Closed once the platform refused it: nothing is sent with it until the user tries it again.
    pub(super) refused: Gate,
    /// A mutation was left open because the platform did not answer.
    pub(super) left_open: AtomicBool,
    /// Milliseconds to add to this machine's clock.
    pub(super) offset: Mutex<Option<i64>>,
    /// When the platform last accepted it, by the platform's clock.
    pub(super) taken_at: Mutex<Option<DateTime<Utc>>>,
    /// Set while the platform cannot be reached.
    pub(super) outage: Mutex<Option<Outage>>,
}

/// A platform that cannot be reached. Times are of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outage {
    /// When the last request failed.
    noticed_at: Duration,
    /// How many requests failed, each sent after the one before it had failed.
    failures: u32,
}

impl Outage {
    /// The first wait before the platform is asked again; each further one is twice as long.
    const FIRST_PAUSE: Duration = Duration::from_secs(5);
    /// The longest of them.
    const LONGEST_PAUSE: Duration = Duration::from_secs(60);

    /// The outage after another request failed.
    pub(super) fn after(former: Option<Self>, asked_at: Duration, now: Duration) -> Self {
        match former {
            // The request was under way when the outage was noticed.
            Some(outage) if asked_at < outage.noticed_at => outage,
            _ => Self {
                noticed_at: now,
                failures: former.map_or(0, |it| it.failures).saturating_add(1),
            },
        }
    }

    /// When one request may find out whether the platform answers again.
    pub(super) fn retry_at(&self) -> Duration {
        let doublings = (self.failures - 1).min(10);
        self.noticed_at + (Self::FIRST_PAUSE * (1 << doublings)).min(Self::LONGEST_PAUSE)
    }
}

impl AccountClients {
    pub(crate) fn new(clock: Arc<dyn Clock>, contacts: &Contacts) -> Self {
        Self {
            budgets: Budgets::new(clock),
            observer: contacts.observer(ContactReason::ManagementApi),
            cached: Mutex::default(),
            writes: Mutex::default(),
        }
    }

    /// Whether the platform refused the account's present key.
    pub(crate) fn is_refused(&self, account_id: &str) -> bool {
        let cached = lock(&self.cached);
        let known = cached.get(account_id);
        known.is_some_and(|known| known.key_status.refused.is_closed())
    }

    /// When the platform last accepted the account's present key, by the platform's clock.
    pub(crate) fn taken_at(&self, account_id: &str) -> Option<DateTime<Utc>> {
        let cached = lock(&self.cached);
        let known = cached.get(account_id)?;
        *lock(&known.key_status.taken_at)
    }

    /// The platform accepted the account's key again.
    pub(crate) fn admit(&self, account_id: &str) {
        if let Some(known) = lock(&self.cached).get(account_id) {
            known.key_status.refused.set(false);
        }
    }

    /// The gate that is closed while an account is locked against changes.
    pub(crate) fn writes_of(&self, account_id: &str) -> Gate {
        let mut writes = lock(&self.writes);
        writes.entry(account_id.to_owned()).or_default().clone()
    }

    /// Closes and opens the gates for writes as the accounts say.
    pub(crate) fn lock(&self, accounts: &[Account]) {
        for account in accounts {
            self.writes_of(&account.id).set(account.is_read_only);
        }
    }

    /// Drops the cached client: the account has another key or another address from now on.
    pub(crate) fn forget(&self, account_id: &str) {
        lock(&self.cached).remove(account_id);
    }

    /// The account was removed. Requests that still have its client must not change anything, so its gate stays closed.
    pub(crate) fn remove(&self, account_id: &str) {
        self.forget(account_id);
        if let Some(writes) = lock(&self.writes).remove(account_id) {
            writes.set(true);
        }
    }

    /// The keys that are in use.
    pub(crate) fn keys(&self) -> Vec<SecretString> {
        let cached = lock(&self.cached);
        cached.values().map(|known| known.key.clone()).collect()
    }

    /// Counts the requests of clients.
    pub(super) fn observer(&self) -> Arc<dyn Observer> {
        Arc::clone(&self.observer)
    }

    /// The budget of a key.
    pub(crate) fn budget(&self, key: &SecretString) -> Budget {
        self.budgets.of(key)
    }

    /// Milliseconds to add to this machine's clock to get that of an account's platform, once a reply said so.
    pub(crate) fn offset_ms(&self, account_id: &str) -> Option<i64> {
        let cached = lock(&self.cached);
        let known = cached.get(account_id)?;
        *lock(&known.key_status.offset)
    }

    /// A client at this address that sends nothing, so it may have any key.
    pub(super) async fn draft(
        &self,
        network: &NetworkOptions,
        account_id: &str,
        base: &str,
    ) -> Result<Management, Error> {
        if let Some(known) = lock(&self.cached).get(account_id)
            && known.base == base
        {
            return Ok(known.client.clone());
        }
        let key = SecretString::from("none");
        let budget = Budget::new(Arc::clone(&network.environment));
        clients::management(address(base)?, key, budget, network.clone()).await
    }

    pub(super) async fn client(
        &self,
        network: &NetworkOptions,
        account_id: &str,
        base: &str,
        key: &SecretString,
    ) -> Result<(Management, Arc<KeyStatus>), Error> {
        if let Some(known) = self.known_client(account_id, base, key) {
            return Ok(known);
        }
        let key_status = Arc::<KeyStatus>::default();
        let options = NetworkOptions {
            gates: Gates {
                all: key_status.refused.clone(),
                writes: self.writes_of(account_id),
            },
            observer: Some(Arc::clone(&self.observer)),
            ..network.clone()
        };
        let budget = self.budgets.of(key);
        let client = clients::management(address(base)?, key.clone(), budget, options).await?;
        let mut cached = lock(&self.cached);
        if let Some(known) = cached.get(account_id)
            && known.is_of(base, key)
        {
            // Another task made one meanwhile. Both must share one `KeyStatus`, or a refusal would stop only one of them.
            return Ok((known.client.clone(), Arc::clone(&known.key_status)));
        }
        let known = CachedClient {
            base: base.to_owned(),
            key: key.clone(),
            client: client.clone(),
            key_status: Arc::clone(&key_status),
        };
        cached.insert(account_id.to_owned(), known);
        Ok((client, key_status))
    }

    fn known_client(
        &self,
        account_id: &str,
        base: &str,
        key: &SecretString,
    ) -> Option<(Management, Arc<KeyStatus>)> {
        let cached = lock(&self.cached);
        let known = cached
            .get(account_id)
            .filter(|known| known.is_of(base, key))?;
        Some((known.client.clone(), Arc::clone(&known.key_status)))
    }
}

impl CachedClient {
    fn is_of(&self, base: &str, key: &SecretString) -> bool {
        self.base == base && self.key.expose_secret() == key.expose_secret()
    }
}

/// Parses a stored address.
pub(crate) fn address(base: &str) -> Result<ManagementUrl, Error> {
    ManagementUrl::parse(base).map_err(|problem| {
        Error::invalid(format!("The account's address is not valid: {problem}"))
            .hint(problem.hint())
    })
}

impl std::fmt::Debug for AccountClients {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccountClients").finish_non_exhaustive()
    }
}

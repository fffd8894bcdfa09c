//! How an account's Management API is spoken to: one client an account, one budget a key, and what is heard of the key.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use api::{
    Budget, Budgets, CallOptions, Gate, Gates, Management, ManagementUrl, Priority, Recorder, Reply,
};
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretString};

use crate::clock::{Clock, NetworkOptions};
use crate::fact::Fact;
use crate::guard::lock;
use crate::platform::Profile;
use crate::store::Account;
use crate::view::{BudgetView, ErrorCode};
use crate::{App, Error, accounts, clients};

/// A reply that took longer than this says nothing about the platform's time now.
const LONGEST_REPLY: TimeDelta = TimeDelta::seconds(15);

/// The clients of all accounts.
pub(crate) struct Managements {
    budgets: Budgets,
    lines: Mutex<HashMap<String, Line>>,
    /// What keeps changes from leaving, by account: shut while it is locked against them.
    writes: Mutex<HashMap<String, Gate>>,
}

struct Line {
    base: String,
    key: SecretString,
    client: Management,
    heard: Arc<Heard>,
}

/// What is known of one key since it is used.
#[derive(Debug, Default)]
struct Heard {
    /// Shut once the platform refused it: nothing leaves with it until somebody tried it again.
    refused: Gate,
    /// Something was left open because the platform did not answer.
    left_open: AtomicBool,
    /// Milliseconds to add to this machine's clock.
    offset: Mutex<Option<i64>>,
    /// When the platform last took it, by the platform's clock.
    taken_at: Mutex<Option<DateTime<Utc>>>,
}

/// An account that can be spoken to.
#[derive(Clone)]
pub(crate) struct Reach {
    pub(crate) app: App,
    pub(crate) account: Account,
    pub(crate) profile: &'static Profile,
    client: Management,
    heard: Arc<Heard>,
}

/// How much an account's key has sent in the last minute, of how much it may.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an account that is not there, and what its platform says while it has no
/// address.
pub async fn budget(app: &App, account_id: &str) -> Result<BudgetView, Error> {
    let reach = known(app, account_id).await?;
    Ok(BudgetView::from(reach.client.budget().usage()))
}

/// Whether no account has this id any more.
pub(crate) async fn is_gone(app: &App, account_id: &str) -> Result<bool, Error> {
    Ok(app.accounts.find(account_id).is_none())
}

/// The way to an account.
///
/// # Errors
/// [`ErrorCode::Invalid`] for one that is not there, what its platform says while it has no address, a keychain's code
/// when its key is not at hand, [`ErrorCode::Unauthorized`] once its key was refused: nothing is sent for it then.
pub(crate) async fn of(app: &App, account_id: &str) -> Result<Reach, Error> {
    let reach = known(app, account_id).await?;
    if reach.heard.refused.is_closed() {
        return Err(refused(&reach.account));
    }
    Ok(reach)
}

/// The way to an account, also when its key was refused.
pub(crate) async fn known(app: &App, account_id: &str) -> Result<Reach, Error> {
    let account = accounts::account(app, account_id)?;
    let profile = Profile::of_platform(account.platform);
    if let Some(recorder) = app.drafts_to() {
        return draft(app, account, profile, recorder).await;
    }
    let (base, key) = accounts::way(app, &account).await?;
    let (client, heard) = app.managements.line(app, &account.id, &base, &key).await?;
    if let Err(gone) = accounts::account(app, account_id) {
        // It was removed while its client was made, so nobody shut what lets its changes through.
        app.managements.remove(account_id);
        return Err(gone);
    }
    Ok(Reach {
        app: app.clone(),
        account,
        profile,
        client,
        heard,
    })
}

/// Why nothing is sent for an account whose key was refused.
pub(crate) fn refused(account: &Account) -> Error {
    Error::new(
        ErrorCode::Unauthorized,
        format!("The platform refused the key of {}", account.name),
    )
    .hint("Replace the key or try it again; nothing is sent for this account until then.")
    .about(&account.id)
}

/// The way to an account whose calls are only taken down: it takes an address, but no key that is good and no platform
/// that answers.
async fn draft(
    app: &App,
    account: Account,
    profile: &'static Profile,
    recorder: &Recorder,
) -> Result<Reach, Error> {
    let base = accounts::base_of(app, &account)?;
    let client = app.managements.draft(app, &account.id, &base).await?;
    Ok(Reach {
        app: app.clone(),
        account,
        profile,
        client: client.recorded(recorder),
        heard: Arc::default(),
    })
}

impl Managements {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            budgets: Budgets::new(clock),
            lines: Mutex::default(),
            writes: Mutex::default(),
        }
    }

    /// Whether the platform refused the key that this account has now.
    pub(crate) fn is_refused(&self, account_id: &str) -> bool {
        let lines = lock(&self.lines);
        let line = lines.get(account_id);
        line.is_some_and(|line| line.heard.refused.is_closed())
    }

    /// When the platform last took the key that this account has now, by the platform's clock.
    pub(crate) fn taken_at(&self, account_id: &str) -> Option<DateTime<Utc>> {
        let lines = lock(&self.lines);
        let line = lines.get(account_id)?;
        *lock(&line.heard.taken_at)
    }

    /// The account's key is good again.
    pub(crate) fn admit(&self, account_id: &str) {
        if let Some(line) = lock(&self.lines).get(account_id) {
            line.heard.refused.set(false);
        }
    }

    /// What is shut while an account is locked against changes.
    pub(crate) fn writes_of(&self, account_id: &str) -> Gate {
        let mut writes = lock(&self.writes);
        writes.entry(account_id.to_owned()).or_default().clone()
    }

    /// Shuts and opens what lets changes through, by what the accounts say.
    pub(crate) fn lock(&self, accounts: &[Account]) {
        for account in accounts {
            self.writes_of(&account.id).set(account.is_read_only);
        }
    }

    /// The account has another key or another address from now on.
    pub(crate) fn forget(&self, account_id: &str) {
        lock(&self.lines).remove(account_id);
    }

    /// The account is gone: whoever still holds a way to it changes nothing there any more.
    pub(crate) fn remove(&self, account_id: &str) {
        self.forget(account_id);
        if let Some(writes) = lock(&self.writes).remove(account_id) {
            writes.set(true);
        }
    }

    /// The budget of a key.
    pub(crate) fn budget(&self, key: &SecretString) -> Budget {
        self.budgets.of(key)
    }

    /// Milliseconds to add to this machine's clock to get that of an account's platform, once a reply said so.
    pub(crate) fn offset_ms(&self, account_id: &str) -> Option<i64> {
        let lines = lock(&self.lines);
        let line = lines.get(account_id)?;
        *lock(&line.heard.offset)
    }

    /// A client at this address that sends nothing, so it may have any key.
    async fn draft(&self, app: &App, account_id: &str, base: &str) -> Result<Management, Error> {
        if let Some(line) = lock(&self.lines).get(account_id)
            && line.base == base
        {
            return Ok(line.client.clone());
        }
        let key = SecretString::from("none");
        let budget = Budget::new(Arc::clone(&app.network.environment));
        clients::management(address(base)?, key, budget, app.network.clone()).await
    }

    async fn line(
        &self,
        app: &App,
        account_id: &str,
        base: &str,
        key: &SecretString,
    ) -> Result<(Management, Arc<Heard>), Error> {
        if let Some(known) = self.known_line(account_id, base, key) {
            return Ok(known);
        }
        let heard = Arc::<Heard>::default();
        let options = NetworkOptions {
            gates: Gates {
                all: heard.refused.clone(),
                writes: self.writes_of(account_id),
            },
            ..app.network.clone()
        };
        let budget = self.budgets.of(key);
        let client = clients::management(address(base)?, key.clone(), budget, options).await?;
        let mut lines = lock(&self.lines);
        if let Some(line) = lines.get(account_id)
            && line.is_of(base, key)
        {
            // Somebody else was faster: what is heard of a key is heard in one place.
            return Ok((line.client.clone(), Arc::clone(&line.heard)));
        }
        let line = Line {
            base: base.to_owned(),
            key: key.clone(),
            client: client.clone(),
            heard: Arc::clone(&heard),
        };
        lines.insert(account_id.to_owned(), line);
        Ok((client, heard))
    }

    fn known_line(
        &self,
        account_id: &str,
        base: &str,
        key: &SecretString,
    ) -> Option<(Management, Arc<Heard>)> {
        let lines = lock(&self.lines);
        let line = lines.get(account_id).filter(|line| line.is_of(base, key))?;
        Some((line.client.clone(), Arc::clone(&line.heard)))
    }
}

impl Line {
    fn is_of(&self, base: &str, key: &SecretString) -> bool {
        self.base == base && self.key.expose_secret() == key.expose_secret()
    }
}

/// An address as it is kept, read.
pub(crate) fn address(base: &str) -> Result<ManagementUrl, Error> {
    ManagementUrl::parse(base).map_err(|problem| {
        Error::invalid(format!("The account's address cannot be used: {problem}"))
            .hint(problem.hint())
    })
}

impl std::fmt::Debug for Managements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Managements").finish_non_exhaustive()
    }
}

impl Reach {
    /// A client for what somebody waits for.
    pub(crate) fn click(&self) -> Management {
        self.client.clone()
    }

    /// The address of its Management API.
    pub(crate) fn base(&self) -> &str {
        self.client.base().as_str()
    }

    /// A client for what nobody waits for: it leaves a fifth of the budget to clicks.
    pub(crate) fn background(&self) -> Management {
        // What is only taken down stays so, whoever asks.
        self.client.with(CallOptions {
            priority: Priority::Background,
            recorder: self.app.drafts_to().cloned(),
            ..CallOptions::default()
        })
    }

    /// Something waits for this platform to answer again: the watcher is woken when it does.
    pub(crate) fn leave_open(&self) {
        self.heard.left_open.store(true, Ordering::Relaxed);
    }

    /// Milliseconds to add to this machine's clock to get the platform's, once a reply said so.
    pub(crate) fn offset_ms(&self) -> Option<i64> {
        *lock(&self.heard.offset)
    }

    /// Waits for a reply and gives what is in it.
    pub(crate) async fn ask<T>(
        &self,
        call: impl Future<Output = Result<Reply<T>, api::Error>>,
    ) -> Result<T, Error> {
        let reply = self.hear(call).await?;
        Ok(reply.value)
    }

    /// Waits for a reply and keeps what it says about the key and about the platform's clock.
    pub(crate) async fn hear<T>(
        &self,
        call: impl Future<Output = Result<Reply<T>, api::Error>>,
    ) -> Result<Reply<T>, api::Error> {
        let asked_at = self.app.clock.now();
        let reply = call.await;
        match &reply {
            Ok(reply) => {
                self.learn(reply.server_time, asked_at);
                let now = reply.server_time.unwrap_or_else(|| self.app.clock.now());
                *lock(&self.heard.taken_at) = Some(now);
                self.app.watch.heard(&self.account.id);
                if self.heard.left_open.swap(false, Ordering::Relaxed) {
                    self.app.watch.wake();
                }
            }
            Err(error) => {
                self.learn(error.server_time(), asked_at);
                if error.is_unauthorized() {
                    self.refuse();
                }
            }
        }
        reply
    }

    /// The platform refused the key. Only somebody who tries it again, or another key, ends that.
    pub(crate) fn refuse(&self) {
        if self.heard.refused.set(true) {
            self.app.facts.tell(Fact::AccountsChanged);
            self.app.watch.wake();
        }
    }

    fn learn(&self, server_time: Option<DateTime<Utc>>, asked_at: DateTime<Utc>) {
        let now = self.app.clock.now();
        let Some(server_time) = server_time else {
            return;
        };
        if (TimeDelta::zero()..LONGEST_REPLY).contains(&(now - asked_at)) {
            *lock(&self.heard.offset) = Some((server_time - now).num_milliseconds());
        }
    }
}

impl std::fmt::Debug for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reach")
            .field("account", &self.account.id)
            .finish_non_exhaustive()
    }
}

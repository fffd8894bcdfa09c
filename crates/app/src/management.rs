//! How an account's Management API is spoken to: one client an account, one budget a key, and what is heard of the key.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use api::{Budgets, Circumstances, Management, ManagementUrl, Priority, Reply};
use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretString};

use crate::clock::Clock;
use crate::fact::Fact;
use crate::guard::lock;
use crate::platform::Profile;
use crate::store::{Account, table};
use crate::view::BudgetView;
use crate::{App, Error, accounts};

/// A reply that took longer than this says nothing about the platform's time now.
const LONGEST_REPLY: TimeDelta = TimeDelta::seconds(15);

/// The clients of all accounts.
pub(crate) struct Managements {
    budgets: Budgets,
    lines: Mutex<HashMap<String, Line>>,
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
    refused: AtomicBool,
    /// Something was left open because the platform did not answer.
    left_open: AtomicBool,
    /// Milliseconds to add to this machine's clock.
    offset: Mutex<Option<i64>>,
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
    let reach = of(app, account_id).await?;
    Ok(BudgetView::from(reach.client.budget().usage()))
}

/// Whether no account has this id any more.
pub(crate) async fn is_gone(app: &App, account_id: &str) -> Result<bool, Error> {
    let accounts = app.store.read(table::accounts::all).await?;
    Ok(accounts.iter().all(|account| account.id != account_id))
}

/// The way to an account.
pub(crate) async fn of(app: &App, account_id: &str) -> Result<Reach, Error> {
    let wanted = account_id.to_owned();
    let accounts = app.store.read(table::accounts::all).await?;
    let account = accounts.into_iter().find(|account| account.id == wanted);
    let account = account.ok_or_else(|| {
        Error::invalid("This account does not exist").hint("Choose another account.")
    })?;
    let profile = Profile::of_platform(account.platform);
    let platform = accounts::local_of(app, &account.id).ok_or_else(|| profile.unavailable())?;
    let (client, heard) =
        app.managements
            .line(app, &account.id, &platform.base_url, &platform.key)?;
    Ok(Reach {
        app: app.clone(),
        account,
        profile,
        client,
        heard,
    })
}

impl Managements {
    pub(crate) fn new(ambient: Arc<dyn Clock>) -> Self {
        Self {
            budgets: Budgets::new(ambient),
            lines: Mutex::default(),
        }
    }

    /// Whether the platform refused the key that this account has now.
    pub(crate) fn is_refused(&self, account_id: &str) -> bool {
        let lines = lock(&self.lines);
        let line = lines.get(account_id);
        line.is_some_and(|line| line.heard.refused.load(Ordering::Relaxed))
    }

    fn line(
        &self,
        app: &App,
        account_id: &str,
        base: &str,
        key: &SecretString,
    ) -> Result<(Management, Arc<Heard>), Error> {
        let mut lines = lock(&self.lines);
        if let Some(line) = lines.get(account_id)
            && line.base == base
            && line.key.expose_secret() == key.expose_secret()
        {
            return Ok((line.client.clone(), Arc::clone(&line.heard)));
        }
        let url = ManagementUrl::parse(base).map_err(|problem| {
            Error::invalid(format!("The account's address cannot be used: {problem}"))
                .hint(problem.hint())
        })?;
        let budget = self.budgets.of(key);
        let client = Management::new(url, key.clone(), budget, app.network.clone())?;
        let heard = Arc::<Heard>::default();
        let line = Line {
            base: base.to_owned(),
            key: key.clone(),
            client: client.clone(),
            heard: Arc::clone(&heard),
        };
        lines.insert(account_id.to_owned(), line);
        Ok((client, heard))
    }
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

    /// A client for what nobody waits for: it leaves a fifth of the budget to clicks.
    pub(crate) fn background(&self) -> Management {
        self.client.with(Circumstances {
            priority: Priority::Background,
            ..Circumstances::default()
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
                self.refused(false);
                self.app.watch.heard(&self.account.id);
                if self.heard.left_open.swap(false, Ordering::Relaxed) {
                    self.app.watch.wake();
                }
            }
            Err(error) => {
                self.learn(error.server_time(), asked_at);
                if error.is_unauthorized() {
                    self.refused(true);
                }
            }
        }
        reply
    }

    fn refused(&self, refused: bool) {
        if self.heard.refused.swap(refused, Ordering::Relaxed) != refused {
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

//! Requests to an account's Management API: one client an account, one budget a key, and what replies say of the key.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use api::{CallOptions, Management, Priority, Recorder, Reply};
use chrono::{DateTime, TimeDelta, Utc};

use super::address::{base_of, way};
use super::clients::{KeyStatus, Outage};
use super::{Accounts, rows};
use crate::Error;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::model::profile::Profile;
use crate::store::Account;
use crate::view::{BudgetView, ErrorCode};

/// A reply that took longer than this is not used to set the platform's clock: its `Date` header may be as old.
const LONGEST_REPLY: TimeDelta = TimeDelta::seconds(15);

/// An account with its client.
#[derive(Clone)]
pub(crate) struct AccountClient {
    pub(crate) app: Accounts,
    pub(crate) account: Account,
    pub(crate) profile: &'static Profile,
    client: Management,
    key: Arc<KeyStatus>,
}

/// How much an account's key has sent in the last minute, of how much it may.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an account that is not there, and what its platform says while it has no
/// address.
#[operation(Page, Read, account_budget)]
pub async fn budget(app: &Accounts, account_id: &str) -> Result<BudgetView, Error> {
    let account_client = known(app, account_id).await?;
    Ok(BudgetView::from(account_client.client.budget().usage()))
}

/// Whether no account has this id any more.
pub(crate) fn is_gone(app: &Accounts, account_id: &str) -> bool {
    app.accounts.find(account_id).is_none()
}

/// The client of an account.
///
/// # Errors
/// [`ErrorCode::Invalid`] for one that is not there, what its platform says while it has no address, a keychain's code
/// when its key is not available, [`ErrorCode::Unauthorized`] once its key was refused: nothing is sent for it then.
pub(crate) async fn of(app: &Accounts, account_id: &str) -> Result<AccountClient, Error> {
    let account_client = known(app, account_id).await?;
    if account_client.key.refused.is_closed() {
        return Err(refused(&account_client.account));
    }
    Ok(account_client)
}

/// The client of an account, also when its key was refused.
pub(crate) async fn known(app: &Accounts, account_id: &str) -> Result<AccountClient, Error> {
    let account = rows::account(app, account_id)?;
    let profile = rows::profile_of(app, &account);
    if let Some(recorder) = app.drafts_to() {
        return draft(app, account, profile, recorder).await;
    }
    let (base, key) = way(app, &account).await?;
    let (client, key_status) = app
        .clients
        .client(&app.network, &account.id, &base, &key)
        .await?;
    if let Err(gone) = rows::account(app, account_id) {
        // It was removed while its client was made, so the removal found no gate to close.
        app.clients.remove(account_id);
        return Err(gone);
    }
    Ok(AccountClient {
        app: app.clone(),
        account,
        profile,
        client,
        key: key_status,
    })
}

/// Why nothing is sent for an account whose key was refused.
pub(crate) fn refused(account: &Account) -> Error {
    Error::new(
        ErrorCode::Unauthorized,
        format!("The platform rejected the key of {}", account.name),
    )
    .hint("Replace the key or try it again. Until then, nothing is sent for this account.")
    .about(&account.id)
}

/// A client whose requests are only recorded: it needs an address, but neither a key that works nor a platform that answers.
async fn draft(
    app: &Accounts,
    account: Account,
    profile: &'static Profile,
    recorder: &Recorder,
) -> Result<AccountClient, Error> {
    let base = base_of(app, &account)?;
    let client = app.clients.draft(&app.network, &account.id, &base).await?;
    Ok(AccountClient {
        app: app.clone(),
        account,
        profile,
        client: client.recorded(recorder),
        key: Arc::default(),
    })
}

impl AccountClient {
    /// A client for requests for which the user waits.
    pub(crate) fn click(&self) -> Management {
        self.client.clone()
    }

    /// The address of its Management API.
    pub(crate) fn base(&self) -> &str {
        self.client.base().as_str()
    }

    /// A client for requests for which nobody waits: it leaves a fifth of the budget to clicks.
    pub(crate) fn background(&self) -> Management {
        self.background_within(None)
    }

    /// As [`AccountClient::background`], each request with this deadline.
    pub(crate) fn background_within(&self, deadline: Option<Duration>) -> Management {
        // The new options replace those of the client, the recorder included: without it these requests would be sent.
        self.client.with(CallOptions {
            priority: Priority::Background,
            deadline,
            recorder: self.app.drafts_to().cloned(),
            ..CallOptions::default()
        })
    }

    /// Has the watcher woken by the next reply of this platform, as a mutation was left open.
    pub(crate) fn leave_open(&self) {
        self.key.left_open.store(true, Ordering::Relaxed);
    }

    /// When one request may find out whether the platform answers again, while it cannot be reached.
    pub(crate) fn outage_until(&self) -> Option<Duration> {
        lock(&self.key.outage).map(|outage| outage.retry_at())
    }

    /// Milliseconds to add to this machine's clock to get the platform's, once a reply said so.
    pub(crate) fn offset_ms(&self) -> Option<i64> {
        *lock(&self.key.offset)
    }

    /// Waits for a reply and gives what is in it.
    pub(crate) async fn send_value<T>(
        &self,
        call: impl Future<Output = Result<Reply<T>, api::Error>>,
    ) -> Result<T, Error> {
        let reply = self.send(call).await?;
        Ok(reply.value)
    }

    /// Waits for a reply, and notes what it says about the key and the platform's clock.
    pub(crate) async fn send<T>(
        &self,
        call: impl Future<Output = Result<Reply<T>, api::Error>>,
    ) -> Result<Reply<T>, api::Error> {
        let (asked_at, began) = (self.app.clock.now(), self.app.clock.elapsed());
        let reply = call.await;
        match &reply {
            Ok(reply) => {
                self.learn(reply.server_time, asked_at);
                let now = reply.server_time.unwrap_or_else(|| self.app.clock.now());
                *lock(&self.key.taken_at) = Some(now);
                self.app.signals.answered(&self.account.id);
                let was_out = lock(&self.key.outage).take().is_some();
                if self.key.left_open.swap(false, Ordering::Relaxed) || was_out {
                    self.app.signals.changed();
                }
            }
            Err(error) => {
                self.learn(error.server_time(), asked_at);
                if error.is_offline() || error.is_timeout() {
                    let mut outage = lock(&self.key.outage);
                    *outage = Some(Outage::after(*outage, began, self.app.clock.elapsed()));
                }
                if error.is_unauthorized() {
                    self.refuse();
                }
            }
        }
        reply
    }

    /// Notes that the platform refused the key. That ends only when the user tries it again or replaces it.
    pub(crate) fn refuse(&self) {
        if self.key.refused.set(true) {
            self.app.events.publish(Event::AccountsChanged);
            self.app.signals.changed();
        }
    }

    fn learn(&self, server_time: Option<DateTime<Utc>>, asked_at: DateTime<Utc>) {
        let now = self.app.clock.now();
        let Some(server_time) = server_time else {
            return;
        };
        if (TimeDelta::zero()..LONGEST_REPLY).contains(&(now - asked_at)) {
            *lock(&self.key.offset) = Some((server_time - now).num_milliseconds());
        }
    }
}

impl std::fmt::Debug for AccountClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccountClient")
            .field("account", &self.account.id)
            .finish_non_exhaustive()
    }
}

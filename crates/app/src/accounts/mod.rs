//! Accounts, and the places where temporary databases are made.
//!
//! An account is a row of the store and, where it is the person's own, a key in the vault. All rows are in memory too, so
//! that nothing waits for the disk to know an address, a name or a lock.

mod authority;
mod connect;
mod edit;
mod key;
mod local;
mod local_platform;
mod places;
mod recheck;
mod relocate;
mod remove;
mod rotate;
mod row;
mod same;
mod verify;
mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rusqlite::Transaction;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::activity::Note;
use crate::certificates::Certificates;
use crate::fact::Fact;
use crate::guard::lock;
use crate::platform::Profile;
use crate::store::{Account, table};
use crate::view::{AccountColour, AccountView, ErrorCode, PlatformKind};
use crate::{App, Error, ids};

pub(crate) use authority::lay_out;
pub use connect::connect;
pub(crate) use connect::{MadeKey, connect_made};
pub use edit::{edit, edit_with_key, replace_key};
pub use key::has_key_in_memory;
pub(crate) use key::{key_of, read_keys, save_keys};
pub(crate) use local::local_of;
pub use local::{clear_local, set_local};
pub use local_platform::LocalPlatform;
pub(crate) use places::{
    Place, Places, ca_file, ca_file_of, client, client_of, clock_key, first, is_available,
    must_run, of_choice, of_link, origins, origins_at, origins_of,
};
pub use places::{knows_host, places};
pub use recheck::recheck;
pub use remove::remove;
pub(crate) use remove::take_up;
pub(crate) use rotate::{Revoked, is_refused, kept_key, put_back, swap_key, try_key};
pub(crate) use same::{all_at_address_of, at_address_of, found_key, with_key};
use view::view;

/// An account to connect.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectAccount {
    /// The name to show; the platform's own words for the owner when empty.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Address of the Management API, up to its version; that of the profile when `None`.
    pub base_url: Option<String>,
    /// Address of the instant service, where the platform has one of its own; an empty one is none.
    pub instant_url: Option<String>,
    /// A PEM file with the certificate authority of its servers, where no public one signs them. Read now and kept; an empty
    /// path is none.
    pub ca_file: Option<String>,
    /// The API key.
    #[specta(type = String)]
    pub key: SecretString,
    /// The colour that marks it.
    pub colour: AccountColour,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether it is locked against changes from the start.
    pub is_read_only: bool,
}

/// The account that a held key becomes.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveKey {
    /// The account's name; that of the key's owner when empty.
    pub name: String,
    /// The colour that marks it.
    pub colour: AccountColour,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether nothing that changes anything may leave for it.
    pub is_read_only: bool,
}

/// What is changed of an account; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct EditAccount {
    /// A new name.
    pub name: Option<String>,
    /// Another colour.
    pub colour: Option<AccountColour>,
    /// Whether it is marked as production.
    pub is_production: Option<bool>,
    /// Whether it is locked against changes.
    pub is_read_only: Option<bool>,
    /// Another address of the Management API; asked before it is saved. At another origin with a key that comes with it.
    pub base_url: Option<String>,
    /// Another address of the instant service; an empty one is none.
    pub instant_url: Option<String>,
    /// Another PEM file with the certificate authority of its servers; an empty path is none.
    pub ca_file: Option<String>,
}

/// Every account as it is in the store, and the keys that are at hand.
#[derive(Debug)]
pub(crate) struct Accounts {
    known: Mutex<Vec<Account>>,
    /// One write at a time, so that the store and the memory agree.
    writing: tokio::sync::Mutex<()>,
    /// One at a time connects, edits or removes: each looks first what is there already.
    turn: tokio::sync::Mutex<()>,
    /// One at a time asks about an account's key.
    rechecks: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    keys: key::Keys,
}

impl Accounts {
    pub(crate) fn new(known: Vec<Account>) -> Self {
        Self {
            known: Mutex::new(known),
            writing: tokio::sync::Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            rechecks: Mutex::default(),
            keys: key::Keys::default(),
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

/// Every account, in the order they were added.
pub async fn list(app: &App) -> Result<Vec<AccountView>, Error> {
    let accounts = app.accounts.all().into_iter();
    Ok(accounts.map(|account| view(app, account)).collect())
}

/// Shows this account from now on.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an account that is not there.
pub async fn choose(app: &App, id: &str) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    if account.is_current {
        return Ok(view(app, account));
    }
    let wanted = account.id.clone();
    write(app, move |store| table::accounts::choose(store, &wanted)).await?;
    Ok(view(app, self::account(app, id)?))
}

/// Remembers the organization and the project that were open last; what is `None` stays, and an empty one is forgotten.
///
/// # Errors
/// As [`choose`].
pub async fn remember(
    app: &App,
    id: &str,
    organization_id: Option<String>,
    project_id: Option<String>,
) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    let (organization_id, project_id) = (organization_id.map(filled), project_id.map(filled));
    if let Some(Some(organization)) = &organization_id {
        ids::organization(organization)?;
    }
    if let Some(Some(project)) = &project_id {
        ids::project(project)?;
    }
    // Laid over the account as it is when its turn comes: the other one may have been remembered meanwhile.
    let lay_over = move |account: &mut Account| {
        if let Some(organization_id) = organization_id {
            account.organization_id = organization_id;
        }
        if let Some(project_id) = project_id {
            account.project_id = project_id;
        }
    };
    let mut after = account.clone();
    (lay_over.clone())(&mut after);
    if after == account {
        return Ok(view(app, account));
    }
    change(app, id, lay_over).await
}

/// Refuses what would change something on an account that is locked against changes.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] about the account. One that is not there is not locked.
pub fn ensure_writable(app: &App, account_id: &str) -> Result<(), Error> {
    match app.accounts.find(account_id) {
        Some(account) => must_be_writable(&account),
        None => Ok(()),
    }
}

pub(crate) fn must_be_writable(account: &Account) -> Result<(), Error> {
    if !account.is_read_only {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::ReadOnly,
        format!("{} is locked against changes", account.name),
    )
    .hint("Unlock the account first, in its menu or in the settings.")
    .about(&account.id))
}

/// One account that must be there.
pub(crate) fn account(app: &App, id: &str) -> Result<Account, Error> {
    app.accounts.find(id).ok_or_else(|| {
        Error::invalid("This account does not exist").hint("Choose another account.")
    })
}

/// What the platform of an account is like.
pub(crate) fn profile(app: &App, id: &str) -> Result<&'static Profile, Error> {
    Ok(Profile::of_platform(account(app, id)?.platform))
}

/// The address of an account's Management API.
///
/// # Errors
/// What its platform says while it has none.
pub(crate) fn base_of(app: &App, account: &Account) -> Result<String, Error> {
    let unavailable = || Profile::of_platform(account.platform).unavailable();
    view::addresses(app, account).0.ok_or_else(unavailable)
}

/// What an account is spoken to with: the address of its Management API, and its key.
///
/// # Errors
/// As [`base_of`] and [`key_of`].
pub(crate) async fn way(app: &App, account: &Account) -> Result<(String, SecretString), Error> {
    // Address and key of one run: the next one may have another port.
    if let Some(local) = local_of(app, &account.id) {
        return Ok((local.base_url, local.key));
    }
    let base = base_of(app, account)?;
    Ok((base, key_of(app, account).await?))
}

/// A note about an account.
fn note(app: &App, action: &str, id: &str, name: &str) -> Note {
    Note::new(app, action, name, name).on(id, None)
}

/// Writes accounts, into the store and then into memory, and tells so.
async fn write<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let this = app.clone();
    let written = app.tasks.run(async move {
        let _writing = this.accounts.writing.lock().await;
        let work = move |store: &Transaction<'_>| {
            let value = work(store)?;
            table::accounts::choose_any(store)?;
            Ok((value, table::accounts::all(store)?))
        };
        let (value, known) = this.store.write(work).await?;
        this.managements.lock(&known);
        if authorities(&known) != authorities(&this.accounts.all()) {
            lay_out(&this.data_dir, &known).await;
        }
        *lock(&this.accounts.known) = known;
        Ok(value)
    });
    let value = written.await?;
    app.facts.tell(Fact::AccountsChanged);
    Ok(value)
}

fn authorities(accounts: &[Account]) -> Vec<(String, Certificates)> {
    let of = |it: &Account| Some((it.id.clone(), it.ca.clone()?));
    accounts.iter().filter_map(of).collect()
}

/// Changes one account.
async fn change(
    app: &App,
    id: &str,
    change: impl FnOnce(&mut Account) + Send + 'static,
) -> Result<AccountView, Error> {
    let wanted = id.to_owned();
    let changed = write(app, move |store| {
        let Some(mut account) = table::accounts::find(store, &wanted)? else {
            return Err(Error::invalid("This account does not exist"));
        };
        change(&mut account);
        table::accounts::save(store, &account)?;
        Ok(account)
    });
    Ok(view(app, changed.await?))
}

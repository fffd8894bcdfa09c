//! The rows of accounts: read from memory, written to the store and then to memory.

use rusqlite::Transaction;

use super::Accounts;
use super::authority::sync_ca_files;
use crate::Error;
use crate::base::certificates::Certificates;
use crate::base::guard::lock;
use crate::core::activity::Note;
use crate::core::event::Event;
use crate::model::profile::Profile;
use crate::store::{Account, table};
use crate::view::ErrorCode;
use crate::view::words::Action;

/// Refuses what would change something on an account that is locked against changes.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] about the account. One that is not there is not locked.
pub fn ensure_writable(app: &Accounts, account_id: &str) -> Result<(), Error> {
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
        format!("{} is read-only", account.name),
    )
    .hint("Unlock the account first, in its menu or in Settings.")
    .about(&account.id))
}

/// One account that must be there.
pub(crate) fn account(app: &Accounts, id: &str) -> Result<Account, Error> {
    app.accounts
        .find(id)
        .ok_or_else(|| Error::invalid("Account not found").hint("Choose another account."))
}

/// What the platform of an account is like. One on this machine decides what things are called there.
pub(crate) fn profile_of(app: &Accounts, account: &Account) -> &'static Profile {
    match app.instant_services.local_of(&account.id) {
        Some(local) => Profile::of_local(&local.names),
        None => Profile::of_platform(account.platform),
    }
}

/// A note about an account.
pub(crate) fn note(app: &Accounts, action: Action, id: &str, name: &str) -> Note {
    Note::new(app, action, name, name).on(id, None)
}

/// Writes accounts, into the store and then into memory, and publishes that.
pub(crate) async fn write<T: Send + 'static>(
    app: &Accounts,
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
        this.clients.lock(&known);
        if authorities(&known) != authorities(&this.accounts.all()) {
            sync_ca_files(&this.data_dir, &known).await;
        }
        *lock(&this.accounts.known) = known;
        Ok(value)
    });
    let value = written.await?;
    app.events.publish(Event::AccountsChanged);
    Ok(value)
}

fn authorities(accounts: &[Account]) -> Vec<(String, Certificates)> {
    let of = |it: &Account| Some((it.id.clone(), it.ca.clone()?));
    accounts.iter().filter_map(of).collect()
}

/// Changes one account.
pub(super) async fn change(
    app: &Accounts,
    id: &str,
    change: impl FnOnce(&mut Account) + Send + 'static,
) -> Result<Account, Error> {
    let wanted = id.to_owned();
    let changed = write(app, move |store| {
        let Some(mut account) = table::accounts::find(store, &wanted)? else {
            return Err(Error::invalid("Account not found").hint("Choose another account."));
        };
        change(&mut account);
        table::accounts::save(store, &account)?;
        Ok(account)
    });
    changed.await
}

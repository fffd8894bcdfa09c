//! Writing an account whose address may become another one.

use rusqlite::Transaction;

use super::key_cache::origin;
use super::rows::write;
use super::view::view;
use crate::Error;
use crate::accounts::Accounts;
use crate::store::{Account, TemporaryDatabase, table};
use crate::view::AccountView;

/// Writes what is changed of an account. Temporary databases that were made at its former address stay with that one.
pub(super) async fn save_row(
    app: &Accounts,
    before: &Account,
    after: &Account,
    change: impl FnOnce(&mut Account) + Send + 'static,
) -> Result<AccountView, Error> {
    let former = left_by(before, after);
    let id = before.id.clone();
    let saved = write(app, move |store| {
        let Some(mut account) = table::accounts::find(store, &id)? else {
            return Err(Error::invalid("Account not found").hint("Choose another account."));
        };
        change(&mut account);
        table::accounts::save(store, &account)?;
        pin_rows_to(store, &id, former.as_deref())?;
        Ok(account)
    });
    Ok(view(app, saved.await?))
}

/// The address of the instant service that an account leaves for another origin, where it does.
fn left_by(before: &Account, after: &Account) -> Option<String> {
    let former = before.instant_url.clone()?;
    let to = after.instant_url.as_deref().and_then(origin);
    (to != origin(&former)).then_some(former)
}

/// Keeps the former address on rows created there: their ids are secrets and must not be sent to another origin.
fn pin_rows_to(
    store: &Transaction<'_>,
    account_id: &str,
    former: Option<&str>,
) -> Result<(), Error> {
    let Some(former) = former else {
        return Ok(());
    };
    let rows = table::temporary::all(store)?.into_iter();
    let its = |row: &TemporaryDatabase| {
        row.account_id.as_deref() == Some(account_id) && row.origin.is_none()
    };
    for row in rows.filter(its) {
        table::temporary::change(store, &row.id, |row| row.origin = Some(former.to_owned()))?;
    }
    Ok(())
}

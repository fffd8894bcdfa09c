//! Accounts of one platform, and which of its keys they have.

use super::address::addresses;
use super::clients;
use super::connect::is_at;
use super::rows::change;
use crate::Error;
use crate::accounts::Accounts;
use crate::store::Account;

/// Every account at the address of this one, which is among them.
pub(crate) fn at_address_of(app: &Accounts, account: &Account) -> Vec<Account> {
    let base = addresses(app, account).0;
    let Some(base) = base.and_then(|base| clients::address(&base).ok()) else {
        return vec![account.clone()];
    };
    let all = app.accounts.all().into_iter();
    all.filter(|it| is_at(app, it, &base)).collect()
}

/// As [`at_address_of`]; none for an account that is not there any more.
pub(crate) fn all_at_address_of(app: &Accounts, account_id: &str) -> Vec<Account> {
    let account = app.accounts.find(account_id);
    account.map_or_else(Vec::new, |account| at_address_of(app, &account))
}

/// The account at the address of this one whose key surely has this number.
pub(crate) fn with_key(app: &Accounts, account_id: &str, key_id: &str) -> Option<Account> {
    let mut all = all_at_address_of(app, account_id).into_iter();
    all.find(|account| account.key_id.as_deref() == Some(key_id))
}

/// Stores which key an account uses, found out while its `key_generation` was `generation`. Does nothing when the key is known
/// or was replaced since.
pub(crate) async fn found_key(
    app: &Accounts,
    account_id: &str,
    key_id: &str,
    generation: u32,
) -> Result<(), Error> {
    let account = super::account(app, account_id)?;
    if account.key_id.is_some() || account.key_generation != generation {
        return Ok(());
    }
    let found = key_id.to_owned();
    let note = move |account: &mut Account| {
        if account.key_generation == generation && account.key_id.is_none() {
            account.key_id = Some(found);
        }
    };
    change(app, account_id, note).await.map(drop)
}

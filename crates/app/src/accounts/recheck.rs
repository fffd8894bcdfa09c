//! Trying a key again that was refused.

use std::sync::Arc;

use super::address::way;
use super::rows::{account, change};
use super::verify::verify;
use super::view::view;
use super::{client, clients};
use crate::Error;
use crate::accounts::Accounts;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::view::{AccountView, ErrorCode};

/// Asks the platform whether the account's key is good now, and lets requests go again when it is. Whoever asks while it is
/// being asked waits for the same answer. A key that the keychain did not give out is read again first.
///
/// # Errors
/// [`ErrorCode::Unauthorized`] when it is still refused, a keychain's code when the key is not available, any code of the
/// client.
#[operation(Page, Read, account_recheck)]
pub async fn recheck(app: &Accounts, id: &str) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    app.tasks.run(ask(app.clone(), account.id)).await
}

async fn ask(app: Accounts, id: String) -> Result<AccountView, Error> {
    let recheck_lock = Arc::clone(lock(&app.accounts.rechecks).entry(id.clone()).or_default());
    let (_lock, waited) = match recheck_lock.try_lock() {
        Ok(recheck_lock) => (recheck_lock, false),
        Err(_) => (recheck_lock.lock().await, true),
    };
    let before = account(&app, &id)?;
    if waited {
        // Somebody else has just asked.
        return if app.clients.is_refused(&id) {
            Err(client::refused(&before))
        } else {
            Ok(view(&app, before))
        };
    }
    app.accounts.keys.try_again(&id);
    let (base, key) = way(&app, &before).await?;
    let base = clients::address(&base)?;
    let owner = match verify(&app, &base, &key).await {
        Ok(owner) => owner,
        Err(error) => {
            if error.code() == ErrorCode::Unauthorized {
                client::known(&app, &id).await?.refuse();
            }
            return Err(error.about(&id));
        }
    };
    app.clients.admit(&id);
    app.events.publish(Event::AccountsChanged);
    app.signals.changed();
    let mut after = before.clone();
    if before.is_own() && !owner.is_other_than(&before) {
        owner.clone().write_to(&mut after);
    }
    if after == before {
        return Ok(view(&app, before));
    }
    let changed = change(&app, &id, move |account| owner.write_to(account)).await?;
    Ok(view(&app, changed))
}

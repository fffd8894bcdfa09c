//! Trying a key again that was refused.

use std::sync::Arc;

use super::verify::verify;
use super::{AccountView, account, change, view, way};
use crate::fact::Fact;
use crate::guard::lock;
use crate::view::ErrorCode;
use crate::{App, Error, management};

/// Asks the platform whether the account's key is good now, and lets requests go again when it is. Whoever asks while it is
/// being asked waits for the same answer. A key that the keychain did not give out is read again first.
///
/// # Errors
/// [`ErrorCode::Unauthorized`] when it is still refused, a keychain's code when the key is not at hand, any code of the
/// client.
pub async fn recheck(app: &App, id: &str) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    app.tasks.run(ask(app.clone(), account.id)).await
}

async fn ask(app: App, id: String) -> Result<AccountView, Error> {
    let turn = Arc::clone(lock(&app.accounts.rechecks).entry(id.clone()).or_default());
    let (_turn, waited) = match turn.try_lock() {
        Ok(turn) => (turn, false),
        Err(_) => (turn.lock().await, true),
    };
    let before = account(&app, &id)?;
    if waited {
        // Somebody else has just asked.
        return if app.managements.is_refused(&id) {
            Err(management::refused(&before))
        } else {
            Ok(view(&app, before))
        };
    }
    app.accounts.keys.try_again(&id);
    let (base, key) = way(&app, &before).await?;
    let base = management::address(&base)?;
    let owner = match verify(&app, &base, &key).await {
        Ok(owner) => owner,
        Err(error) => {
            if error.code() == ErrorCode::Unauthorized {
                management::known(&app, &id).await?.refuse();
            }
            return Err(error.about(&id));
        }
    };
    app.managements.admit(&id);
    app.facts.tell(Fact::AccountsChanged);
    app.watch.wake();
    let mut after = before.clone();
    if before.is_own() && !owner.is_other_than(&before) {
        owner.clone().note_in(&mut after);
    }
    if after == before {
        return Ok(view(&app, before));
    }
    change(&app, &id, move |account| owner.note_in(account)).await
}

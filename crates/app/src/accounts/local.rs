//! The account of a platform that runs on this machine.

use super::local_platform::{Local, LocalPlatform};
use super::rows::{account, note, write};
use super::view::view;
use crate::Error;
use crate::accounts::Accounts;
use crate::base::clock::local_id;
use crate::base::guard::lock;
use crate::core::activity;
use crate::core::event::Event;
use crate::model::profile::SANDBOX;
use crate::store::{Account, table};
use crate::tools::options;
use crate::view::AccountView;
use crate::view::words::Action;

/// A platform on this machine runs now at these addresses. Its account is made the first time and found again later, with
/// the name that it has by then; it becomes the current one only where none is.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an address that is neither https nor of this machine.
pub async fn set_local(app: &Accounts, platform: LocalPlatform) -> Result<AccountView, Error> {
    let instant_url = options::address(&platform.instant_url)?;
    let (id, name) = (local_id(app.clock.as_ref()), platform.name.clone());
    let fresh = Account::new(id, name, SANDBOX.platform, app.clock.now());
    let known = app.accounts.all();
    let known = known.into_iter().find(|it| it.platform == fresh.platform);
    let (account, added) = match known {
        Some(account) => (account, false),
        None => {
            let saved = write(app, move |store| {
                if let Some(known) = table::accounts::of_platform(store, fresh.platform)? {
                    return Ok((known.id, false));
                }
                table::accounts::save(store, &fresh)?;
                Ok((fresh.id, true))
            });
            let (id, added) = saved.await?;
            (self::account(app, &id)?, added)
        }
    };
    *lock(&app.instant_services.local) = Some(Local {
        account_id: account.id.clone(),
        instant_url,
        platform,
    });
    app.events.publish(Event::AccountsChanged);
    if added {
        let note = note(app, Action::AddAccount, &account.id, &account.name);
        activity::record(app, note).await;
    }
    app.signals.changed();
    Ok(view(app, account))
}

/// The platform on this machine has stopped: its account stays and is unavailable.
pub fn clear_local(app: &Accounts) {
    let was = lock(&app.instant_services.local).take();
    if was.is_some() {
        app.events.publish(Event::AccountsChanged);
    }
}

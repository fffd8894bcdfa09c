//! The feeds at which platforms report changes.

use api::{ChangeFeed, ManagementUrl};

use super::Accounts;
use super::rows::{account, profile_of};
use crate::Error;
use crate::base::clock::NetworkOptions;
use crate::base::off_thread::off_thread;

/// Whether the platform of an account reports its changes while it runs.
pub(crate) fn reports_changes(app: &Accounts, account_id: &str) -> bool {
    let account = app.accounts.find(account_id);
    account.is_some_and(|account| profile_of(app, &account).changes_path.is_some())
}

/// The feed of an account's changes, as its platform runs now.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an account that is not there, and what its platform says while it does not run.
pub(crate) async fn change_feed(app: &Accounts, account_id: &str) -> Result<ChangeFeed, Error> {
    let account = account(app, account_id)?;
    let profile = profile_of(app, &account);
    let local = app.instant_services.local_of(&account.id);
    let found = profile.changes_path.zip(local);
    let Some((path, local)) = found else {
        return Err(profile.unavailable());
    };
    let key = local.admin_key.ok_or_else(|| profile.unavailable())?;
    let base = ManagementUrl::parse(&local.base_url);
    let base = base.map_err(|problem| Error::invalid(problem.to_string()))?;
    let options = NetworkOptions {
        observer: Some(app.clients.observer()),
        ..app.network.clone()
    };
    let made = off_thread(move || ChangeFeed::new(&base, path, &key, &options)).await;
    Ok(made.map_err(|_| Error::internal("Couldn't start the HTTP client"))??)
}

//! An account as the window sees it.

use super::address::{addresses, host};
use super::rows::profile_of;
use super::{authority, key};
use crate::Error;
use crate::accounts::{Accounts, client};
use crate::model::profile::Profile;
use crate::store::Account;
use crate::view::{AccountState, AccountView, ErrorView, PlatformView};

/// An account with how it stands now.
pub(super) fn view(app: &Accounts, account: Account) -> AccountView {
    let profile = profile_of(app, &account);
    let ca = authority::view(app, &account);
    let is_own = account.is_own();
    let (base_url, instant_url) = addresses(app, &account);
    let (state, problem) = state(app, &account, base_url.as_deref());
    // A platform on this machine is known by where its databases are made.
    let shown = if is_own { &base_url } else { &instant_url };
    AccountView {
        host: shown.as_deref().map(host),
        id: account.id,
        name: account.name,
        platform: account.platform,
        state,
        problem: problem.map(ErrorView::from),
        base_url,
        instant_url,
        is_current: account.is_current,
        colour: account.colour,
        is_production: account.is_production,
        is_read_only: account.is_read_only,
        is_own,
        key_kind: account.key_kind,
        owner: account.owner,
        organization_id: account.organization_id,
        project_id: account.project_id,
        ca,
        profile: PlatformView::from(profile),
        added_at: account.added_at,
    }
}

fn state(app: &Accounts, account: &Account, base: Option<&str>) -> (AccountState, Option<Error>) {
    if base.is_none() {
        let profile = Profile::of_platform(account.platform);
        return (AccountState::Unavailable, Some(profile.unavailable()));
    }
    if let Some(problem) = key::problem(app, account) {
        return (AccountState::KeyMissing, Some(problem));
    }
    if app.clients.is_refused(&account.id) {
        let problem = client::refused(account);
        return (AccountState::Unauthorized, Some(problem));
    }
    (AccountState::Ready, None)
}

//! An account as the window sees it.

use url::Url;

use super::{Account, authority, key, local_of};
use crate::platform::Profile;
use crate::view::{AccountState, AccountView, ErrorView, PlatformView};
use crate::{App, Error, management};

/// An account with how it stands now.
pub(super) fn view(app: &App, account: Account) -> AccountView {
    let profile = Profile::of_platform(account.platform);
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

/// The addresses that an account has now: of its Management API, and of its instant service.
pub(super) fn addresses(app: &App, account: &Account) -> (Option<String>, Option<String>) {
    if !account.is_own() {
        let local = local_of(app, &account.id);
        return local.map_or((None, None), |local| {
            let instant = local.instant_url.trim_end_matches('/').to_owned();
            (Some(local.base_url), Some(instant))
        });
    }
    let profile = Profile::of_platform(account.platform);
    let of_profile = || profile.base_url.map(ToOwned::to_owned);
    let base = account.base_url.clone().or_else(of_profile);
    (base, account.instant_url.clone())
}

/// Host and, when not the default, port.
pub(super) fn host(address: &str) -> String {
    let Ok(url) = Url::parse(address) else {
        return String::new();
    };
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!("{}{port}", url.host_str().unwrap_or_default())
}

fn state(app: &App, account: &Account, base: Option<&str>) -> (AccountState, Option<Error>) {
    if base.is_none() {
        let profile = Profile::of_platform(account.platform);
        return (AccountState::Unavailable, Some(profile.unavailable()));
    }
    if let Some(problem) = key::problem(app, account) {
        return (AccountState::KeyMissing, Some(problem));
    }
    if app.managements.is_refused(&account.id) {
        let problem = management::refused(account);
        return (AccountState::Unauthorized, Some(problem));
    }
    (AccountState::Ready, None)
}

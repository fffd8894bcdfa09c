//! Where an account's services are now, and what they are spoken to with.

use api::InstantUrl;
use secrecy::SecretString;
use url::Url;

use super::Accounts;
use super::key::key_of;
use crate::Error;
use crate::model::profile::Profile;
use crate::store::Account;

/// The addresses that an account has now: of its Management API, and of its instant service.
pub(super) fn addresses(app: &Accounts, account: &Account) -> (Option<String>, Option<String>) {
    if !account.is_own() {
        let local = app.instant_services.local_of(&account.id);
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
pub(crate) fn host(address: &str) -> String {
    let Ok(url) = Url::parse(address) else {
        return String::new();
    };
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!("{}{port}", url.host_str().unwrap_or_default())
}

/// The address of an account's instant service, while it has one.
pub(crate) fn instant_of(app: &Accounts, account: &Account) -> Option<InstantUrl> {
    if !account.is_own() {
        let local = app.instant_services.local_for(&account.id);
        return local.map(|local| local.instant_url);
    }
    InstantUrl::parse(account.instant_url.as_deref()?).ok()
}

/// The address of an account's Management API.
///
/// # Errors
/// What its platform says while it has none.
pub(crate) fn base_of(app: &Accounts, account: &Account) -> Result<String, Error> {
    let unavailable = || Profile::of_platform(account.platform).unavailable();
    addresses(app, account).0.ok_or_else(unavailable)
}

/// What an account is spoken to with: the address of its Management API, and its key.
///
/// # Errors
/// As [`base_of`] and [`key_of`].
pub(crate) async fn way(
    app: &Accounts,
    account: &Account,
) -> Result<(String, SecretString), Error> {
    // Address and key of one run: the next one may have another port.
    if let Some(local) = app.instant_services.local_of(&account.id) {
        return Ok((local.base_url, local.key));
    }
    let base = base_of(app, account)?;
    Ok((base, key_of(app, account).await?))
}

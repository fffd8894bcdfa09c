//! Links of the auth provider, checked before a browser opens them.

use secrecy::SecretString;

use super::AuthPlace;
use crate::base::link::{self, CheckedLink, Origins};
use crate::platform::Platform;
use crate::view::ErrorCode;
use crate::{Error, accounts};

/// The address of an integration's public keys, for the shell to open. `shown_host` is the host that the person saw: an
/// address that leads elsewhere since is refused.
///
/// # Errors
/// As [`super::integrations`], [`ErrorCode::NotFound`] when there is no such integration or it has no such address, and
/// [`ErrorCode::LinkRefused`] for one that is not opened.
pub async fn jwks_to_open(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: &str,
    shown_host: &str,
) -> Result<SecretString, Error> {
    let found = super::integrations(app, account_id, place).await?;
    let integration = found.into_iter().find(|it| it.provider == provider);
    let url = integration.and_then(|it| it.jwks_url).ok_or_else(|| {
        Error::new(
            ErrorCode::NotFound,
            "The integration no longer has a JWKS URL",
        )
        .hint("Refresh the integration.")
    })?;
    let link = check(app, account_id, &url)?;
    leads_where_shown(&link, shown_host, "JWKS URL", "address")?;
    Ok(link.url)
}

/// Refuses a link that leads to another host than the one that the person saw. `what` is the link in whole, `short` what
/// to look at again.
pub(super) fn leads_where_shown(
    link: &CheckedLink,
    shown_host: &str,
    what: &str,
    short: &str,
) -> Result<(), Error> {
    if link.host.ascii == shown_host {
        return Ok(());
    }
    let message = format!("The {what} leads to a different host than shown");
    Err(Error::new(ErrorCode::LinkRefused, message)
        .hint(format!("Check the {short} again before you open it.")))
}

/// Checks a link against https and against the loopback origins of the account's own platform.
pub(super) fn check(app: &Platform, account_id: &str, text: &str) -> Result<CheckedLink, Error> {
    let mut checked = link::check(text, &Origins::default());
    for own in accounts::origins_at(app, account_id) {
        if checked.is_ok() {
            break;
        }
        checked = link::check(text, &own);
    }
    checked.map_err(|error| {
        Error::new(ErrorCode::LinkRefused, error.to_string())
            .hint("Plinth opens only https links and links of the sandbox on this machine.")
    })
}

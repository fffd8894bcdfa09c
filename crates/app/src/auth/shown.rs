//! What the auth provider shows once, held and masked.

use secrecy::SecretString;

use super::SdkKeys;
use crate::view::{ErrorCode, SdkKeysView, TransferLinkView};
use crate::{App, Error};

/// Holds the server's key and gives what the window may see of the set.
pub fn sdk_keys(_app: &App, _account_id: &str, _project_id: &str, keys: SdkKeys) -> SdkKeysView {
    SdkKeysView {
        provider: keys.provider,
        provider_project_id: keys.provider_project_id,
        client_key: keys.client_key,
        jwks_url: keys.jwks_url,
        schema: keys.schema,
        table: keys.table,
        held: None,
    }
}

/// Holds a link of [`super::transfer_ownership`] and gives where it leads.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a link that is not opened.
pub async fn transfer_link(
    _app: &App,
    _account_id: &str,
    _project_id: &str,
    _link: SecretString,
) -> Result<TransferLinkView, Error> {
    Err(Error::new(ErrorCode::Internal, "This is not built yet"))
}

/// The link that is held, to be opened. `shown` is the host that the person agreed to.
///
/// # Errors
/// [`ErrorCode::NotFound`] when it is not held any more.
pub async fn transfer_to_open(
    _app: &App,
    _held_id: &str,
    _shown: &str,
) -> Result<SecretString, Error> {
    Err(Error::internal("This is not built yet"))
}

/// The link was opened: the integration is followed from now on, until it has another owner.
pub async fn transfer_opened(_app: &App, _account_id: &str, _project_id: &str) {}

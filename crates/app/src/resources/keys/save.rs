//! An account of a key that was just made, without the key passing the window.

use crate::Error;
use crate::accounts::{self, MadeKey, SaveKey};
use crate::core::operation::operation;
use crate::platform::{Platform, one_time_secrets};
use crate::view::{AccountView, ErrorCode};

/// Makes an account of a key in memory, with the same addresses as the account that made it. The key goes into the
/// keychain and nowhere else, and stays in memory until it is dismissed.
///
/// # Errors
/// [`ErrorCode::NotFound`] when it is no longer in memory, [`ErrorCode::Unauthorized`] for a key that was revoked meanwhile,
/// and as [`crate::accounts::connect`]. Nothing is saved then.
#[operation(Page, Change, key_save_as_account)]
pub async fn save_as_account(
    app: &Platform,
    secret_id: &str,
    request: SaveKey,
) -> Result<AccountView, Error> {
    let secret = one_time_secrets::key(app, secret_id)?;
    let made = MadeKey {
        token: secret.token,
        key_id: secret.key_id.clone(),
        base: secret.base,
    };
    let saved = accounts::connect_made(app, &secret.account_id, made, request).await;
    saved.map_err(|error| {
        if error.code() != ErrorCode::Unauthorized {
            return error;
        }
        Error::new(
            ErrorCode::Unauthorized,
            format!("The key {} has been revoked", secret.name),
        )
        .hint("Create another key and save that one.")
        .request(error.request_id())
        .about(secret.key_id)
    })
}

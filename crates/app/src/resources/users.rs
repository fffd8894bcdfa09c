//! Whose an account's key is.

use crate::Error;
use crate::accounts::client;
use crate::base::calls::calls;
use crate::platform::Platform;
use crate::view::{IdentityView, UserView};

/// The account at the platform (`GET /users/me`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused, [`crate::view::ErrorCode::NotFound`] for an organization's key.
pub async fn me(app: &Platform, account_id: &str) -> Result<UserView, Error> {
    let account_client = client::of(app, account_id).await?;
    let found = account_client
        .send_value(account_client.click().users().me())
        .await?;
    Ok(UserView::from(&found))
}

/// Whose the key is and of what kind (`GET /auth`). Works with every key that is valid.
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused.
pub async fn identity(app: &Platform, account_id: &str) -> Result<IdentityView, Error> {
    let account_client = client::of(app, account_id).await?;
    let found = account_client
        .send_value(account_client.click().identity())
        .await?;
    Ok(IdentityView::from(&found))
}

calls! {
    /// Calls about the account itself, to be shown as text.
    UserCall(app: Platform, account) {
        Identity => identity(app, account),
        Me => me(app, account),
    }
}

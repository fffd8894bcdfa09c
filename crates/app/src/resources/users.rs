//! Whose an account's key is.

use crate::Error;
use crate::accounts::client;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::{IdentityView, UserView};

/// The account at the platform (`GET /users/me`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused, [`crate::view::ErrorCode::NotFound`] for an organization's key.
#[operation(Page, Read, user_me, text)]
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
#[operation(Program, Read, user_identity, text)]
pub async fn identity(app: &Platform, account_id: &str) -> Result<IdentityView, Error> {
    let account_client = client::of(app, account_id).await?;
    let found = account_client
        .send_value(account_client.click().identity())
        .await?;
    Ok(IdentityView::from(&found))
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[UserMe::ENTRY, UserIdentity::ENTRY];

//! Whose an account's key is, and what its platform offers.

use api::resource::regions::ListRegions;

use crate::Error;
use crate::accounts::client;
use crate::base::calls::calls;
use crate::base::ids;
use crate::platform::Platform;
use crate::view::{IdentityView, PlatformView, RegionView, UserView};

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

/// Regions that are open for new projects (`GET /regions`).
///
/// # Errors
/// As [`me`].
pub async fn regions(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
) -> Result<Vec<RegionView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let list = ListRegions {
        org_id: organization_id.map(ids::organization).transpose()?,
    };
    let found = account_client
        .send_value(account_client.click().regions().list(&list))
        .await?;
    Ok(found.iter().map(RegionView::from).collect())
}

/// What the account's platform is like, without asking it.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an account that is not there, and what the platform says while it has no address.
pub async fn platform(app: &Platform, account_id: &str) -> Result<PlatformView, Error> {
    let account_client = client::of(app, account_id).await?;
    Ok(PlatformView::from(account_client.profile))
}

calls! {
    /// Calls about the account itself, to be shown as text.
    UserCall(app: Platform, account) {
        Identity => identity(app, account),
        Me => me(app, account),
        ListRegions { organization_id: Option<String> } => regions(app, account, organization_id.as_deref()),
    }
}

//! Organizations. Who belongs to them is in `members`.

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::{KeyKind, OrganizationView};

/// The organizations that the account belongs to (`GET /users/me/organizations`). An organization's key belongs to that
/// one, and sees no other (`GET /organizations/{org_id}`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused, [`crate::view::ErrorCode::NotFound`] for the key of one project.
#[operation(Page, Read, organization_list, text)]
pub async fn list(app: &Platform, account_id: &str) -> Result<Vec<OrganizationView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let account = &account_client.account;
    if let (Some(KeyKind::Organization), Some(own)) = (account.key_kind, &account.owner_id) {
        return Ok(vec![get(app, account_id, own).await?]);
    }
    let found = account_client
        .send_value(account_client.click().organizations().list())
        .await?;
    Ok(found.iter().map(OrganizationView::from).collect())
}

/// One organization (`GET /organizations/{org_id}`).
///
/// # Errors
/// As [`list`].
pub async fn get(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
) -> Result<OrganizationView, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let organizations = account_client.click().organizations();
    let found = account_client
        .send_value(organizations.get(&organization))
        .await?;
    Ok(OrganizationView::from(&found))
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[OrganizationList::ENTRY];

//! Organizations and who belongs to them.

use api::resource::organizations as wire;

use crate::Error;
use crate::accounts::client;
use crate::base::calls::calls;
use crate::base::ids;
use crate::platform::Platform;
use crate::view::{KeyKind, MemberPageView, MemberView, OrganizationView, page};

/// The organizations that the account belongs to (`GET /users/me/organizations`). An organization's key belongs to that
/// one, and sees no other (`GET /organizations/{org_id}`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused, [`crate::view::ErrorCode::NotFound`] for the key of one project.
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

/// One page of an organization's members (`GET /organizations/{org_id}/members`). `page_size` counts 1 to 500.
///
/// # Errors
/// As [`list`].
pub async fn members(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    page_size: Option<u32>,
    cursor: Option<String>,
) -> Result<MemberPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let list = wire::ListMembers {
        page_size,
        cursor,
        ..wire::ListMembers::default()
    };
    let organizations = account_client.click().organizations();
    let found = account_client
        .send_value(organizations.members(&organization, list))
        .await?;
    Ok(MemberPageView {
        next: page::next(found.next, found.items.len(), page_size),
        items: found.items.iter().map(MemberView::from).collect(),
    })
}

calls! {
    /// Calls about organizations, to be shown as text.
    OrganizationCall(app: Platform, account) {
        ListOrganizations => list(app, account),
    }
}

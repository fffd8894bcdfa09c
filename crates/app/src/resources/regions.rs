//! Where projects can be made.

use api::resource::regions::ListRegions;

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::RegionView;

/// Regions that are open for new projects (`GET /regions`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused.
#[operation(Page, Read, region_list, text)]
pub async fn list(
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

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[RegionList::ENTRY];

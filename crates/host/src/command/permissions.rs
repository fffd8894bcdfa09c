use app::permissions::{PermissionView, grant, list, revoke};

use crate::opening::Core;
use crate::reply::Reply;

/// Who a project is shared with.
#[specta::specta]
pub async fn permission_list(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<Vec<PermissionView>> {
    Ok(list(core, &account_id, &project_id).await?)
}

/// Shares a project with the account of an address.
#[specta::specta]
pub async fn permission_grant(
    core: &Core,
    account_id: String,
    project_id: String,
    email: String,
) -> Reply<PermissionView> {
    Ok(grant(core, &account_id, &project_id, &email).await?)
}

/// Stops sharing a project with somebody.
#[specta::specta]
pub async fn permission_revoke(
    core: &Core,
    account_id: String,
    project_id: String,
    permission_id: String,
    email: String,
) -> Reply<()> {
    Ok(revoke(core, &account_id, &project_id, &permission_id, &email).await?)
}

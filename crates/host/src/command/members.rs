use app::members::{change_role, list, remove};
use app::view::MemberPageView;

use crate::opening::Core;
use crate::reply::Reply;

/// One page of an organization's members.
#[specta::specta]
pub async fn member_list(
    core: &Core,
    account_id: String,
    organization_id: String,
    page_size: Option<u32>,
    cursor: Option<String>,
) -> Reply<MemberPageView> {
    Ok(list(core, &account_id, &organization_id, page_size, cursor).await?)
}

/// Gives a member another role.
#[specta::specta]
pub async fn member_change_role(
    core: &Core,
    account_id: String,
    organization_id: String,
    member_id: String,
    role: String,
    email: String,
) -> Reply<()> {
    let at = (&account_id, &organization_id, &member_id);
    Ok(change_role(core, at.0, at.1, at.2, &role, &email).await?)
}

/// Removes a member.
#[specta::specta]
pub async fn member_remove(
    core: &Core,
    account_id: String,
    organization_id: String,
    member_id: String,
    email: String,
) -> Reply<()> {
    Ok(remove(core, &account_id, &organization_id, &member_id, &email).await?)
}

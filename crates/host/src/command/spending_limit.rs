use app::spending_limit::{SpendingLimitView, get, remove, set};

use crate::opening::Core;
use crate::reply::Reply;

/// What an organization wants to spend in a month at most.
#[specta::specta]
pub async fn spending_limit_get(
    core: &Core,
    account_id: String,
    organization_id: String,
) -> Reply<SpendingLimitView> {
    Ok(get(core, &account_id, &organization_id).await?)
}

/// Sets the spending limit of an organization.
#[specta::specta]
pub async fn spending_limit_set(
    core: &Core,
    account_id: String,
    organization_id: String,
    cents: u32,
) -> Reply<SpendingLimitView> {
    Ok(set(core, &account_id, &organization_id, cents).await?)
}

/// Takes the spending limit of an organization away.
#[specta::specta]
pub async fn spending_limit_remove(
    core: &Core,
    account_id: String,
    organization_id: String,
) -> Reply<()> {
    Ok(remove(core, &account_id, &organization_id).await?)
}

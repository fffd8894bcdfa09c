use app::transfer_requests::{TransferRequestView, accept, create, move_project};

use crate::opening::Core;
use crate::reply::Reply;

/// Offers a project to whoever has the code. It is in memory for showing once.
#[specta::specta]
pub async fn transfer_request_create(
    core: &Core,
    account_id: String,
    project_id: String,
    valid_seconds: Option<u32>,
) -> Reply<TransferRequestView> {
    Ok(create(core, &account_id, &project_id, valid_seconds).await?)
}

/// Takes a project over by its code, and gives its id.
#[specta::specta]
pub async fn transfer_request_accept(
    core: &Core,
    account_id: String,
    code: String,
    organization_id: Option<String>,
) -> Reply<String> {
    Ok(accept(core, &account_id, code.into(), organization_id.as_deref()).await?)
}

/// Moves a project to an organization.
#[specta::specta]
pub async fn project_move(
    core: &Core,
    account_id: String,
    project_id: String,
    from_id: Option<String>,
    to_id: String,
) -> Reply<()> {
    let from = from_id.as_deref();
    Ok(move_project(core, &account_id, &project_id, from, &to_id).await?)
}

use app::oauth_providers::{
    AddOauthProvider, UpdateOauthProvider, add, delete_and_confirm, list, update,
};
use app::view::OauthProviderView;

use crate::opening::Core;
use crate::reply::Reply;

/// The OAuth providers of a project.
#[specta::specta]
pub async fn oauth_list(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: Option<String>,
) -> Reply<Vec<OauthProviderView>> {
    Ok(list(core, &account_id, (&project_id, &branch_id)).await?)
}

/// Adds a provider.
#[specta::specta]
pub async fn oauth_add(
    core: &Core,
    account_id: String,
    project_id: String,
    request: AddOauthProvider,
    branch_id: Option<String>,
) -> Reply<OauthProviderView> {
    Ok(add(core, &account_id, (&project_id, &branch_id), request).await?)
}

/// Changes the client of a provider.
#[specta::specta]
pub async fn oauth_update(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: String,
    request: UpdateOauthProvider,
    branch_id: Option<String>,
) -> Reply<OauthProviderView> {
    Ok(update(
        core,
        &account_id,
        (&project_id, &branch_id),
        &provider,
        request,
    )
    .await?)
}

/// Takes a provider away and gives the list that says so.
#[specta::specta]
pub async fn oauth_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: String,
    branch_id: Option<String>,
) -> Reply<Vec<OauthProviderView>> {
    Ok(delete_and_confirm(core, &account_id, (&project_id, &branch_id), &provider).await?)
}

use app::oauth_providers::{
    AddOauthProvider, UpdateOauthProvider, add, delete_and_confirm, list, update,
};
use app::view::OauthProviderView;
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// The OAuth providers of a project.
#[tauri::command]
#[specta::specta]
pub async fn oauth_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<Vec<OauthProviderView>> {
    let core = core.ready().await?;
    Ok(list(&core, &account_id, &project_id).await?)
}

/// Adds a provider.
#[tauri::command]
#[specta::specta]
pub async fn oauth_add(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    request: AddOauthProvider,
) -> Reply<OauthProviderView> {
    let core = core.ready().await?;
    Ok(add(&core, &account_id, &project_id, request).await?)
}

/// Changes the client of a provider.
#[tauri::command]
#[specta::specta]
pub async fn oauth_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: String,
    request: UpdateOauthProvider,
) -> Reply<OauthProviderView> {
    let core = core.ready().await?;
    Ok(update(&core, &account_id, &project_id, &provider, request).await?)
}

/// Takes a provider away and gives the list that says so.
#[tauri::command]
#[specta::specta]
pub async fn oauth_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: String,
) -> Reply<Vec<OauthProviderView>> {
    let core = core.ready().await?;
    Ok(delete_and_confirm(&core, &account_id, &project_id, &provider).await?)
}

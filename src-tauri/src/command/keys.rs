use app::accounts::SaveKey;
use app::keys::{self, CreateKey};
use app::rotation::{self, RotateKey};
use app::view::{
    AccountView, KeyRowView, NewKeyView, RevokedKeyView, RotationPlanView, RotationView,
};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// API keys: an organization's, or one's own.
#[tauri::command]
#[specta::specta]
pub async fn key_list(
    core: State<'_, Core>,
    account_id: String,
    organization_id: Option<String>,
) -> Reply<Vec<KeyRowView>> {
    let core = core.ready().await?;
    Ok(keys::rows(&core, &account_id, organization_id.as_deref()).await?)
}

/// Makes a key. Its token is in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn key_create(
    core: State<'_, Core>,
    account_id: String,
    request: CreateKey,
) -> Reply<NewKeyView> {
    let core = core.ready().await?;
    Ok(keys::make(&core, &account_id, request).await?)
}

/// Makes an account of a key in memory: the key goes into the keychain and never into the window.
#[tauri::command]
#[specta::specta]
pub async fn key_save_as_account(
    core: State<'_, Core>,
    secret_id: String,
    request: SaveKey,
) -> Reply<AccountView> {
    let core = core.ready().await?;
    Ok(keys::save_as_account(&core, &secret_id, request).await?)
}

/// Revokes a key for good.
#[tauri::command]
#[specta::specta]
pub async fn key_revoke(
    core: State<'_, Core>,
    account_id: String,
    organization_id: Option<String>,
    key_id: String,
) -> Reply<RevokedKeyView> {
    let core = core.ready().await?;
    let organization = organization_id.as_deref();
    Ok(keys::revoke_of(&core, &account_id, organization, &key_id).await?)
}

/// What changing an account's key for a new one would take.
#[tauri::command]
#[specta::specta]
pub async fn rotation_plan(core: State<'_, Core>, account_id: String) -> Reply<RotationPlanView> {
    let core = core.ready().await?;
    Ok(rotation::plan(&core, &account_id).await?)
}

/// Begins to change an account's key for a new one.
#[tauri::command]
#[specta::specta]
pub async fn rotation_start(
    core: State<'_, Core>,
    account_id: String,
    request: RotateKey,
) -> Reply<RotationView> {
    let core = core.ready().await?;
    Ok(rotation::start(&core, &account_id, request).await?)
}

/// All that are under way or were not dismissed yet.
#[tauri::command]
#[specta::specta]
pub async fn rotation_list(core: State<'_, Core>) -> Reply<Vec<RotationView>> {
    let core = core.ready().await?;
    Ok(rotation::list(&core).await?)
}

/// Goes on with one that stopped.
#[tauri::command]
#[specta::specta]
pub async fn rotation_resume(core: State<'_, Core>, id: String) -> Reply<RotationView> {
    let core = core.ready().await?;
    Ok(rotation::resume(&core, &id).await?)
}

/// Gives one up that stopped before the account had the new key.
#[tauri::command]
#[specta::specta]
pub async fn rotation_undo(core: State<'_, Core>, id: String) -> Reply<RotationView> {
    let core = core.ready().await?;
    Ok(rotation::undo(&core, &id).await?)
}

/// Dismisses one that is over.
#[tauri::command]
#[specta::specta]
pub async fn rotation_dismiss(core: State<'_, Core>, id: String) -> Reply<()> {
    let core = core.ready().await?;
    Ok(rotation::dismiss(&core, &id).await?)
}

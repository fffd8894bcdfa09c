use app::accounts::SaveKey;
use app::keys::{self, CreateKey};
use app::rotation::{self, RotateKey};
use app::view::{
    AccountView, KeyRowView, NewKeyView, RevokedKeyView, RotationPlanView, RotationView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// API keys: an organization's, or one's own.
#[specta::specta]
pub async fn key_list(
    core: &Core,
    account_id: String,
    organization_id: Option<String>,
) -> Reply<Vec<KeyRowView>> {
    Ok(keys::rows(core, &account_id, organization_id.as_deref()).await?)
}

/// Makes a key. Its token is in memory for showing once.
#[specta::specta]
pub async fn key_create(core: &Core, account_id: String, request: CreateKey) -> Reply<NewKeyView> {
    Ok(keys::make(core, &account_id, request).await?)
}

/// Makes an account of a key in memory: the key goes into the keychain and never into the window.
#[specta::specta]
pub async fn key_save_as_account(
    core: &Core,
    secret_id: String,
    request: SaveKey,
) -> Reply<AccountView> {
    Ok(keys::save_as_account(core, &secret_id, request).await?)
}

/// Revokes a key for good.
#[specta::specta]
pub async fn key_revoke(
    core: &Core,
    account_id: String,
    organization_id: Option<String>,
    key_id: String,
) -> Reply<RevokedKeyView> {
    let organization = organization_id.as_deref();
    Ok(keys::revoke_of(core, &account_id, organization, &key_id).await?)
}

/// What changing an account's key for a new one would take.
#[specta::specta]
pub async fn rotation_plan(core: &Core, account_id: String) -> Reply<RotationPlanView> {
    Ok(rotation::plan(core, &account_id).await?)
}

/// Begins to change an account's key for a new one.
#[specta::specta]
pub async fn rotation_start(
    core: &Core,
    account_id: String,
    request: RotateKey,
) -> Reply<RotationView> {
    Ok(rotation::start(core, &account_id, request).await?)
}

/// All that are under way or were not dismissed yet.
#[specta::specta]
pub async fn rotation_list(core: &Core) -> Reply<Vec<RotationView>> {
    Ok(rotation::list(core).await?)
}

/// Goes on with one that stopped.
#[specta::specta]
pub async fn rotation_resume(core: &Core, id: String) -> Reply<RotationView> {
    Ok(rotation::resume(core, &id).await?)
}

/// Gives one up that stopped before the account had the new key.
#[specta::specta]
pub async fn rotation_undo(core: &Core, id: String) -> Reply<RotationView> {
    Ok(rotation::undo(core, &id).await?)
}

/// Dismisses one that is over.
#[specta::specta]
pub async fn rotation_dismiss(core: &Core, id: String) -> Reply<()> {
    Ok(rotation::dismiss(core, &id).await?)
}

use app::auth::{
    PluginEdit, SignInEdit, allow_localhost, set_webhooks, sign_in, update_plugin, update_sign_in,
    webhooks,
};
use app::view::{EmailAndPasswordView, PluginView, SignInView, WebhooksView};

use crate::opening::Core;
use crate::reply::Reply;

/// How people sign in on a branch.
#[specta::specta]
pub async fn sign_in_get(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<SignInView> {
    Ok(sign_in(core, &account_id, &project_id, &branch_id).await?)
}

/// Changes how they sign in with email and password.
#[specta::specta]
pub async fn sign_in_update(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    edit: SignInEdit,
) -> Reply<EmailAndPasswordView> {
    Ok(update_sign_in(core, &account_id, &project_id, &branch_id, edit).await?)
}

/// Lets apps of this machine send them there, or no longer.
#[specta::specta]
pub async fn sign_in_allow_localhost(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    allow: bool,
) -> Reply<bool> {
    Ok(allow_localhost(core, &account_id, &project_id, &branch_id, allow).await?)
}

/// Changes one plugin: magic links, phone numbers or organizations.
#[specta::specta]
pub async fn sign_in_update_plugin(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    edit: PluginEdit,
) -> Reply<PluginView> {
    Ok(update_plugin(core, &account_id, &project_id, &branch_id, edit).await?)
}

/// The webhooks of a branch: where its auth integration sends events.
#[specta::specta]
pub async fn auth_webhooks(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<WebhooksView> {
    Ok(webhooks(core, &account_id, &project_id, &branch_id).await?)
}

/// Replaces the webhooks of a branch.
#[specta::specta]
pub async fn auth_set_webhooks(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    wanted: WebhooksView,
) -> Reply<WebhooksView> {
    Ok(set_webhooks(core, &account_id, &project_id, &branch_id, wanted).await?)
}

use app::auth::{SignInEdit, allow_localhost, sign_in, update_sign_in};
use app::view::{EmailAndPasswordView, SignInView};

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

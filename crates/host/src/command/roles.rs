use app::view::{NewPasswordView, RoleView, SecretView};

use super::connect::TakenSecret;
use crate::opening::Core;
use crate::reply::Reply;

/// All roles of a branch, without passwords.
#[specta::specta]
pub async fn role_list(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<Vec<RoleView>> {
    Ok(app::roles::list(core, &account_id, &project_id, &branch_id).await?)
}

/// Makes a role. Its password is in memory for showing once.
#[specta::specta]
pub async fn role_create(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    no_login: bool,
) -> Reply<NewPasswordView> {
    let made = app::roles::create(core, &account_id, &project_id, &branch_id, &name, no_login);
    Ok(made.await?)
}

/// Deletes a role.
#[specta::specta]
pub async fn role_delete(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<()> {
    app::roles::delete(core, &account_id, &project_id, &branch_id, &name).await?;
    Ok(())
}

/// Gives a role a new password, which is in memory for showing once.
#[specta::specta]
pub async fn role_reset_password(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<NewPasswordView> {
    let made = app::roles::reset_password(core, &account_id, &project_id, &branch_id, &name);
    Ok(made.await?)
}

/// A role's password, to be shown for 30 seconds.
#[specta::specta]
pub async fn role_reveal_password(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<SecretView> {
    let shown = app::roles::show_password(core, &account_id, &project_id, &branch_id, &name);
    Ok(shown.await?)
}

/// A role's password for the clipboard.
pub async fn role_take_password(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<TakenSecret> {
    let password = app::roles::reveal_password(core, &account_id, &project_id, &branch_id, &name);
    Ok(TakenSecret::new(core, &password.await?))
}

/// A role's password is on the clipboard.
pub async fn role_password_copied(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<()> {
    app::roles::password_copied(core, &account_id, &project_id, &branch_id, &name).await;
    Ok(())
}

use app::view::{NewPasswordView, RoleView, SecretView};
use tauri::{AppHandle, State};

use crate::clipboard::Clipboard;
use crate::opening::Core;
use crate::reply::Reply;

/// All roles of a branch, without passwords.
#[tauri::command]
#[specta::specta]
pub async fn role_list(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
) -> Reply<Vec<RoleView>> {
    let core = core.ready().await?;
    Ok(app::roles::list(&core, &account_id, &project_id, &branch_id).await?)
}

/// Makes a role. Its password is in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn role_create(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
    no_login: bool,
) -> Reply<NewPasswordView> {
    let core = core.ready().await?;
    let made = app::roles::create(&core, &account_id, &project_id, &branch_id, &name, no_login);
    Ok(made.await?)
}

/// Deletes a role.
#[tauri::command]
#[specta::specta]
pub async fn role_delete(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<()> {
    let core = core.ready().await?;
    app::roles::delete(&core, &account_id, &project_id, &branch_id, &name).await?;
    Ok(())
}

/// Gives a role a new password, which is in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn role_reset_password(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<NewPasswordView> {
    let core = core.ready().await?;
    let made = app::roles::reset_password(&core, &account_id, &project_id, &branch_id, &name);
    Ok(made.await?)
}

/// A role's password, to be shown for 30 seconds.
#[tauri::command]
#[specta::specta]
pub async fn role_reveal_password(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<SecretView> {
    let core = core.ready().await?;
    let shown = app::roles::show_password(&core, &account_id, &project_id, &branch_id, &name);
    Ok(shown.await?)
}

/// Puts a role's password on the clipboard, and clears it after as many seconds as the settings say. Returns the seconds.
#[tauri::command]
#[specta::specta]
pub async fn role_copy_password(
    app: AppHandle,
    core: State<'_, Core>,
    clipboard: State<'_, Clipboard>,
    account_id: String,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<u32> {
    let core = core.ready().await?;
    let copy = |password| clipboard.copy(&app, &core, password);
    app::roles::copy_password(&core, &account_id, &project_id, &branch_id, &name, copy).await
}

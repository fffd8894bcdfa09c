use app::SecretString;
use app::accounts::{ConnectAccount, EditAccount};
use app::view::{
    AccountView, BudgetView, InstantServiceView, OrganizationView, RegionView, UserView,
};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::last_view::LastViewFile;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, pick};

/// Every account, in the order they were added.
#[tauri::command]
#[specta::specta]
pub async fn account_list(core: State<'_, Core>) -> Reply<Vec<AccountView>> {
    let core = core.ready().await?;
    Ok(app::accounts::list(&core))
}

/// Connects an account: asked before it is saved.
#[tauri::command]
#[specta::specta]
pub async fn account_connect(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    request: ConnectAccount,
) -> Reply<AccountView> {
    let core = core.ready().await?;
    chosen::must_trust(&app, &consents, request.ca_file.as_deref()).await?;
    Ok(app::accounts::connect(&core, request).await?)
}

/// Asks for the file with the certificate authority of an account's servers.
#[tauri::command]
#[specta::specta]
pub async fn account_pick_ca_file(
    app: AppHandle,
    consents: State<'_, Consents>,
    start: Option<String>,
) -> Reply<Option<String>> {
    let endings: &[&str] = &["pem", "crt", "cer"];
    let filter = Some(("Certificates", endings));
    let picked = pick::file(&app, "CA file", filter, start.as_deref()).await?;
    chosen::picked_ca(&consents, picked.as_deref());
    Ok(picked)
}

/// Changes an account; at another origin with the key that is for it.
#[tauri::command]
#[specta::specta]
pub async fn account_edit(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    id: String,
    edit: EditAccount,
    key: Option<String>,
) -> Reply<AccountView> {
    let core = core.ready().await?;
    let key = key.map(SecretString::from);
    chosen::must_trust(&app, &consents, edit.ca_file.as_deref()).await?;
    Ok(app::accounts::edit_with_key(&core, &id, edit, key).await?)
}

/// Gives an account another key, asked before it is saved.
#[tauri::command]
#[specta::specta]
pub async fn account_replace_key(
    core: State<'_, Core>,
    id: String,
    key: String,
) -> Reply<AccountView> {
    let core = core.ready().await?;
    Ok(app::accounts::replace_key(&core, &id, SecretString::from(key)).await?)
}

/// Asks whether the key is good now, and lets requests go again when it is.
#[tauri::command]
#[specta::specta]
pub async fn account_recheck(core: State<'_, Core>, id: String) -> Reply<AccountView> {
    let core = core.ready().await?;
    Ok(app::accounts::recheck(&core, &id).await?)
}

/// Removes an account with its key.
#[tauri::command]
#[specta::specta]
pub async fn account_remove(
    core: State<'_, Core>,
    last_view: State<'_, LastViewFile>,
    id: String,
) -> Reply<()> {
    let core = core.ready().await?;
    app::remove_account(&core, &id).await?;
    last_view.forget();
    Ok(())
}

/// Shows this account from now on.
#[tauri::command]
#[specta::specta]
pub async fn account_choose(core: State<'_, Core>, id: String) -> Reply<AccountView> {
    let core = core.ready().await?;
    Ok(app::accounts::choose(&core, &id).await?)
}

/// Remembers what was open last.
#[tauri::command]
#[specta::specta]
pub async fn account_remember(
    core: State<'_, Core>,
    id: String,
    organization_id: Option<String>,
    project_id: Option<String>,
) -> Reply<AccountView> {
    let core = core.ready().await?;
    Ok(app::accounts::remember(&core, &id, organization_id, project_id).await?)
}

/// How much the account's key has sent, of how much it may.
#[tauri::command]
#[specta::specta]
pub async fn account_budget(core: State<'_, Core>, id: String) -> Reply<BudgetView> {
    let core = core.ready().await?;
    Ok(app::accounts::budget(&core, &id).await?)
}

/// The organizations of an account.
#[tauri::command]
#[specta::specta]
pub async fn organization_list(
    core: State<'_, Core>,
    account_id: String,
) -> Reply<Vec<OrganizationView>> {
    let core = core.ready().await?;
    Ok(app::organizations::list(&core, &account_id).await?)
}

/// Regions that are open for new projects.
#[tauri::command]
#[specta::specta]
pub async fn region_list(
    core: State<'_, Core>,
    account_id: String,
    organization_id: Option<String>,
) -> Reply<Vec<RegionView>> {
    let core = core.ready().await?;
    Ok(app::regions::list(&core, &account_id, organization_id.as_deref()).await?)
}

/// The user that a personal key belongs to, with the limits of the plan.
#[tauri::command]
#[specta::specta]
pub async fn user_me(core: State<'_, Core>, account_id: String) -> Reply<UserView> {
    let core = core.ready().await?;
    Ok(app::users::me(&core, &account_id).await?)
}

/// Every place where a temporary database can be made.
#[tauri::command]
#[specta::specta]
pub async fn instant_service_list(core: State<'_, Core>) -> Reply<Vec<InstantServiceView>> {
    let core = core.ready().await?;
    Ok(app::accounts::instant_services(&core).await?)
}

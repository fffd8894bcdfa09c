use app::ExposeSecret as _;
use app::auth::{self, EnableAuth, SyncedUsersQuery};
use app::view::{
    AuthIntegrationView, NewAuthUserView, SdkKeysView, SyncedUsersView, TransferLinkView,
};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, claim};

/// The auth integrations of a project.
#[tauri::command]
#[specta::specta]
pub async fn auth_integrations(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<Vec<AuthIntegrationView>> {
    let core = core.ready().await?;
    Ok(auth::integrations(&core, &account_id, &project_id).await?)
}

/// Sets an integration up. Its keys are in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn auth_enable(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    enable: EnableAuth,
) -> Reply<SdkKeysView> {
    let core = core.ready().await?;
    let keys = auth::enable(&core, &account_id, &project_id, enable).await?;
    Ok(auth::sdk_keys(&core, &account_id, &project_id, keys))
}

/// Makes new SDK keys, which are in memory for showing once.
#[tauri::command]
#[specta::specta]
pub async fn auth_create_keys(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: Option<String>,
) -> Reply<SdkKeysView> {
    let core = core.ready().await?;
    let keys = auth::create_keys(&core, &account_id, &project_id, provider.as_deref()).await?;
    Ok(auth::sdk_keys(&core, &account_id, &project_id, keys))
}

/// Makes a user.
#[tauri::command]
#[specta::specta]
pub async fn auth_create_user(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    email: String,
    name: Option<String>,
) -> Reply<NewAuthUserView> {
    let core = core.ready().await?;
    let (provider, name) = (provider.as_deref(), name.as_deref());
    let id = auth::create_user(&core, &account_id, &project_id, provider, &email, name).await?;
    Ok(NewAuthUserView { id })
}

/// The synchronised users, through a real connection.
#[tauri::command]
#[specta::specta]
pub async fn auth_users(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    request: SyncedUsersQuery,
) -> Reply<SyncedUsersView> {
    let core = core.ready().await?;
    Ok(auth::users(&core, &account_id, &project_id, request).await?)
}

/// Requests the link that hands the auth project over, and keeps it in memory as a one-time secret.
#[tauri::command]
#[specta::specta]
pub async fn auth_transfer(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: Option<String>,
) -> Reply<TransferLinkView> {
    let core = core.ready().await?;
    let provider = provider.as_deref();
    let link = auth::transfer_ownership(&core, &account_id, &project_id, provider).await?;
    Ok(auth::transfer_link(&core, &account_id, &project_id, link).await?)
}

/// Opens the link in the browser and follows what comes of it. `host` is the one that the person agreed to.
#[tauri::command]
#[specta::specta]
pub async fn auth_transfer_open(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    account_id: String,
    project_id: String,
    secret_id: String,
    host: String,
) -> Reply<()> {
    let core = core.ready().await?;
    let link = auth::transfer_to_open(&core, &secret_id, &host).await?;
    chosen::must_open(&app, &consents, &core, &host).await?;
    claim::open_link(&app, link.expose_secret())?;
    auth::transfer_opened(&core, &account_id, &project_id).await;
    Ok(())
}

/// Opens the address of an integration's public keys in the browser. `host` is the one that the person saw.
#[tauri::command]
#[specta::specta]
pub async fn auth_jwks_open(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    account_id: String,
    project_id: String,
    provider: String,
    host: String,
) -> Reply<()> {
    let core = core.ready().await?;
    let link = auth::jwks_to_open(&core, &account_id, &project_id, &provider, &host).await?;
    chosen::must_open(&app, &consents, &core, &host).await?;
    claim::open_link(&app, link.expose_secret())
}

/// Takes an integration away, with the synchronised users only if `delete_data`.
#[tauri::command]
#[specta::specta]
pub async fn auth_remove(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: String,
    delete_data: bool,
) -> Reply<()> {
    let core = core.ready().await?;
    Ok(auth::remove(&core, &account_id, &project_id, &provider, delete_data).await?)
}

/// The trusted domains of a project.
#[tauri::command]
#[specta::specta]
pub async fn auth_domains(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<Vec<String>> {
    let core = core.ready().await?;
    Ok(auth::domains(&core, &account_id, &project_id).await?)
}

/// Adds a trusted domain.
#[tauri::command]
#[specta::specta]
pub async fn auth_add_domain(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    domain: String,
) -> Reply<()> {
    let core = core.ready().await?;
    let provider = provider.as_deref();
    Ok(auth::add_domain(&core, &account_id, &project_id, provider, &domain).await?)
}

/// Takes trusted domains away.
#[tauri::command]
#[specta::specta]
pub async fn auth_delete_domains(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    domains: Vec<String>,
) -> Reply<()> {
    let core = core.ready().await?;
    let provider = provider.as_deref();
    Ok(auth::delete_domains(&core, &account_id, &project_id, provider, &domains).await?)
}

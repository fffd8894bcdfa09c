use app::ExposeSecret as _;
use app::auth::{self, EnableAuth, SyncedUsersQuery};
use app::view::{
    AuthIntegrationView, NewAuthUserView, SdkKeysView, SyncedUsersView, TransferLinkView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// The auth integrations of a project, or that of a branch.
#[specta::specta]
pub async fn auth_integrations(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: Option<String>,
) -> Reply<Vec<AuthIntegrationView>> {
    Ok(auth::integrations(core, &account_id, (&project_id, &branch_id)).await?)
}

/// Sets an integration up. Its keys are in memory for showing once.
#[specta::specta]
pub async fn auth_enable(
    core: &Core,
    account_id: String,
    project_id: String,
    enable: EnableAuth,
    branch_id: Option<String>,
) -> Reply<SdkKeysView> {
    let keys = auth::enable(core, &account_id, (&project_id, &branch_id), enable).await?;
    Ok(auth::sdk_keys(core, &account_id, &project_id, keys))
}

/// Makes new SDK keys, which are in memory for showing once.
#[specta::specta]
pub async fn auth_create_keys(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    branch_id: Option<String>,
) -> Reply<SdkKeysView> {
    let place = (&project_id, &branch_id);
    let keys = auth::create_keys(core, &account_id, place, provider.as_deref()).await?;
    Ok(auth::sdk_keys(core, &account_id, &project_id, keys))
}

/// Makes a user.
#[specta::specta]
pub async fn auth_create_user(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    email: String,
    name: Option<String>,
    branch_id: Option<String>,
) -> Reply<NewAuthUserView> {
    let (provider, name) = (provider.as_deref(), name.as_deref());
    let id = auth::create_user(
        core,
        &account_id,
        (&project_id, &branch_id),
        provider,
        &email,
        name,
    )
    .await?;
    Ok(NewAuthUserView { id })
}

/// Gives a user roles in place of those that the user has.
#[specta::specta]
pub async fn auth_set_user_roles(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    user_id: String,
    roles: Vec<String>,
) -> Reply<()> {
    let set = auth::set_user_roles(core, &account_id, &project_id, &branch_id, &user_id, &roles);
    Ok(set.await?)
}

/// The synchronised users, through a real connection.
#[specta::specta]
pub async fn auth_users(
    core: &Core,
    account_id: String,
    project_id: String,
    request: SyncedUsersQuery,
) -> Reply<SyncedUsersView> {
    Ok(auth::users(core, &account_id, &project_id, request).await?)
}

/// Requests the link that hands the auth project over, and keeps it in memory as a one-time secret.
#[specta::specta]
pub async fn auth_transfer(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    branch_id: Option<String>,
) -> Reply<TransferLinkView> {
    let (place, provider) = ((&project_id, &branch_id), provider.as_deref());
    let link = auth::transfer_ownership(core, &account_id, place, provider).await?;
    Ok(auth::transfer_link(core, &account_id, &project_id, link).await?)
}

/// Takes an integration away, with the synchronised users only if `delete_data`.
#[specta::specta]
pub async fn auth_remove(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: String,
    delete_data: bool,
    branch_id: Option<String>,
) -> Reply<()> {
    Ok(auth::remove(
        core,
        &account_id,
        (&project_id, &branch_id),
        &provider,
        delete_data,
    )
    .await?)
}

/// The trusted domains of a project.
#[specta::specta]
pub async fn auth_domains(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: Option<String>,
) -> Reply<Vec<String>> {
    Ok(auth::domains(core, &account_id, (&project_id, &branch_id)).await?)
}

/// Adds a trusted domain.
#[specta::specta]
pub async fn auth_add_domain(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    domain: String,
    branch_id: Option<String>,
) -> Reply<()> {
    let provider = provider.as_deref();
    Ok(auth::add_domain(
        core,
        &account_id,
        (&project_id, &branch_id),
        provider,
        &domain,
    )
    .await?)
}

/// Takes trusted domains away.
#[specta::specta]
pub async fn auth_delete_domains(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: Option<String>,
    domains: Vec<String>,
    branch_id: Option<String>,
) -> Reply<()> {
    let provider = provider.as_deref();
    Ok(auth::delete_domains(
        core,
        &account_id,
        (&project_id, &branch_id),
        provider,
        &domains,
    )
    .await?)
}

/// The link that hands the auth project over, to be opened. `host` is the one that the person agreed to.
pub async fn auth_transfer_link(core: &Core, secret_id: String, host: String) -> Reply<String> {
    let link = auth::transfer_to_open(core, &secret_id, &host).await?;
    Ok(link.expose_secret().to_owned())
}

/// The link was opened: what comes of it is followed from now on.
pub async fn auth_transfer_opened(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<()> {
    auth::transfer_opened(core, &account_id, &project_id).await;
    Ok(())
}

/// The address of an integration's public keys, to be opened. `host` is the one that the person saw.
pub async fn auth_jwks_link(
    core: &Core,
    account_id: String,
    project_id: String,
    provider: String,
    host: String,
    branch_id: Option<String>,
) -> Reply<String> {
    let place = (&project_id, &branch_id);
    let link = auth::jwks_to_open(core, &account_id, place, &provider, &host).await?;
    Ok(link.expose_secret().to_owned())
}

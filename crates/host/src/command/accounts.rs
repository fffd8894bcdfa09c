use app::SecretString;
use app::accounts::{ConnectAccount, EditAccount};
use app::view::{
    AccountColour, AccountView, BudgetView, InstantServiceView, OrganizationView, RegionView,
    UserView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// Every account, in the order they were added.
#[specta::specta]
pub async fn account_list(core: &Core) -> Reply<Vec<AccountView>> {
    Ok(app::accounts::list(core))
}

/// Connects an account: asked before it is saved.
#[specta::specta]
pub async fn account_connect(core: &Core, request: ConnectAccount) -> Reply<AccountView> {
    Ok(app::accounts::connect(core, request).await?)
}

/// Changes an account; at another origin with the key that is for it.
#[specta::specta]
pub async fn account_edit(
    core: &Core,
    id: String,
    edit: EditAccount,
    key: Option<String>,
) -> Reply<AccountView> {
    let key = key.map(SecretString::from);
    Ok(app::accounts::edit_with_key(core, &id, edit, key).await?)
}

/// Gives an account another key, asked before it is saved.
#[specta::specta]
pub async fn account_replace_key(core: &Core, id: String, key: String) -> Reply<AccountView> {
    Ok(app::accounts::replace_key(core, &id, SecretString::from(key)).await?)
}

/// Asks whether the key is good now, and lets requests go again when it is.
#[specta::specta]
pub async fn account_recheck(core: &Core, id: String) -> Reply<AccountView> {
    Ok(app::accounts::recheck(core, &id).await?)
}

/// Removes an account with its key.
#[specta::specta]
pub async fn account_remove(core: &Core, id: String) -> Reply<()> {
    app::remove_account(core, &id).await?;
    Ok(())
}

/// Shows this account from now on.
#[specta::specta]
pub async fn account_choose(core: &Core, id: String) -> Reply<AccountView> {
    Ok(app::accounts::choose(core, &id).await?)
}

/// Remembers what was open last.
#[specta::specta]
pub async fn account_remember(
    core: &Core,
    id: String,
    organization_id: Option<String>,
    project_id: Option<String>,
) -> Reply<AccountView> {
    Ok(app::accounts::remember(core, &id, organization_id, project_id).await?)
}

/// The color that a new account gets where nobody chooses one.
#[specta::specta]
pub async fn account_usual_colour(core: &Core, is_production: bool) -> Reply<AccountColour> {
    Ok(app::accounts::usual_colour(core, is_production))
}

/// How much the account's key has sent, of how much it may.
#[specta::specta]
pub async fn account_budget(core: &Core, id: String) -> Reply<BudgetView> {
    Ok(app::accounts::budget(core, &id).await?)
}

/// The organizations of an account.
#[specta::specta]
pub async fn organization_list(core: &Core, account_id: String) -> Reply<Vec<OrganizationView>> {
    Ok(app::organizations::list(core, &account_id).await?)
}

/// Regions that are open for new projects.
#[specta::specta]
pub async fn region_list(
    core: &Core,
    account_id: String,
    organization_id: Option<String>,
) -> Reply<Vec<RegionView>> {
    Ok(app::regions::list(core, &account_id, organization_id.as_deref()).await?)
}

/// The user that a personal key belongs to, with the limits of the plan.
#[specta::specta]
pub async fn user_me(core: &Core, account_id: String) -> Reply<UserView> {
    Ok(app::users::me(core, &account_id).await?)
}

/// Every place where a temporary database can be made.
#[specta::specta]
pub async fn instant_service_list(core: &Core) -> Reply<Vec<InstantServiceView>> {
    Ok(app::accounts::instant_services(core).await?)
}

/// Whether this host is one of an account or of the hosted platform.
pub async fn account_knows_host(core: &Core, host: String) -> Reply<bool> {
    Ok(app::accounts::knows_host(core, &host))
}

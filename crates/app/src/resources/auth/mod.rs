//! The auth integration of a project: an auth provider's project that the platform keeps for it, its keys and its users.

mod domains;
mod links;
mod mutations;
mod place;
mod plugins;
mod sign_in;
mod sign_in_mutations;
pub(crate) mod table;
mod transfer;
mod users;
mod webhooks;

use api::ProjectId;
use api::resource::auth as wire;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::conflict::Conflict;
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::model::profile::Profile;
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::{AuthIntegrationView, ErrorCode};

pub(crate) use domains::DomainMutation;
pub use domains::{
    AuthAddDomain, AuthDeleteDomains, AuthDomains, add_domain, delete_domains, domains,
};
pub use links::jwks_to_open;
pub(crate) use mutations::AuthMutation;
pub(crate) use place::AuthIds;
pub use place::AuthPlace;
pub use plugins::{
    MagicLinkEdit, OrganizationsEdit, PhoneNumberEdit, PluginEdit, SignInUpdatePlugin,
    update_plugin,
};
pub use sign_in::{
    SignInAllowLocalhost, SignInEdit, SignInGet, SignInUpdate, allow_localhost, sign_in,
    update_sign_in,
};
pub(crate) use sign_in_mutations::SignInMutation;
pub use transfer::{
    AuthTransfer, AuthTransferOpened, transfer_link, transfer_opened, transfer_to_open,
};
pub use users::{
    AuthCreateUser, AuthDeleteUser, AuthSetUserRoles, create_user, delete_user, set_user_roles,
};
pub use webhooks::{AuthSetWebhooks, AuthWebhooks, set_webhooks, webhooks};

/// What the auth integration is attached to.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct EnableAuth {
    /// The production branch.
    pub branch_id: String,
    /// The database that users are synchronised into; the platform's usual one when `None`.
    pub database: Option<String>,
    /// The role that owns it; the platform's usual one when `None`.
    pub role: Option<String>,
}

/// What an app needs to speak to the auth provider. Keeps the server's key, so it is never serialised.
#[derive(Debug)]
pub struct SdkKeys {
    /// The auth provider, as the platform names it.
    pub provider: String,
    /// The project at the auth provider.
    pub provider_project_id: String,
    /// The key of clients. Public.
    pub client_key: String,
    /// The key of servers; `None` for providers that have none.
    pub server_key: Option<SecretString>,
    /// Where its public keys are.
    pub jwks_url: Option<String>,
    /// The schema that users are synchronised into.
    pub schema: String,
    /// The table that users are synchronised into.
    pub table: String,
}

/// The integrations that a project has (`GET /projects/{project_id}/auth/integrations`), or the one of a branch
/// (`GET /projects/{project_id}/branches/{branch_id}/auth`).
///
/// # Errors
/// As every read of an account: [`ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, auth_integrations, text)]
pub async fn integrations(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
) -> Result<Vec<AuthIntegrationView>, Error> {
    let place = place.into();
    let account_client = client::of(app, account_id).await?;
    let at = place.ids(account_client.profile)?;
    let api = account_client.click();
    let found = account_client.send_value(at.integrations(&api)).await?;
    Ok(found.iter().map(AuthIntegrationView::from).collect())
}

/// Sets the integration up with the platform's auth provider (`POST /projects/auth/create`). On the branch of the place, where
/// it names one (`POST /projects/{project_id}/branches/{branch_id}/auth`), the database's owner is the role, and that of
/// `enable` is not sent.
///
/// # Errors
/// [`ErrorCode::Invalid`] for what cannot be asked, and as every mutation.
/// [`ErrorCode::Exists`] about the integration that is there already.
/// [`ErrorCode::SecretLost`] when it was set up and its keys were in a reply that was lost: [`create_keys`]
/// makes new ones.
pub async fn enable(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    enable: EnableAuth,
) -> Result<SdkKeys, Error> {
    let place = place.into();
    let profile = client::of(app, account_id).await?.profile;
    let at = place.ids(profile)?;
    let branch = match &at.branch {
        Some(branch) => branch.clone(),
        None => ids::branch(&enable.branch_id)?,
    };
    let database = enable
        .database
        .unwrap_or_else(|| profile.database.to_owned());
    let role = enable.role.unwrap_or_else(|| profile.role.to_owned());
    check::identifier(&database, "database")?;
    check::identifier(&role, "role")?;
    let options = wire::CreateAuth {
        database_name: Some(database),
        role_name: Some(role),
    };
    let mutation = AuthMutation::Enable {
        project: at.project.to_string(),
        branch: branch.to_string(),
        by_branch: at.branch.is_some(),
        provider: profile.auth_provider.to_owned(),
    };
    let conflict = Conflict::default();
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        let auth = api.auth(&at.project);
        let (provider, database) = (profile.auth_provider, options.database_name.as_deref());
        noted.note(match &at.branch {
            Some(branch) => auth.of_branch(branch).enable(provider, database).await,
            None => auth.create(provider, &branch, &options).await,
        })
    };
    match mutation::run(app, account_id, mutation, send).await {
        Ok(keys) => Ok(shown(keys, profile)),
        Err(error) if conflict.is_noted() => {
            Err(there_already(app, account_id, place, profile.auth_by_branch, error).await)
        }
        Err(error) => Err(error),
    }
}

/// The integration that stands in the way of another one.
async fn there_already(
    app: &Platform,
    account_id: &str,
    place: AuthPlace<'_>,
    is_by_branch: bool,
    error: Error,
) -> Error {
    let found = integrations(app, account_id, place).await;
    let Some(found) = found.ok().and_then(|found| found.into_iter().next()) else {
        return error;
    };
    app.events.auth_changed(account_id, place.project_id);
    Error::new(
        ErrorCode::Exists,
        match place.branch_id.filter(|_| is_by_branch) {
            Some(_) => "The branch already has an auth integration",
            None => "The project already has an auth integration",
        },
    )
    .hint("Use the existing one, or remove it first.")
    .about(found.provider_project_id)
    .request(error.request_id())
}

/// Makes new keys for an app (`POST /projects/auth/keys`). The server's key is in this reply alone. `provider` is that of the
/// integration; the platform's usual one when `None`.
///
/// # Errors
/// As every mutation. A lost reply ends as [`ErrorCode::MaybeCreated`]: keys cannot be listed.
pub async fn create_keys(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<SdkKeys, Error> {
    let profile = client::of(app, account_id).await?.profile;
    let project = of_project(app, account_id, place.into(), profile, "creates keys for").await?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    let mutation = AuthMutation::CreateSdkKeys {
        project: project.to_string(),
    };
    let send = async move |api: api::Management| api.auth(&project).keys(&provider).await;
    let keys = mutation::run(app, account_id, mutation, send).await?;
    Ok(shown(keys, profile))
}

/// Makes a link by which somebody takes the auth provider's project into an account of their own
/// (`POST /projects/auth/transfer_ownership`). A secret: whoever opens it can take the project. [`crate::base::link::check`] has
/// to find it fit before it is opened.
///
/// # Errors
/// As every mutation. A lost reply ends as [`ErrorCode::MaybeCreated`] and does no harm.
pub async fn transfer_ownership(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<SecretString, Error> {
    let place = place.into();
    let profile = client::of(app, account_id).await?.profile;
    let project = of_project(app, account_id, place, profile, "hands over").await?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    let mutation = AuthMutation::Transfer {
        project: project.to_string(),
    };
    let conflict = Conflict::default();
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        noted.note(api.auth(&project).transfer_ownership(&provider).await)
    };
    let link = mutation::run(app, account_id, mutation, send).await;
    if conflict.is_noted() {
        app.events.auth_changed(account_id, place.project_id);
    }
    conflict.explain(link, || {
        Error::new(
            ErrorCode::Platform,
            "The auth project is already transferred",
        )
        .hint("Check the integration: it shows who owns the auth project now.")
    })
}

/// The project, for what a platform does to the first integration of a project whatever branch is looked at: refused where
/// that is another branch's.
async fn of_project(
    app: &Platform,
    account_id: &str,
    place: AuthPlace<'_>,
    profile: &Profile,
    does: &str,
) -> Result<ProjectId, Error> {
    let at = place.ids(profile)?;
    let Some(branch) = at.branch_text() else {
        return Ok(at.project);
    };
    let all = integrations(app, account_id, place.project_id).await?;
    let of = all.into_iter().next().and_then(|it| it.branch_id);
    match of {
        Some(of) if of != branch => Err(Error::invalid(format!(
            "The platform {does} the auth of one branch of a project alone: {of}"
        ))
        .hint("Choose that branch on the Auth tab.")),
        _ => Ok(at.project),
    }
}

/// Takes an integration away (`DELETE /projects/{project_id}/auth/integration/{auth_provider}`), with the synchronised
/// users only if `delete_data`.
///
/// # Errors
/// As every mutation.
#[operation(Guarded, Change, auth_remove, text)]
pub async fn remove(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: &str,
    delete_data: bool,
) -> Result<(), Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let provider = check::segment(provider, "auth provider")?;
    let mutation = AuthMutation::Remove {
        project: at.project.to_string(),
        branch: at.branch_text(),
        provider: provider.clone(),
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&at.project);
        match &at.branch {
            Some(branch) => auth.of_branch(branch).disable(delete_data).await,
            None => auth.remove(&provider, delete_data).await,
        }
    };
    mutation::run(app, account_id, mutation, send).await
}

fn shown(keys: wire::SdkKeys, profile: &Profile) -> SdkKeys {
    SdkKeys {
        provider: keys.auth_provider,
        provider_project_id: keys.auth_provider_project_id,
        client_key: keys.pub_client_key,
        server_key: keys.secret_server_key,
        jwks_url: keys.jwks_url,
        schema: keys
            .schema_name
            .unwrap_or_else(|| profile.users_schema.to_owned()),
        table: keys.table_name.unwrap_or_else(|| table::TABLE.to_owned()),
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[AuthIntegrations::ENTRY, AuthRemove::ENTRY];

//! Accounts elsewhere that users of the auth integration can log in with.

mod mutations;

use std::time::Duration;

use api::Change;
use api::resource::oauth_providers as wire;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;

pub(crate) use self::mutations::OauthProviderMutation;
use super::auth::AuthPlace;
use crate::Error;
use crate::accounts::client;
use crate::base::check;
use crate::base::conflict::Conflict;
use crate::base::exposed;
use crate::base::secret_edit::{SecretEdit, check_secret};
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::{ErrorCode, OauthProviderView};

/// Waits before each read of the list that has to say that a provider is gone.
const READ_DELAYS: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(2),
];

/// A new provider. Both halves of one's own client are given, or neither: then it uses the client that the platform shares.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct AddOauthProvider {
    /// Which one, such as `google`.
    pub provider: String,
    /// Id of one's own client.
    pub client_id: Option<String>,
    /// Its secret.
    #[serde(serialize_with = "exposed::optional")]
    #[specta(type = Option<String>)]
    pub client_secret: Option<SecretString>,
    /// The tenant, of Microsoft only.
    pub microsoft_tenant_id: Option<String>,
}

/// What is changed of a provider; what is `None` or `Keep` stays.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateOauthProvider {
    /// Id of one's own client.
    pub client_id: Option<String>,
    /// Its secret.
    pub client_secret: SecretEdit,
    /// The tenant, of Microsoft only.
    pub microsoft_tenant_id: Option<String>,
}

/// The providers of a project, each with id and kind alone (`GET /projects/{project_id}/auth/oauth_providers`).
///
/// # Errors
/// As every read of an account: [`ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, oauth_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
) -> Result<Vec<OauthProviderView>, Error> {
    let place = place.into();
    let account_client = client::of(app, account_id).await?;
    let at = place.ids(account_client.profile)?;
    let providers = at.oauth_providers(&account_client.click());
    let found = account_client.send_value(providers.list()).await?;
    Ok(found.iter().map(OauthProviderView::from).collect())
}

/// Adds a provider (`POST /projects/{project_id}/auth/oauth_providers`).
///
/// # Errors
/// [`ErrorCode::Invalid`] for half a pair of credentials and what else cannot be asked, [`ErrorCode::Exists`] about a
/// provider that is there already, and as every mutation.
#[operation(Page, Change, oauth_add, text)]
pub async fn add(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    request: AddOauthProvider,
) -> Result<OauthProviderView, Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let provider = check::segment(&request.provider, "provider")?;
    let client = match (request.client_id, request.client_secret) {
        (None, None) if request.microsoft_tenant_id.is_none() => None,
        (Some(client_id), Some(client_secret)) => {
            check_secret(&client_secret, "client secret")?;
            Some(wire::OauthClient {
                client_id: check::filled(&client_id, "client id")?,
                client_secret,
                microsoft_tenant_id: tenant(request.microsoft_tenant_id.as_deref())?,
            })
        }
        (client_id, _) => {
            let missing = if client_id.is_none() {
                "client id"
            } else {
                "client secret"
            };
            return Err(Error::invalid(format!("The {missing} is missing"))
                .hint("Enter your own client's ID and secret, or neither to use the platform's."));
        }
    };
    let mutation = OauthProviderMutation::Add {
        project: at.project.to_string(),
        branch: at.branch_text(),
        provider: provider.clone(),
        own_client: client.is_some(),
    };
    let (conflict, named) = (Conflict::default(), provider.clone());
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        let id = wire::OauthProviderId::from(provider);
        let providers = at.oauth_providers(&api);
        noted.note(providers.add(&id, client.as_ref()).await)
    };
    let added: Result<wire::OauthProvider, _> =
        mutation::run(app, account_id, mutation, send).await;
    if conflict.is_noted() {
        app.events.auth_changed(account_id, place.project_id);
    }
    let added = conflict.explain(added, || {
        Error::new(
            ErrorCode::Exists,
            format!("The provider {named} already exists"),
        )
        .hint("Change the client of the existing one.")
        .about(named)
    })?;
    Ok(OauthProviderView::from(&added))
}

/// Changes a provider's client (`PATCH /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}`).
///
/// # Errors
/// As [`add`].
#[operation(Page, Change, oauth_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: &str,
    request: UpdateOauthProvider,
) -> Result<OauthProviderView, Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let provider = check::segment(provider, "provider")?;
    let client_id = request.client_id.as_deref();
    let client_id = client_id
        .map(|id| check::filled(id, "client id"))
        .transpose()?;
    let tenant = tenant(request.microsoft_tenant_id.as_deref())?;
    let client_secret = request.client_secret.checked("client secret")?;
    if client_id.is_none() && tenant.is_none() && client_secret.is_keep() {
        return Err(Error::invalid("Nothing to change").hint("Change something first."));
    }
    let is_half = client_id.is_some() == client_secret.is_keep();
    if is_half && app.drafts_to().is_none() {
        refuse_half(app, account_id, place, &provider, client_id.is_none()).await?;
    }
    let mut expected = json!({});
    for (field, value) in [("client_id", &client_id), ("microsoft_tenant_id", &tenant)] {
        if let Some(value) = value {
            expected[field] = json!(value);
        }
    }
    let mutation = OauthProviderMutation::Update {
        project: at.project.to_string(),
        branch: at.branch_text(),
        provider: provider.clone(),
        expected,
        has_secret: !client_secret.is_keep(),
    };
    let wanted = wire::UpdateOauthProvider {
        client_id: change(client_id),
        client_secret,
        microsoft_tenant_id: change(tenant),
    };
    let send = async move |api: api::Management| {
        let id = wire::OauthProviderId::from(provider);
        at.oauth_providers(&api).update(&id, &wanted).await
    };
    let changed: wire::OauthProvider = mutation::run(app, account_id, mutation, send).await?;
    Ok(OauthProviderView::from(&changed))
}

/// Half a pair makes no client: it can only change one that is one's own already.
async fn refuse_half(
    app: &Platform,
    account_id: &str,
    place: AuthPlace<'_>,
    provider: &str,
    lacks_id: bool,
) -> Result<(), Error> {
    let listed = list(app, account_id, place).await?;
    let found = listed.iter().find(|it| it.id == provider);
    if found.and_then(|it| it.is_shared) != Some(true) {
        return Ok(());
    }
    let missing = if lacks_id {
        "client id"
    } else {
        "client secret"
    };
    Err(Error::invalid(format!("The {missing} is missing"))
        .hint("It uses the platform's client now. Enter your own client's ID and secret."))
}

/// Takes a provider away (`DELETE /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}`).
///
/// # Errors
/// As [`add`].
pub async fn delete(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: &str,
) -> Result<(), Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let provider = check::segment(provider, "provider")?;
    let mutation = OauthProviderMutation::Delete {
        project: at.project.to_string(),
        branch: at.branch_text(),
        provider: provider.clone(),
    };
    let send = async move |api: api::Management| {
        let id = wire::OauthProviderId::from(provider);
        at.oauth_providers(&api).delete(&id).await
    };
    mutation::run(app, account_id, mutation, send).await
}

/// Takes a provider away and reads the list, which has to say so.
///
/// # Errors
/// As [`delete`], and [`ErrorCode::Platform`] about the provider when the list still has it.
#[operation(Page, Change, oauth_delete, text)]
pub async fn delete_and_confirm(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: &str,
) -> Result<Vec<OauthProviderView>, Error> {
    let place = place.into();
    delete(app, account_id, place, provider).await?;
    let provider = provider.trim();
    for wait in READ_DELAYS {
        app.network.environment.sleep(wait).await;
        let left = list(app, account_id, place).await?;
        if left.iter().all(|it| it.id != provider) {
            return Ok(left);
        }
    }
    Err(Error::new(
        ErrorCode::Platform,
        format!("The platform accepted the deletion but still lists {provider}"),
    )
    .hint("Refresh the list in a moment. If it is still there, delete it again.")
    .about(provider))
}

fn tenant(text: Option<&str>) -> Result<Option<String>, Error> {
    text.map(|text| check::filled(text, "tenant")).transpose()
}

fn change(value: Option<String>) -> Change<String> {
    value.map_or(Change::Keep, Change::Set)
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    OauthList::ENTRY,
    OauthAdd::ENTRY,
    OauthDelete::ENTRY,
    OauthUpdate::ENTRY,
];

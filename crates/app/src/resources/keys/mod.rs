//! API keys: the caller's own, an organization's, and those for one project.

mod mutations;
mod revoke;
mod rows;
mod save;
mod used_by;

use api::resource::keys as wire;
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::{self, client};
use crate::base::check::{self, SHORT_NAME};
use crate::base::ids;
use crate::core::names::{self, NameUpdate, Scope, SeenName};
use crate::core::operation::{Entry, operation};
use crate::platform::{Platform, mutation, one_time_secrets};
use crate::view::{ErrorCode, KeyView, NewKeyView};

pub(crate) use mutations::KeyMutation;
pub(crate) use revoke::without_check;
pub use revoke::{KeyRevoke, revoke, revoke_of, revoke_of_organization};
pub use rows::{KeyList, rows};
pub use save::{KeySaveAsAccount, save_as_account};

/// A key that was just made, with its token. Never serialised: the token is in this reply alone.
#[derive(Debug)]
pub struct NewKey {
    /// The key.
    pub key: KeyView,
    /// The token. Whoever holds it can do what the key may.
    pub token: SecretString,
}

/// The caller's own keys (`GET /api_keys`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused.
pub async fn list(app: &Platform, account_id: &str) -> Result<Vec<KeyView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let found = account_client
        .send_value(account_client.click().keys().list())
        .await?;
    let found: Vec<_> = found.iter().map(KeyView::from).collect();
    saw_all(app, account_id, None, &found);
    Ok(found)
}

/// Makes a key of the caller (`POST /api_keys`). The name has 1 to 64 characters.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation.
/// [`crate::view::ErrorCode::SecretLost`] when it was made and its token was in a reply that was lost: the error is about
/// its id, where that is known.
pub async fn create(app: &Platform, account_id: &str, name: &str) -> Result<NewKey, Error> {
    let name = check::name(name, "key", SHORT_NAME)?;
    let mutation = KeyMutation::Create {
        organization: None,
        name: name.clone(),
        project: None,
    };
    let named = name.clone();
    let send = async move |api: api::Management| api.keys().create(&named).await;
    let key = mutation::run(app, account_id, mutation, send).await?;
    made(app, account_id, None, key, name).await
}

/// The keys of an organization (`GET /organizations/{org_id}/api_keys`).
///
/// # Errors
/// As [`list`].
pub async fn list_of_organization(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
) -> Result<Vec<KeyView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let keys = account_client.click().organization_keys(&organization);
    let found = account_client.send_value(keys.list()).await?;
    let found: Vec<_> = found.iter().map(KeyView::from).collect();
    saw_all(app, account_id, Some(organization_id), &found);
    Ok(found)
}

/// Makes a key of an organization, for all of it or for one project (`POST /organizations/{org_id}/api_keys`).
///
/// # Errors
/// As [`create`].
pub async fn create_for_organization(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    name: &str,
    project_id: Option<&str>,
) -> Result<NewKey, Error> {
    let organization = ids::organization(organization_id)?;
    let name = check::name(name, "key", SHORT_NAME)?;
    let project_id = project_id.map(ids::project).transpose()?;
    let mutation = KeyMutation::Create {
        organization: Some(organization.to_string()),
        name: name.clone(),
        project: project_id.as_ref().map(ToString::to_string),
    };
    let named = name.clone();
    let send = async move |api: api::Management| {
        let options = wire::CreateOrganizationKey { project_id };
        let keys = api.organization_keys(&organization);
        keys.create(&named, &options).await
    };
    let key = mutation::run(app, account_id, mutation, send).await?;
    made(app, account_id, Some(organization_id), key, name).await
}

async fn list_of(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
) -> Result<Vec<KeyView>, Error> {
    match organization_id {
        Some(organization) => list_of_organization(app, account_id, organization).await,
        None => list(app, account_id).await,
    }
}

/// A key to be made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreateKey {
    /// Its name, 1 to 64 characters.
    pub name: String,
    /// The organization that it opens; one's own key when `None`.
    pub organization_id: Option<String>,
    /// The one project that it opens; all of the organization's when `None`.
    pub project_id: Option<String>,
}

/// Makes a key of any kind.
pub(crate) async fn create_of(
    app: &Platform,
    account_id: &str,
    request: &CreateKey,
) -> Result<NewKey, Error> {
    let (name, project) = (request.name.as_str(), request.project_id.as_deref());
    match &request.organization_id {
        Some(organization) => {
            create_for_organization(app, account_id, organization, name, project).await
        }
        None => create(app, account_id, name).await,
    }
}

/// Creates a key and keeps its token in memory.
///
/// # Errors
/// As [`create`] and [`create_for_organization`].
#[operation(Page, Change, key_create, text)]
pub async fn make(
    app: &Platform,
    account_id: &str,
    request: CreateKey,
) -> Result<NewKeyView, Error> {
    let base = accounts::base_of(app, &accounts::account(app, account_id)?)?;
    let made = create_of(app, account_id, &request).await?;
    let one_time_secret = one_time_secrets::add_key(app, account_id, &made.key, &base, made.token);
    Ok(NewKeyView {
        key: made.key,
        one_time_secret,
    })
}

fn saw_all(app: &Platform, account: &str, organization: Option<&str>, keys: &[KeyView]) {
    let seen = keys
        .iter()
        .map(|it| SeenName::key(account, organization, it));
    let scope = Scope::Keys(account.to_owned(), organization.map(ToOwned::to_owned));
    names::update(app, [NameUpdate::Whole(scope, seen.collect())]);
}

async fn made(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
    key: wire::NewApiKey,
    name: String,
) -> Result<NewKey, Error> {
    let id = match key.id {
        Some(id) => id.to_string(),
        None => id_of(app, account_id, organization_id, &name, key.created_at).await,
    };
    if key.key.expose_secret().is_empty() {
        let lost = |with_id: &str| {
            let message = format!(
                "The key {name} was created{with_id}, but the platform's response has no secret"
            );
            Error::new(ErrorCode::SecretLost, message).hint("Revoke it and create it again.")
        };
        return Err(match id.as_str() {
            "" => lost(""),
            id => lost(&format!(" (ID {id})")).about(id),
        });
    }
    let shown = wire::ApiKey {
        id: key.id.unwrap_or(api::KeyId(0)),
        name: key.name.unwrap_or(name),
        created_at: key.created_at,
        created_by: key.created_by,
        project_id: key.project_id,
        last_used_at: None,
        last_used_from_addr: None,
    };
    Ok(NewKey {
        key: KeyView {
            id,
            ..KeyView::from(&shown)
        },
        token: key.key,
    })
}

/// The id of a key whose reply did not say it: of the only one with this name that was made when the reply says. Empty when it
/// is not found, for its token must not be lost for that, or when it may be another: whoever revokes by it must hit no other.
async fn id_of(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
    name: &str,
    made_at: Option<DateTime<Utc>>,
) -> String {
    let listed = list_of(app, account_id, organization_id).await;
    let keys = listed.unwrap_or_else(|error| {
        tracing::warn!(%error, "the id of a new key could not be looked up");
        Vec::new()
    });
    // A list may not have it yet, and have an older one of the name: the time alone tells them apart.
    let fits = |key: &KeyView| key.name == name && made_at.is_some() && key.created_at == made_at;
    let mut fitting = keys.into_iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => only.id,
        _ => String::new(),
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[KeyCreate::ENTRY];
